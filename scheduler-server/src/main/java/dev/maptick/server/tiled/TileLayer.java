package dev.maptick.server.tiled;

import java.util.BitSet;

/**
 * Marks the tiles that one tile layer blocks.
 *
 * <p>A tile blocks if its own {@code collides} property is true, or any tile is drawn and the layer's {@code collides}
 * property is true. Layers hidden in the editor count like shown ones: a separate layer of collision tiles is usually
 * hidden. A place where no layer draws anything is walkable, as in the game engines that use the same property.
 */
final class TileLayer {

    private final Element layer;
    private final MapHeader header;
    private final TilesetTable tilesets;

    TileLayer(Element layer, MapHeader header, TilesetTable tilesets) {
        this.layer = layer;
        this.header = header;
        this.tilesets = tilesets;
    }

    /** Adds this layer's blocking tiles to {@code blocked}, by index {@code y * width + x}. */
    void markBlocked(BitSet blocked) {
        checkSize();
        GidArray data = data();
        boolean wholeLayer = layer.collides();
        boolean any = false;
        for (int tile = 0; tile < data.size(); tile++) {
            int gid = Gid.withoutFlags(data.get(tile));
            if (gid != Gid.EMPTY && (collides(gid, tile) || wholeLayer)) {
                blocked.set(tile);
                any = true;
            }
        }
        // A shifted layer of pure decoration is harmless; shifted walls would be drawn off the tiles they block.
        if (any && (layer.number("offsetx") != 0 || layer.number("offsety") != 0)) {
            throw layer.problem("has an offset and colliding tiles; allowed: an offset of 0, or no colliding tile");
        }
    }

    private boolean collides(int gid, int tile) {
        Tileset tileset = tilesets.find(gid);
        if (tileset == null) {
            throw layer.problem(
                    "data[" + tile + "]",
                    "is tile " + gid + ", which no tileset has; allowed: 0 (empty) or " + tilesets.ranges());
        }
        return tileset.collides(gid);
    }

    private void checkSize() {
        checkSide("width", header.width());
        checkSide("height", header.height());
    }

    private void checkSide(String side, int expected) {
        if (layer.has(side)) {
            int found = layer.integer(side, 1, FloorPlan.MAX_SIDE);
            if (found != expected) {
                throw layer.problem(side, "is " + found + "; allowed: the map's " + side + ", " + expected);
            }
        }
    }

    private GidArray data() {
        String format = "; allowed: tile layer format CSV, a plain array (set it in the map properties)";
        String encoding = layer.text("encoding");
        if (!encoding.isEmpty() && !encoding.equals("csv")) {
            throw layer.problem("encoding", "is " + Printable.quote(encoding) + format);
        }
        String compression = layer.text("compression");
        if (!compression.isEmpty()) {
            throw layer.problem("compression", "is " + Printable.quote(compression) + format);
        }
        if (layer.has("chunks")) {
            throw layer.problem("chunks", "belong to infinite maps; allowed: a map of fixed size");
        }
        Object raw = layer.raw("data");
        if (raw instanceof String) {
            throw layer.problem("data", "is text, so it is encoded" + format);
        }
        if (!(raw instanceof GidArray data)) {
            throw layer.wrongType("data", raw, "an array of tile numbers");
        }
        String bad = data.firstBad();
        if (bad != null) {
            throw layer.problem(
                    "data[" + data.firstBadIndex() + "]", bad + "; allowed: a whole number from 0 to 4294967295");
        }
        if (data.size() != header.tiles()) {
            throw layer.problem(
                    "data",
                    "has " + data.size() + " tiles; allowed: width x height = " + header.width() + " x "
                            + header.height() + " = " + header.tiles());
        }
        return data;
    }
}
