package dev.maptick.server.tiled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Loads floor plans from maps drawn in Tiled, in its JSON form ({@code .tmj}).
 *
 * <p>Usable are orthogonal maps of fixed size with embedded tilesets and plain ("CSV") tile data; any number of tile
 * layers and object layers; image layers are passed over. All else is refused. Files are taken as untrusted: their
 * size, depth and number of values are bounded, so loading needs at most some 100 MB and a second, whatever they hold.
 *
 * <p>Stateless; may be called from any thread. Reads blocking, so never from a tick.
 */
public final class FloorPlanLoader {

    private static final int MAX_LAYERS = 256;

    private FloorPlanLoader() {}

    /**
     * Reads one file.
     *
     * @param path a {@code .tmj} file of at most 16 MiB
     * @return the plan, named after the file without its ending
     * @throws FloorPlanException if the file is missing, unreadable, or anything in it cannot be used
     */
    public static FloorPlan load(Path path) {
        return parse(path.toString(), MapFile.read(path));
    }

    /**
     * Reads a map already in memory.
     *
     * @param file what to call it in messages, and to name the plan after; path and ending are cut off
     * @param json the file's bytes, at most 16 MiB, UTF-8 (or UTF-16 or UTF-32); not kept
     * @return the plan
     * @throws FloorPlanException if anything in it cannot be used
     */
    public static FloorPlan parse(String file, byte[] json) {
        if (json.length > MapFile.MAX_BYTES) {
            throw MapFile.tooLarge(file, json.length);
        }
        Element map = JsonTree.read(file, json);
        MapHeader header = MapHeader.read(map);
        TilesetTable tilesets = TilesetTable.read(map);
        List<Element> objectLayers = new ArrayList<>();
        BitSet blocked = new BitSet(header.tiles());
        for (Element layer : layersOf(map)) {
            switch (layer.text("type")) {
                case "tilelayer" -> new TileLayer(layer, header, tilesets).markBlocked(blocked);
                case "objectgroup" -> objectLayers.add(layer);
                case "imagelayer" -> {
                    // a picture; nothing to stand on or bump into
                }
                case "group" -> throw layer.problem("layer groups are not supported yet: ungroup");
                default ->
                    throw layer.problem(
                            "type",
                            "is " + Printable.quote(layer.text("type"))
                                    + "; allowed: \"tilelayer\", \"objectgroup\", \"imagelayer\"");
            }
        }
        FloorAreas areas = new FloorAreas(header.width(), header.height(), blocked);
        if (areas.walkableTiles() == 0) {
            throw map.problem("has no walkable tile: all " + header.tiles() + " tiles collide");
        }
        // Objects come after all tiles, as a later layer may still block the tile that a resident stands on.
        Landmarks landmarks = new Landmarks(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Element layer : objectLayers) {
            new ObjectLayer(layer, header, tilesets).gather(areas, landmarks);
        }
        return new FloorPlan(planName(file), areas, landmarks.withSpawn(areas));
    }

    private static List<Element> layersOf(Element map) {
        if (!map.has("layers")) {
            throw map.wrongType("layers", null, "an array of objects");
        }
        return map.elements("layers", MAX_LAYERS);
    }

    private static String planName(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
