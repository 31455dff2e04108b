package dev.maptick.server.tiled;

import java.util.List;

/**
 * What a map's simulation needs to know of a drawn map: its size, which tiles block, and its residents, doors and
 * spawn points.
 *
 * <p>Immutable, so any number of maps on any threads may share one plan. Costs four bytes per tile. Coordinates are in
 * tiles, from (0, 0) at the top left.
 */
public final class FloorPlan {

    /** Largest width and height a plan may have, in tiles. */
    public static final int MAX_SIDE = 1024;

    /** What {@link #area(int, int)} answers for a tile nobody can stand on. */
    public static final int NO_AREA = -1;

    private final String name;
    private final FloorAreas areas;
    private final List<Landmark> residents;
    private final List<Landmark> doors;
    private final List<Landmark> spawns;

    FloorPlan(String name, FloorAreas areas, Landmarks landmarks) {
        this.name = name;
        this.areas = areas;
        this.residents = List.copyOf(landmarks.residents());
        this.doors = List.copyOf(landmarks.doors());
        this.spawns = List.copyOf(landmarks.spawns());
    }

    /**
     * The plan's name: its file name without the ending.
     *
     * @return name
     */
    public String name() {
        return name;
    }

    /**
     * Number of columns.
     *
     * @return width in tiles, 1 to {@link #MAX_SIDE}
     */
    public int width() {
        return areas.width();
    }

    /**
     * Number of rows.
     *
     * @return height in tiles, 1 to {@link #MAX_SIDE}
     */
    public int height() {
        return areas.height();
    }

    /**
     * Whether nobody can stand on a tile. Everything outside the plan is blocked, so a caller need not check borders.
     *
     * @param x column in tiles
     * @param y row in tiles
     * @return true if the tile collides or lies outside
     */
    public boolean blocked(int x, int y) {
        return areas.area(x, y) == NO_AREA;
    }

    /**
     * The connected area a tile belongs to. Two walkable tiles can be walked between, in steps to the four neighbours,
     * exactly if they have the same area; so "unreachable" is known without a search.
     *
     * @param x column in tiles
     * @param y row in tiles
     * @return number of the area, from 0, or {@link #NO_AREA} if blocked or outside
     */
    public int area(int x, int y) {
        return areas.area(x, y);
    }

    /**
     * How many tiles can be stood on.
     *
     * @return count, at least 1
     */
    public int walkableTiles() {
        return areas.walkableTiles();
    }

    /**
     * Where the map's residents (or monsters) start; all on walkable tiles.
     *
     * @return unmodifiable, in the order of the file, possibly empty
     */
    public List<Landmark> residents() {
        return residents;
    }

    /**
     * The doors; a door's own tile may be blocked.
     *
     * @return unmodifiable, in the order of the file, possibly empty
     */
    public List<Landmark> doors() {
        return doors;
    }

    /**
     * Where players appear; all on walkable tiles. If none was drawn there is one, named {@code spawn}: the first
     * walkable tile above, right of, below or left of a door, else the first tile of the largest connected area.
     *
     * @return unmodifiable, in the order of the file, never empty
     */
    public List<Landmark> spawns() {
        return spawns;
    }

    @Override
    public String toString() {
        return "FloorPlan[" + Printable.escape(name) + " " + width() + "x" + height() + ", " + walkableTiles()
                + " walkable, " + residents.size() + " residents, " + doors.size() + " doors, " + spawns.size()
                + " spawns]";
    }
}
