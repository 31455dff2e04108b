package dev.maptick.server.world;

import org.jspecify.annotations.Nullable;

/**
 * The walkers of one map and their movement. Slots for visitors come first, so that whoever only looks out for visitors
 * looks at the first slots. Used inside the map's tick; allocates only when made.
 */
final class Crowd {
    private final Walker[] walkers;
    private final int visitorSlots;
    private final Places places;
    private final ChangeLog changes;

    /** There once the map is open. */
    private @Nullable Thinking thinking;

    Crowd(Places places, int visitorSlots, int residentSlots, ChangeLog changes) {
        this.places = places;
        this.visitorSlots = visitorSlots;
        this.changes = changes;
        walkers = new Walker[visitorSlots + residentSlots];
        for (int slot = 0; slot < walkers.length; slot++) {
            walkers[slot] = new Walker(slot);
        }
    }

    void open(Thinking begun) {
        thinking = begun;
    }

    Thinking thinking() {
        if (thinking == null) {
            throw new IllegalStateException("nobody comes before the map is open");
        }
        return thinking;
    }

    int size() {
        return walkers.length;
    }

    int visitorSlots() {
        return visitorSlots;
    }

    Walker at(int slot) {
        return walkers[slot];
    }

    boolean isVisitor(Walker walker) {
        return walker.slot < visitorSlots;
    }

    /** Moves everybody by some time, tile by tile. A visitor who stands decides at once, a resident when it thinks. */
    void step(int millis, Mind mind) {
        for (Walker walker : walkers) {
            if (walker.isPresent() && !walker.isPausing(millis)) {
                if (walker.hasPath()) {
                    walk(walker, millis, mind);
                } else if (isVisitor(walker)) {
                    mind.decide(walker);
                }
            }
        }
    }

    private void walk(Walker walker, int millis, Mind mind) {
        walker.walk(millis);
        for (int tile = walker.nextTile(); tile >= 0; tile = walker.nextTile()) {
            walker.standOn(places.x(tile), places.y(tile));
            changes.moved(walker.slot, tile);
            thinking().moved(walker);
            mind.entered(walker);
        }
    }
}
