package dev.maptick.core;

import java.util.List;

/**
 * What {@link TickScheduler#rebalancePhases()} has done. Immutable.
 *
 * <p>{@code registrations = moved + noted + kept + fixed + dedicated + changed + unslotted}.
 *
 * @param registrations all that had not left when they were looked at
 * @param moved that have another phase now
 * @param noted that were inside a tick and get another phase at the end of it
 * @param kept whose phase is good as it is
 * @param fixed of the pool that asked for a phase of their own, which is never changed
 * @param dedicated on dedicated threads or on their way to or from one, which need no slot
 * @param changed that are leaving, or changed their grid or placement at this moment: left alone
 * @param unslotted of the pool left alone because the stagger was given from outside, and nothing is known of its slots
 * @param periods the slots of each period that has registrations with slots, the shortest first
 */
public record RebalanceReport(
        int registrations,
        int moved,
        int noted,
        int kept,
        int fixed,
        int dedicated,
        int changed,
        int unslotted,
        List<PeriodLoad> periods) {

    /**
     * The expected work of the slots of one period: what the ticks of all maps in a slot cost, suspended maps included,
     * since they may resume.
     *
     * @param periodNanos the period
     * @param slots how many slots it has
     * @param registrations how many registrations tick in them, those of a fixed phase included
     * @param meanNanos mean work of a slot
     * @param maxNanosBefore work of the slot that had most
     * @param maxNanosAfter work of the slot that has most now, or once the noted moves are made
     */
    public record PeriodLoad(
            long periodNanos, int slots, int registrations, long meanNanos, long maxNanosBefore, long maxNanosAfter) {}
}
