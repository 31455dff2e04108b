package dev.maptick.server.tiled;

/**
 * A rectangle of tiles with data of its own: a whole layer of a map of fixed size, or one chunk of an infinite one.
 *
 * @param holder the layer or chunk whose {@code data} it is
 * @param x column of its first tile on the layer, possibly negative
 * @param y row of its first tile on the layer, possibly negative
 * @param width columns, 1 to {@link FloorPlan#MAX_SIDE}
 * @param height rows, 1 to {@link FloorPlan#MAX_SIDE}
 */
record TileBlock(Element holder, int x, int y, int width, int height) {

    /** Furthest place from the origin; only so large that sums of places never overflow. */
    static final int MAX_PLACE = 1 << 24;

    static TileBlock chunk(Element chunk) {
        return new TileBlock(
                chunk,
                chunk.integer("x", -MAX_PLACE, MAX_PLACE),
                chunk.integer("y", -MAX_PLACE, MAX_PLACE),
                chunk.integer("width", 1, FloorPlan.MAX_SIDE),
                chunk.integer("height", 1, FloorPlan.MAX_SIDE));
    }

    int tiles() {
        return width * height;
    }
}
