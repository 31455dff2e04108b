package dev.maptick.server.world;

/**
 * Someone who goes from map to map. Waits in the directory's line, is on the way to a map, or inside one; handed over through
 * the directory's lock and through posts, so the fields need no lock of their own.
 */
final class Visitor {
    /** Where a visitor is. */
    enum Place {
        LINE,
        WAY,
        MAP
    }

    private final int id;

    /** Guarded by the directory's lock. */
    private Place place = Place.LINE;

    /** How often it has set out; guarded by the directory's lock too. */
    private long trip;

    Visitor(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    Place place() {
        return place;
    }

    long trip() {
        return trip;
    }

    void goTo(Place next) {
        place = next;
        if (next == Place.WAY) {
            trip++;
        }
    }
}
