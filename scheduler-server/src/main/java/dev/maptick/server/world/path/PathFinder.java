package dev.maptick.server.world.path;

import dev.maptick.server.tiled.FloorPlan;
import java.util.Arrays;

/**
 * Finds shortest paths on a floor plan, in steps to the four neighbours (A*).
 *
 * <p>Four neighbours and not eight: residents move a whole tile at a time, a diagonal step past a wall's corner would
 * need a rule of its own, and with equal steps the search needs no priority heap (see below).
 *
 * <p>Not thread-safe: one per map, used only on that map's tick. Memory comes with the first search: four bytes per tile
 * of the plan, plus stacks and path that grow with use; a 20x15 plan costs under 4 KB. Once those have grown to what the
 * map's searches need, a search allocates nothing. A search expands at most the budget's number of tiles, so it ends
 * within a bound on time, and {@link #budgetHits()} counts those that ran into it.
 *
 * <p>How it works. With unit steps and the Manhattan distance as estimate, a neighbour's estimated total is either that
 * of the tile it is reached from (a step towards the goal) or two more (a step away). So only two totals are ever open,
 * and two stacks take the heap's place: "near" for the current total, "far" for the next. When near runs empty, they
 * swap. Last in, first out on near makes the search run straight for the goal among equals. A tile may enter far and
 * later near; the entry left in far is recognised by the tile's mark and passed over. A mark holds the number of the
 * search, so nothing is cleared between searches.
 */
public final class PathFinder {

    /** Budget used when none is given, in expanded tiles; covers any plan of up to 64x64 tiles in full. */
    public static final int DEFAULT_BUDGET = 4096;

    private static final int[] DX = {0, 1, 0, -1};
    private static final int[] DY = {-1, 0, 1, 0};

    /** Mark, from the lowest bit: direction it was entered in (2), stack it is in (1), expanded (1), search (28). */
    private static final int DIRECTION_MASK = 0b0011;

    private static final int STACK_SHIFT = 2;
    private static final int STACK_MASK = 0b0100;
    private static final int EXPANDED = 0b1000;
    private static final int SEARCH_SHIFT = 4;
    static final int LAST_SEARCH = (1 << (32 - SEARCH_SHIFT)) - 1;

    private final FloorPlan plan;
    private final int width;
    private final int budget;

    private int[] mark = {};
    private final TileStack[] stacks = {new TileStack(), new TileStack()};
    private final TileStack path = new TileStack();
    /** Number of the current search; open to the package for the test of its wrap-around. */
    int search;

    private int expanded;
    private long searches;
    private long budgetHits;

    /**
     * A finder with the default budget.
     *
     * @param plan where to walk; shared, never changed
     */
    public PathFinder(FloorPlan plan) {
        this(plan, DEFAULT_BUDGET);
    }

    /**
     * A finder with a budget of its own.
     *
     * @param plan where to walk; shared, never changed
     * @param budget most tiles one search may expand, at least 1
     * @throws IllegalArgumentException if the budget is below 1
     */
    public PathFinder(FloorPlan plan, int budget) {
        if (budget < 1) {
            throw new IllegalArgumentException("budget=" + budget + "; allowed: at least 1 tile per search");
        }
        this.plan = plan;
        this.width = plan.width();
        this.budget = budget;
    }

    /**
     * Searches a shortest path. Coordinates are in tiles; any values are allowed, those outside are unreachable.
     *
     * @param fromX column to start at
     * @param fromY row to start at
     * @param toX column of the goal
     * @param toY row of the goal
     * @return how it ended; after {@link PathResult#FOUND} the path can be read from this finder, else it is empty
     */
    public PathResult find(int fromX, int fromY, int toX, int toY) {
        searches++;
        expanded = 0;
        path.clear();
        int area = plan.area(fromX, fromY);
        if (area == FloorPlan.NO_AREA || area != plan.area(toX, toY)) {
            return PathResult.UNREACHABLE;
        }
        if (fromX == toX && fromY == toY) {
            return PathResult.FOUND;
        }
        beginSearch();
        int start = fromY * width + fromX;
        int goal = toY * width + toX;
        if (!expandUntil(start, goal, toX, toY)) {
            budgetHits++;
            return PathResult.OUT_OF_BUDGET;
        }
        tracePath(start, goal);
        return PathResult.FOUND;
    }

