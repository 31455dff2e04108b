package dev.maptick.server.world;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The visitors of one map: takes them from the directory by the map's script and gives them back. Each visitor is the
 * walker of one of the crowd's first slots. Used inside the map's tick and its {@code onClose}.
 */
final class Guests {
    private static final int SPEED = 3_200;

    private final VisitorDirectory directory;
    private final VisitorScript script;
    private final Places places;
    private final Crowd crowd;
    private final ChangeLog changes;
    private final SplittableRandom random;
    private final @Nullable Visitor[] visitors;
    private final int[] stayMillis;
    private int gapMillis;

    Guests(
            VisitorDirectory directory,
            VisitorScript script,
            Places places,
            Crowd crowd,
            ChangeLog changes,
            SplittableRandom random) {
        this.directory = directory;
        this.script = script;
        this.places = places;
        this.crowd = crowd;
        this.changes = changes;
        this.random = random;
        visitors = new @Nullable Visitor[crowd.visitorSlots()];
        stayMillis = new int[crowd.visitorSlots()];
        gapMillis = script.nextGapMillis(random);
    }

    /** Lets time go by: stays run out, and the next visitor may come. At most one comes per tick. */
    void step(int millis) {
        for (int slot = 0; slot < stayMillis.length; slot++) {
            stayMillis[slot] -= millis;
        }
        gapMillis -= millis;
        if (gapMillis <= 0) {
            gapMillis = script.nextGapMillis(random);
            letIn();
        }
    }

    /** Whether a visitor has stayed long enough and is on the way out. */
    boolean wantsToLeave(Walker visitor) {
        return stayMillis[visitor.slot] <= 0;
    }

    /** A visitor leaves the map, from wherever it stands. */
    void leave(Walker walker) {
        Visitor visitor = visitors[walker.slot];
        if (visitor != null) {
            visitors[walker.slot] = null;
            walker.disappear();
            changes.left(walker.slot, visitor.id());
            directory.giveBack(visitor);
        }
    }

    void leaveAll() {
        for (int slot = 0; slot < visitors.length; slot++) {
            leave(crowd.at(slot));
        }
    }

    private void letIn() {
        int slot = freeSlot();
        if (slot < 0) {
            return;
        }
        Visitor visitor = directory.take();
        if (visitor == null) {
            return;
        }
        visitors[slot] = visitor;
        stayMillis[slot] = script.nextStayMillis(random);
        int spawn = places.anySpawn(random);
        crowd.at(slot).appear(places.x(spawn), places.y(spawn), SPEED);
        changes.came(slot, visitor.id());
        changes.moved(slot, spawn);
    }

    private int freeSlot() {
        for (int slot = 0; slot < visitors.length; slot++) {
            if (visitors[slot] == null) {
                return slot;
            }
        }
        return -1;
    }
}
