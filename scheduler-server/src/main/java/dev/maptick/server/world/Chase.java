package dev.maptick.server.world;

/** Going after someone who moves: a new way after each tile. Used inside the map's tick. */
final class Chase {
    private final Routes routes;

    Chase(Routes routes) {
        this.routes = routes;
    }

    /** Begins to go after someone for so many tiles; false if there is no way, or none to go. */
    boolean begin(Walker walker, Walker target, int tiles) {
        if (!routes.plan(walker, target.x(), target.y()) || !walker.hasPath()) {
            return false;
        }
        walker.follow(target, tiles);
        return true;
    }

    /**
     * After each tile: plans anew, or gives up because the target is reached, gone, out of reach or the patience at an end.
     *
     * @return false once the chase is over; the walker then stands
     */
    boolean goOn(Walker walker, Walker target) {
        boolean on = target.isPresent()
                && walker.isPatient()
                && distance(walker, target) > 1
                && routes.plan(walker, target.x(), target.y());
        if (!on) {
            walker.stop();
        }
        return on;
    }

    static int distance(Walker one, Walker other) {
        return Math.abs(one.x() - other.x()) + Math.abs(one.y() - other.y());
    }
}
