package dev.maptick.server.tiled;

import java.util.List;

/**
 * The part of the tile grid that a plan covers: all of a map of fixed size, or the smallest rectangle round all chunks
 * of an infinite one.
 *
 * @param left column of the plan's first tile in the drawing, possibly negative
 * @param top row of the plan's first tile in the drawing, possibly negative
 * @param width columns, 1 to {@link FloorPlan#MAX_SIDE}
 * @param height rows, 1 to {@link FloorPlan#MAX_SIDE}
 */
record Extent(int left, int top, int width, int height) {

    static Extent of(Element map, MapHeader header, List<TileLayer> layers) {
        return header.infinite() ? round(map, layers) : new Extent(0, 0, header.width(), header.height());
    }

    int tiles() {
        return width * height;
    }

    private static Extent round(Element map, List<TileLayer> layers) {
        int left = Integer.MAX_VALUE;
        int top = Integer.MAX_VALUE;
        int right = Integer.MIN_VALUE;
        int bottom = Integer.MIN_VALUE;
        for (TileLayer layer : layers) {
            for (TileBlock block : layer.blocks()) {
                int x = layer.column(block);
                int y = layer.row(block);
                left = Math.min(left, x);
                top = Math.min(top, y);
                right = Math.max(right, x + block.width());
                bottom = Math.max(bottom, y + block.height());
                checkSpan(block, "columns", left, right);
                checkSpan(block, "rows", top, bottom);
            }
        }
        if (left > right) {
            throw map.problem("is infinite and has no chunks: nothing is drawn; allowed: at least one tile");
        }
        return new Extent(left, top, right - left, bottom - top);
    }

    private static void checkSpan(TileBlock block, String what, int from, int to) {
        if (to - from > FloorPlan.MAX_SIDE) {
            throw block.holder()
                    .problem("at (" + block.x() + ", " + block.y() + ") makes the map span the " + what + " " + from
                            + " to " + (to - 1) + ", " + (to - from) + " in all; allowed: at most "
                            + FloorPlan.MAX_SIDE + " (look for stray tiles far off)");
        }
    }
}
