package dev.maptick.server.tiled;

/**
 * The map's own fields, after checking that it is a kind of map that can be used.
 *
 * @param infinite whether the map has no size of its own but is as large as its chunks
 * @param width columns of a map of fixed size; 0 for an infinite one, whose file names a size that means nothing
 * @param height rows of a map of fixed size, else 0
 * @param tileWidth width of a tile in pixels
 * @param tileHeight height of a tile in pixels
 */
record MapHeader(boolean infinite, int width, int height, int tileWidth, int tileHeight) {

    /** Largest side of a tile, in pixels. */
    private static final int MAX_TILE = 4096;

    static MapHeader read(Element map) {
        String type = map.text("type");
        // Tiled writes the type since 1.0; before, the layers tell a map from a tileset.
        if (!type.equals("map") && !(type.isEmpty() && map.has("layers"))) {
            throw map.problem(
                    "type",
                    (type.isEmpty() ? "is missing" : "is " + Printable.quote(type))
                            + ", so this is not a Tiled map; allowed: \"map\"");
        }
        String orientation = map.text("orientation");
        if (!orientation.equals("orthogonal")) {
            throw map.problem(
                    "orientation",
                    (orientation.isEmpty() ? "is missing" : "is " + Printable.quote(orientation))
                            + "; allowed: \"orthogonal\"");
        }
        boolean infinite = map.flag("infinite");
        return new MapHeader(
                infinite,
                infinite ? 0 : map.integer("width", 1, FloorPlan.MAX_SIDE),
                infinite ? 0 : map.integer("height", 1, FloorPlan.MAX_SIDE),
                map.integer("tilewidth", 1, MAX_TILE),
                map.integer("tileheight", 1, MAX_TILE));
    }
}
