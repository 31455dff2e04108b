package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;
import org.jspecify.annotations.Nullable;

/**
 * Who sees whom: every walker looks out for those in the first slots, at most 64. A share of the walkers looks in each
 * tick, in turn. Used inside the map's tick; allocates only when made.
 */
final class Watch {
    private static final int MOST_WATCHED = Long.SIZE;

    private final FloorPlan plan;
    private final Crowd crowd;
    private final int watched;
    private final int range;
    private final int turns;
    private final long[] seen;
    private int turn;

    /**
     * A watch that nobody has begun.
     *
     * @param watched how many slots are looked out for, from the first
     * @param range how far anyone sees, in tiles along both axes
     * @param turns in how many ticks everybody has looked once
     */
    Watch(FloorPlan plan, Crowd crowd, int watched, int range, int turns) {
        this.plan = plan;
        this.crowd = crowd;
        this.watched = Math.min(watched, MOST_WATCHED);
        this.range = range;
        this.turns = turns;
        seen = new long[crowd.size()];
    }

    /** Lets those whose turn it is look around, and tells of each meeting: someone seen who was not seen before. */
    void look(ChangeLog changes) {
        for (int slot = turn; slot < crowd.size(); slot += turns) {
            Walker watcher = crowd.at(slot);
            long before = seen[slot];
            long now = watcher.isPresent() ? seenBy(watcher) : 0;
            seen[slot] = now;
            for (long met = now & ~before; met != 0; met &= met - 1) {
                changes.met(slot, Long.numberOfTrailingZeros(met));
            }
        }
        turn = (turn + 1) % turns;
    }

    /** The nearest of those that a walker saw when it last looked and who are still there; null if there is none. */
    @Nullable
    Walker nearestSeen(Walker watcher) {
        Walker nearest = null;
        int nearestDistance = Integer.MAX_VALUE;
        for (long others = seen[watcher.slot]; others != 0; others &= others - 1) {
            Walker other = crowd.at(Long.numberOfTrailingZeros(others));
            int distance = Math.abs(other.x() - watcher.x()) + Math.abs(other.y() - watcher.y());
            if (other.isPresent() && distance < nearestDistance) {
                nearest = other;
                nearestDistance = distance;
            }
        }
        return nearest;
    }

    private long seenBy(Walker watcher) {
        long mask = 0;
        int x = watcher.x();
        int y = watcher.y();
        for (int slot = 0; slot < watched; slot++) {
            Walker other = crowd.at(slot);
            if (other.isPresent()
                    && other != watcher
                    && Math.abs(other.x() - x) <= range
                    && Math.abs(other.y() - y) <= range
                    && Sight.sees(plan, x, y, other.x(), other.y())) {
                mask |= 1L << slot;
            }
        }
        return mask;
    }
}
