package dev.maptick.server.world;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The visitors of one map, from their arrival until they are given back to the directory. Each visitor is the walker of one
 * of the crowd's first slots, and keeps the residents around it thinking. Used inside the map's tick and its
 * {@code onClose}.
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
    private int count;

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
    }

    /** How many are inside. */
    int count() {
        return count;
    }

    /** Lets time go by: stays run out. */
    void step(int millis) {
        for (int slot = 0; slot < stayMillis.length; slot++) {
            stayMillis[slot] -= millis;
        }
    }

    /** Whether a visitor has stayed long enough and is on the way out. */
    boolean wantsToLeave(Walker visitor) {
        return stayMillis[visitor.slot] <= 0;
    }

    /** A visitor has come; without room for it it is turned back, and the answer is false. */
    boolean arrive(Visitor visitor) {
        int slot = freeSlot();
        if (slot < 0) {
            directory.turnBack(visitor);
            return false;
        }
        directory.letIn(visitor);
        visitors[slot] = visitor;
        count++;
        stayMillis[slot] = script.nextStayMillis(random);
        int spawn = places.anySpawn(random);
        Walker walker = crowd.at(slot);
        walker.appear(places.x(spawn), places.y(spawn), SPEED);
        changes.came(slot, visitor.id());
        changes.moved(slot, spawn);
        crowd.thinking().came(walker);
        return true;
    }

    /** A visitor leaves the map, from wherever it stands. */
    void leave(Walker walker) {
        Visitor visitor = visitors[walker.slot];
        if (visitor != null) {
            visitors[walker.slot] = null;
            count--;
            crowd.thinking().left(walker);
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

    private int freeSlot() {
        for (int slot = 0; slot < visitors.length; slot++) {
            if (visitors[slot] == null) {
                return slot;
            }
        }
        return -1;
    }
}
