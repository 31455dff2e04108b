package dev.maptick.server.tiled;

import java.util.BitSet;

/**
 * The connected walkable areas of a grid: each tile carries the number of its area, or {@link FloorPlan#NO_AREA}.
 *
 * <p>Connected means by steps to the four neighbours. Immutable.
 */
final class FloorAreas {

    private static final int UNVISITED = -2;

    private final int width;
    private final int height;
    private final int[] area;
    private final int walkableTiles;
    private final int firstTileOfLargest;

    /** Labels the grid; {@code blocked} holds the blocking tiles by index {@code y * width + x}. */
    FloorAreas(int width, int height, BitSet blocked) {
        this.width = width;
        this.height = height;
        this.area = new int[width * height];
        for (int tile = 0; tile < area.length; tile++) {
            area[tile] = blocked.get(tile) ? FloorPlan.NO_AREA : UNVISITED;
        }
        int[] stack = new int[area.length];
        int areas = 0;
        int largest = 0;
        int first = -1;
        int total = 0;
        for (int tile = 0; tile < area.length; tile++) {
            if (area[tile] == UNVISITED) {
                int size = fill(tile, areas++, stack);
                total += size;
                if (size > largest) {
                    largest = size;
                    first = tile;
                }
            }
        }
        this.walkableTiles = total;
        this.firstTileOfLargest = first;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int walkableTiles() {
        return walkableTiles;
    }

    /** Area of a tile, {@link FloorPlan#NO_AREA} if blocked or outside. */
    int area(int x, int y) {
        if (x < 0 || y < 0 || x >= width || y >= height) {
            return FloorPlan.NO_AREA;
        }
        return area[y * width + x];
    }

    boolean walkable(int x, int y) {
        return area(x, y) != FloorPlan.NO_AREA;
    }

    /** Index of the first tile, in reading order, of the largest area; -1 if nothing is walkable. */
    int firstTileOfLargest() {
        return firstTileOfLargest;
    }

    /** Gives one area its number and returns its size. A tile is marked when pushed, so each is pushed once. */
    private int fill(int start, int number, int[] stack) {
        int depth = 0;
        int size = 0;
        area[start] = number;
        stack[depth++] = start;
        while (depth > 0) {
            int tile = stack[--depth];
            size++;
            int x = tile % width;
            depth = visit(x > 0, tile - 1, number, stack, depth);
            depth = visit(x < width - 1, tile + 1, number, stack, depth);
            depth = visit(tile >= width, tile - width, number, stack, depth);
            depth = visit(tile < area.length - width, tile + width, number, stack, depth);
        }
        return size;
    }

    private int visit(boolean inside, int tile, int number, int[] stack, int depth) {
        if (inside && area[tile] == UNVISITED) {
            area[tile] = number;
            stack[depth] = tile;
            return depth + 1;
        }
        return depth;
    }
}