    /**
     * Number of steps of the path found last.
     *
     * @return steps; 0 if the start was the goal, or nothing was found
     */
    public int length() {
        return path.size();
    }

    /**
     * Column of a tile on the path found last.
     *
     * @param step 0 for the first tile after the start, up to {@code length() - 1} for the goal
     * @return column in tiles
     * @throws IndexOutOfBoundsException if there is no such step
     */
    public int stepX(int step) {
        return tileAt(step) % width;
    }

    /**
     * Row of a tile on the path found last.
     *
     * @param step 0 for the first tile after the start, up to {@code length() - 1} for the goal
     * @return row in tiles
     * @throws IndexOutOfBoundsException if there is no such step
     */
    public int stepY(int step) {
        return tileAt(step) / width;
    }

    /**
     * How many tiles the last search expanded.
     *
     * @return count, at most the budget
     */
    public int expanded() {
        return expanded;
    }

    /**
     * How many searches were made.
     *
     * @return count since creation
     */
    public long searches() {
        return searches;
    }

    /**
     * How many searches ended {@link PathResult#OUT_OF_BUDGET}.
     *
     * @return count since creation
     */
    public long budgetHits() {
        return budgetHits;
    }

    private int tileAt(int step) {
        // The path is traced from the goal backwards.
        return path.get(path.size() - 1 - step);
    }

    private void beginSearch() {
        if (mark.length == 0) {
            mark = new int[width * plan.height()];
        }
        if (search == LAST_SEARCH) {
            Arrays.fill(mark, 0);
            search = 0;
        }
        search++;
        stacks[0].clear();
        stacks[1].clear();
    }

    /** Expands tiles until the goal is reached, true, or the budget is used up, false. */
    private boolean expandUntil(int start, int goal, int toX, int toY) {
        int near = 0;
        mark[start] = search << SEARCH_SHIFT;
        stacks[near].push(start);
        while (true) {
            if (stacks[near].size() == 0) {
                // Never both empty: goal and start lie in one area, so an open tile remains until the goal is reached.
                near ^= 1;
            }
            int tile = stacks[near].pop();
            if ((mark[tile] & EXPANDED) != 0) {
                continue;
            }
            if (tile == goal) {
                return true;
            }
            if (expanded == budget) {
                return false;
            }
            expanded++;
            mark[tile] |= EXPANDED;
            expand(tile, near, toX, toY);
        }
    }

    private void expand(int tile, int near, int toX, int toY) {
        int x = tile % width;
        int y = tile / width;
        for (int direction = 0; direction < DX.length; direction++) {
            int nextX = x + DX[direction];
            int nextY = y + DY[direction];
            if (!plan.blocked(nextX, nextY)) {
                boolean towards = Math.abs(nextX - toX) + Math.abs(nextY - toY) < Math.abs(x - toX) + Math.abs(y - toY);
                open(nextY * width + nextX, direction, towards ? near : near ^ 1, near);
            }
        }
    }

    /** Puts a tile on a stack unless it is already known with a total no greater. */
    private void open(int tile, int direction, int stack, int near) {
        int old = mark[tile];
        if (old >>> SEARCH_SHIFT == search) {
            boolean improves = (old & EXPANDED) == 0 && stack == near && (old & STACK_MASK) >>> STACK_SHIFT != near;
            if (!improves) {
                return;
            }
        }
        mark[tile] = search << SEARCH_SHIFT | stack << STACK_SHIFT | direction;
        stacks[stack].push(tile);
    }

    private void tracePath(int start, int goal) {
        int tile = goal;
        while (tile != start) {
            path.push(tile);
            int direction = mark[tile] & DIRECTION_MASK;
            tile -= DY[direction] * width + DX[direction];
        }
    }
}
