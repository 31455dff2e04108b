package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Writes a random floor in any form, with everything that form leaves open chosen at random. */
final class MapWriter {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RandomFloor floor;
    private final MapForm form;
    private final Random random;

    /** Where an infinite map's first tile lies. */
    private final int left;

    private final int top;

    MapWriter(RandomFloor floor, MapForm form, Random random) {
        this.floor = floor;
        this.form = form;
        this.random = random;
        this.left = form.infinite() ? random.nextInt(200) - 100 : 0;
        this.top = form.infinite() ? random.nextInt(200) - 100 : 0;
    }

    /** Writes {@code floor.tmj} into a directory, and its tileset below it if the form asks for one; returns the map. */
    Path write(Path directory) throws IOException {
        return Files.write(directory.resolve("floor.tmj"), bytes(directory));
    }

    /** The map's text; the directory is used for a tileset of its own only. */
    byte[] bytes(Path directory) throws IOException {
        ObjectNode map = JSON.createObjectNode();
        map.put("type", "map").put("orientation", "orthogonal").put("renderorder", "right-down");
        map.put("infinite", form.infinite());
        // An infinite map's size is left over from before it became infinite.
        map.put("width", form.infinite() ? 30 : floor.width());
        map.put("height", form.infinite() ? 20 : floor.height());
        map.put("tilewidth", RandomFloor.TILE_SIZE).put("tileheight", RandomFloor.TILE_SIZE);
        addTileset(map.putArray("tilesets"), directory);
        ArrayNode layers = map.putArray("layers");
        for (int layer = 0; layer < RandomFloor.LAYERS; layer++) {
            addTileLayer(layers, layer);
        }
        addObjects(layers);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(map);
    }

    private void addTileset(ArrayNode tilesets, Path directory) throws IOException {
        ObjectNode entry = tilesets.addObject().put("firstgid", 1);
        switch (form.tilesets()) {
            case EMBEDDED -> entry.setAll(tileset());
            case TSJ -> {
                entry.put("source", "sets/tiles.tsj");
                Files.createDirectories(directory.resolve("sets"));
                Files.write(directory.resolve("sets/tiles.tsj"), JSON.writeValueAsBytes(tileset()));
            }
            case TSX -> {
                entry.put("source", "./sets/../sets/tiles.tsx");
                Files.createDirectories(directory.resolve("sets"));
                Files.writeString(directory.resolve("sets/tiles.tsx"), xml(), UTF_8);
            }
        }
    }

    private static ObjectNode tileset() {
        ObjectNode tileset = JSON.createObjectNode().put("type", "tileset").put("name", "tiles");
        tileset.put("image", "tiles.png").put("tilecount", RandomFloor.TILES).put("columns", 4);
        ArrayNode tiles = tileset.putArray("tiles");
        for (int id = 1; id < RandomFloor.TILES; id += 2) {
            collides(tiles.addObject().put("id", id), true);
        }
        return tileset;
    }

