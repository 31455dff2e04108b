package dev.maptick.server.world;

/**
 * Someone who goes from map to map. Owned by the directory or by the one map it is in; handed over through the directory's
 * lock, so the fields need none.
 */
final class Visitor {
    private final int id;

    /** Guarded by the directory's lock. */
    private boolean inside;

    Visitor(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    boolean isInside() {
        return inside;
    }

    void setInside(boolean now) {
        inside = now;
    }
}
