package dev.maptick.server.tiled;

import java.util.List;

/** The landmarks gathered from a map's object layers, by kind, in the order of the file. */
record Landmarks(List<Landmark> residents, List<Landmark> doors, List<Landmark> spawns) {

    /** The same with a spawn point added where the drawing has none, as {@link FloorPlan#spawns()} describes. */
    Landmarks withSpawn(FloorAreas areas) {
        if (!spawns.isEmpty()) {
            return this;
        }
        return new Landmarks(residents, doors, List.of(fallbackSpawn(areas)));
    }

    private Landmark fallbackSpawn(FloorAreas areas) {
        for (Landmark door : doors) {
            int x = door.x();
            int y = door.y();
            if (areas.walkable(x, y - 1)) {
                return spawnAt(x, y - 1);
            }
            if (areas.walkable(x + 1, y)) {
                return spawnAt(x + 1, y);
            }
            if (areas.walkable(x, y + 1)) {
                return spawnAt(x, y + 1);
            }
            if (areas.walkable(x - 1, y)) {
                return spawnAt(x - 1, y);
            }
        }
        int tile = areas.firstTileOfLargest();
        return spawnAt(tile % areas.width(), tile / areas.width());
    }

    private static Landmark spawnAt(int x, int y) {
        return new Landmark("spawn", x, y);
    }
}
