package dev.maptick.server.world;

import dev.maptick.server.world.path.PathFinder;
import dev.maptick.server.world.path.PathResult;

/** Plans the ways of one map's walkers. Used inside the map's tick; allocates only while paths still grow longer. */
final class Routes {
    private final Places places;
    private final PathFinder finder;

    Routes(Places places) {
        this.places = places;
        finder = new PathFinder(places.plan());
    }

    /**
     * Gives a walker the shortest way to a tile.
     *
     * @return false, leaving it without a way, if there is none or the search ran into its budget
     */
    boolean plan(Walker walker, int toX, int toY) {
        PathResult result = finder.find(walker.x(), walker.y(), toX, toY);
        int length = result == PathResult.FOUND ? finder.length() : 0;
        int[] path = walker.newPath(length);
        for (int i = 0; i < length; i++) {
            path[i] = places.tile(finder.stepX(i), finder.stepY(i));
        }
        return result == PathResult.FOUND;
    }

    boolean plan(Walker walker, int tile) {
        return plan(walker, places.x(tile), places.y(tile));
    }
}
