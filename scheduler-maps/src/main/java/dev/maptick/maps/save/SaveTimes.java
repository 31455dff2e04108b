package dev.maptick.maps.save;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * At what time something is due for which map, and what the driver knows of it. Guarded by the coordinator's lock.
 *
 * <p><b>Nothing is overlooked:</b> every time in here is at or after {@code toldNs}, at which the driver asks again, or it
 * was set since the last {@link #takeEarlier}, which the coordinator calls at the end of the same section under the lock
 * and then calls the driver. A time told by a call counts as told at once, since the driver asks again after each call;
 * what is set between the call and that question is earlier and told by a call of its own, or not and in the answer.
 */
final class SaveTimes {
    /** Times lie close together, so their differences order them. */
    private final TreeSet<MapSaving> timed = new TreeSet<>(SaveTimes::byTime);

    /** Whether the driver knows of any time. */
    private boolean told;

    private long toldNs;
    private boolean earlier;

    private static int byTime(MapSaving a, MapSaving b) {
        long difference = a.dueNs - b.dueNs;
        return difference == 0 ? Long.compare(a.serial, b.serial) : Long.signum(difference);
    }

    /** Gives a time to a map that has none. */
    void set(MapSaving map, long dueNs) {
        map.dueNs = dueNs;
        timed.add(map);
        if (!told || dueNs - toldNs < 0) {
            told = true;
            toldNs = dueNs;
            earlier = true;
        }
    }

    boolean remove(MapSaving map) {
        return timed.remove(map);
    }

    /** Takes out the first map whose time has come. */
    @Nullable
    MapSaving pollDue(long nowNs) {
        if (timed.isEmpty() || timed.first().dueNs - nowNs > 0) {
            return null;
        }
        return timed.pollFirst();
    }

    /** The driver's question: after how long it has to ask again if it is not called. */
    long nextIn(long nowNs) {
        told = !timed.isEmpty();
        if (!told) {
            return SaveCoordinator.NOTHING_DUE;
        }
        toldNs = timed.first().dueNs;
        return Math.max(0, toldNs - nowNs);
    }

    /** Whether a time was set since the last call of this that is earlier than the driver knows. */
    boolean takeEarlier() {
        boolean was = earlier;
        earlier = false;
        return was;
    }
}
