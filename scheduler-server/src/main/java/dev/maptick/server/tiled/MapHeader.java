package dev.maptick.server.tiled;

/**
 * The map's own fields: size in tiles and size of a tile in pixels, after checking that it is a kind of map that can be
 * used.
 */
record MapHeader(int width, int height, int tileWidth, int tileHeight) {

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
        if (map.flag("infinite")) {
            throw map.problem("infinite", "is true; allowed: false (clear \"Infinite\" in the map properties)");
        }
        return new MapHeader(
                map.integer("width", 1, FloorPlan.MAX_SIDE),
                map.integer("height", 1, FloorPlan.MAX_SIDE),
                map.integer("tilewidth", 1, MAX_TILE),
                map.integer("tileheight", 1, MAX_TILE));
    }

    int tiles() {
        return width * height;
    }
}
