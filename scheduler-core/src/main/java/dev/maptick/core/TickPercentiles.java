package dev.maptick.core;

/**
 * How long the ticks of one map took and how late they were, by share, since its first tick. Both are of the same ticks, those
 * that had ended. Immutable.
 *
 * @param duration how long ticks took
 * @param lateness how long after their deadlines they started
 * @see TickSchedulerBuilder#percentilesPerMap(boolean)
 */
public record TickPercentiles(TimePercentiles duration, TimePercentiles lateness) {
    /** Of no tick. */
    public static final TickPercentiles NONE = new TickPercentiles(TimePercentiles.NONE, TimePercentiles.NONE);
}