    private static String xml() {
        StringBuilder xml = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <tileset version="1.10" name="tiles" tilewidth="16" tileheight="16" tilecount="8" columns="4">
                 <properties><property name="collides" type="bool" value="true"/></properties>
                 <image source="tiles.png" width="64" height="32"/>
                 <tile id="0"><objectgroup><object id="1"><properties>
                  <property name="collides" type="bool" value="true"/></properties></object></objectgroup></tile>
                """);
        for (int id = 1; id < RandomFloor.TILES; id += 2) {
            xml.append(" <tile id=\"%d\"><properties><property name=\"z\" value=\"&lt;\"/>".formatted(id))
                    .append("<property name=\"collides\" type=\"bool\" value=\"true\"/></properties></tile>\n");
        }
        return xml.append("</tileset>\n").toString();
    }

    private void addTileLayer(ArrayNode layers, int number) throws IOException {
        boolean colliding = number == RandomFloor.LAYERS - 1;
        ObjectNode layer = JSON.createObjectNode();
        layer.put("type", "tilelayer").put("name", "layer" + number).put("visible", random.nextBoolean());
        if (form.data() != MapForm.Data.CSV) {
            layer.put("encoding", "base64");
            String compression = form.data().name().toLowerCase(Locale.ROOT);
            layer.put("compression", form.data() == MapForm.Data.BASE64 ? "" : compression);
        }
        int shiftX = 0;
        int shiftY = 0;
        if (form.groups()) {
            shiftX = random.nextInt(7) - 3;
            shiftY = random.nextInt(7) - 3;
            addGrouped(layers, layer, shiftX, shiftY, colliding);
        } else {
            if (colliding) {
                collides(layer, true);
            }
            layers.add(layer);
        }
        if (form.infinite()) {
            addChunks(layer, number, left - shiftX, top - shiftY);
        } else {
            // A map of fixed size cannot hold tiles left of its border, so the layer takes its groups' offset back.
            layer.put("offsetx", -shiftX * RandomFloor.TILE_SIZE);
            layer.put("offsety", -shiftY * RandomFloor.TILE_SIZE);
            layer.put("width", floor.width()).put("height", floor.height());
            putData(layer, cut(number, 0, 0, floor.width(), floor.height()));
        }
    }

    /** Two groups round the layer, which shift it by whole tiles together, and hand {@code collides} down or not. */
    private void addGrouped(ArrayNode layers, ObjectNode layer, int shiftX, int shiftY, boolean colliding) {
        ObjectNode outer = layers.addObject().put("type", "group").put("name", "outer");
        outer.put("offsetx", shiftX * RandomFloor.TILE_SIZE + 5.25).put("visible", random.nextBoolean());
        collides(outer, random.nextBoolean());
        ObjectNode inner = outer.putArray("layers").addObject().put("type", "group");
        inner.put("offsetx", -5.25).put("offsety", shiftY * RandomFloor.TILE_SIZE);
        collides(inner, colliding);
        inner.putArray("layers").add(layer);
    }

    /** Cuts the layer into columns and rows of random sizes; those with nothing on them are left out, as Tiled does. */
    private void addChunks(ObjectNode layer, int number, int firstX, int firstY) throws IOException {
        ArrayNode chunks = layer.putArray("chunks");
        for (int y = 0; y < floor.height(); ) {
            int height = Math.min(1 + random.nextInt(16), floor.height() - y);
            for (int x = 0; x < floor.width(); ) {
                int width = Math.min(1 + random.nextInt(16), floor.width() - x);
                int[] gids = cut(number, x, y, width, height);
                if (Arrays.stream(gids).anyMatch(gid -> gid != 0)) {
                    ObjectNode chunk = chunks.addObject();
                    putData(chunk, gids);
                    chunk.put("x", firstX + x)
                            .put("y", firstY + y)
                            .put("width", width)
                            .put("height", height);
                }
                x += width;
            }
            y += height;
        }
    }

    private int[] cut(int layer, int x, int y, int width, int height) {
        int[] gids = new int[width * height];
        for (int i = 0; i < gids.length; i++) {
            gids[i] = floor.layers().get(layer)[(y + i / width) * floor.width() + x + i % width];
            if (form.flips() && gids[i] != 0) {
                gids[i] |= random.nextInt(16) << 28;
            }
        }
        return gids;
    }

    private void putData(ObjectNode holder, int[] gids) throws IOException {
        if (form.data() == MapForm.Data.CSV) {
            ArrayNode data = holder.putArray("data");
            for (int gid : gids) {
                data.add(Integer.toUnsignedLong(gid));
            }
        } else {
            holder.put("data", Base64.getEncoder().encodeToString(pack(gids)));
        }
    }

    private byte[] pack(int[] gids) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(gids.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(gids);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = switch (form.data()) {
            case GZIP -> new GZIPOutputStream(packed);
            case ZLIB -> new DeflaterOutputStream(packed);
            default -> packed;
        }) {
            out.write(bytes.array());
        }
        return packed.toByteArray();
    }

    private void addObjects(ArrayNode layers) {
        double offset = form.groups() ? 7.5 : 0;
        ArrayNode into = layers;
        if (form.groups()) {
            ObjectNode group = layers.addObject()
                    .put("type", "group")
                    .put("offsetx", offset)
                    .put("visible", false);
            into = group.put("offsety", offset).putArray("layers");
        }
        ArrayNode objects = into.addObject()
                .put("type", "objectgroup")
                .put("name", "things")
                .putArray("objects");
        for (RandomFloor.Thing thing : floor.things()) {
            ObjectNode object = objects.addObject().put("type", thing.kind()).put("name", thing.name());
            object.put("x", (left + thing.x() + 0.5) * RandomFloor.TILE_SIZE - offset);
            object.put("y", (top + thing.y() + 0.5) * RandomFloor.TILE_SIZE - offset);
        }
    }

    private static void collides(ObjectNode holder, boolean value) {
        holder.putArray("properties")
                .addObject()
                .put("name", "collides")
                .put("type", "bool")
                .put("value", value);
    }
}
