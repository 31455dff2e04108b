package dev.maptick.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the maps of groups the periods of their levels. The guard's thread only.
 *
 * <p>The maps that are to change are changed a sixteenth at a time, so that the new grids, each of which begins at the old one's
 * next point, do not all begin within one old period.
 */
final class PeriodChanges {
    static final long PAUSE_NS = 16_000_000;

    private static final int PARTS = 16;

    private final Controls controls;
    private final Map<TickEntry, Stretched> stretched = new HashMap<>();
    private List<Change> pending = new ArrayList<>();
    private int done;

    PeriodChanges(Controls controls) {
        this.controls = controls;
    }

    /** A map at a period that is not its owner's. */
    private static final class Stretched {
        private final long ownNs;
        private long setNs;

        /** Its owner has set another one since. */
        private boolean owners;

        Stretched(long ownNs) {
            this.ownNs = ownNs;
            this.setNs = ownNs;
        }
    }

    private record Change(TickEntry entry, Stretched state, long toNs) {}

    /** How many maps are at a longer period than their owner's, or about to be. */
    int stretchedMaps() {
        return stretched.size();
    }

    boolean isUnderWay() {
        return done < pending.size();
    }

    /** Forgets maps that have left. */
    void forgetGone() {
        stretched.keySet().removeIf(entry -> entry.state() == TickState.STOPPED);
    }

    /** The period its owner wants, 0 if the map has another one that is not from here either, or did have. */
    long ownPeriodNs(TickEntry entry) {
        Stretched state = stretched.isEmpty() ? null : stretched.get(entry);
        long nowNs = entry.periodNs();
        if (state == null) {
            return nowNs;
        }
        return !state.owners && (nowNs == state.ownNs || nowNs == state.setNs) ? state.ownNs : 0;
    }

    /**
     * Notes a map if it is not as it should be.
     *
     * @param stepNs the period it is to be stretched to, 0 for its own
     * @return whether it was noted
     */
    boolean plan(TickEntry entry, long stepNs) {
        Stretched state = stretched.get(entry);
        if (state == null) {
            long ownNs = entry.periodNs();
            // A map that sleeps is no load, and comes at the next look once it is awake.
            if (stepNs <= ownNs || entry.state() == TickState.SUSPENDED) {
                return false;
            }
            state = new Stretched(ownNs);
            stretched.put(entry, state);
        }
        if (state.owners) {
            if (stepNs == 0) {
                stretched.remove(entry);
            }
            return false;
        }
        long toNs = Math.max(stepNs, state.ownNs);
        if (toNs == state.setNs) {
            return false;
        }
        pending.add(new Change(entry, state, toNs));
        return true;
    }

    /** The next part of what is to be changed. */
    void go() {
        int end = Math.min(pending.size(), done + (pending.size() + PARTS - 1) / PARTS);
        for (; done < end; done++) {
            change(pending.get(done));
        }
        if (!isUnderWay()) {
            pending = new ArrayList<>();
            done = 0;
        }
    }

    private void change(Change change) {
        Stretched state = change.state;
        ControlResult result = controls.setPeriod(change.entry, state.setNs, change.toNs);
        if (result == ControlResult.GONE) {
            stretched.remove(change.entry);
            return;
        }
        // Not as it was left: its owner has changed it, be it to the very same.
        state.owners |= result == ControlResult.UNCHANGED;
        state.setNs = change.toNs;
        if (change.toNs == state.ownNs) {
            stretched.remove(change.entry);
        }
    }
}
