package dev.maptick.core;

/**
 * One registration's counts and times, all taken at one moment between two events of that registration. Immutable.
 *
 * <p>{@code ticks + skipped + suspended = gridPointsConsumed} holds in every snapshot.
 *
 * @param state what the registration is doing
 * @param placement where its ticks run
 * @param periodNanos its period
 * @param firstDeadlineNanos the origin of its present grid, on the scheduler's clock
 * @param nextDeadlineNanos the first grid point not consumed yet
 * @param lastDeadlineNanos deadline of the latest tick started, meaningless while {@code ticks} is 0
 * @param lastStartNanos start of the latest tick, meaningless while {@code ticks} is 0
 * @param gridPointsConsumed grid points ticked, skipped or suspended, over all its grids
 * @param ticks ticks started, faulted ones included, the last task not
 * @param ticksEnded ticks ended, so {@code ticks} or one less
 * @param skipped deadlines passed over because a tick took too long
 * @param suspended deadlines that went by while it was suspended
 * @param faults ticks that threw
 * @param consecutiveFaults faults since the latest tick that did not throw
 * @param overruns ticks that lasted longer than the period
 * @param lateTicks ticks that started more than 1 ms after their deadline
 * @param durationNanosTotal sum of all tick durations
 * @param durationNanosMax longest tick
 * @param durationNanosLast latest tick that ended
 * @param latenessNanosTotal sum of all latenesses
 * @param latenessNanosMax largest lateness
 * @param latenessNanosLast lateness of the latest tick started
 * @param costHintNanos what its owner expects one tick to cost, 0 if unknown
 * @param recentPeriodNanos the mean distance between its ticks lately, of about sixteen ticks: what skipping makes of its period
 *     now; 0 before its first tick has ended
 * @param late the late ticks by what made them late; together {@code lateTicks}
 * @param skippedBy the deadlines that its ticks passed over, by cause; those that a change of period passed over have none
 */
public record TickStats(
        TickState state,
        Placement placement,
        long periodNanos,
        long firstDeadlineNanos,
        long nextDeadlineNanos,
        long lastDeadlineNanos,
        long lastStartNanos,
        long gridPointsConsumed,
        long ticks,
        long ticksEnded,
        long skipped,
        long suspended,
        long faults,
        long consecutiveFaults,
        long overruns,
        long lateTicks,
        long durationNanosTotal,
        long durationNanosMax,
        long durationNanosLast,
        long latenessNanosTotal,
        long latenessNanosMax,
        long latenessNanosLast,
        long costHintNanos,
        long recentPeriodNanos,
        CauseCounts late,
        CauseCounts skippedBy) {

    /**
     * The mean duration of the ticks that ended.
     *
     * @return nanoseconds, 0 before the first
     */
    public double meanDurationNanos() {
        return ticksEnded == 0 ? 0 : (double) durationNanosTotal / ticksEnded;
    }

    /**
     * The mean lateness of the ticks that started.
     *
     * @return nanoseconds, 0 before the first
     */
    public double meanLatenessNanos() {
        return ticks == 0 ? 0 : (double) latenessNanosTotal / ticks;
    }

    /**
     * How often it ticks lately, of about sixteen ticks; while nothing is skipped as often as its period says.
     *
     * @return ticks per second, 0 before its first tick has ended
     */
    public double recentRate() {
        return recentPeriodNanos == 0 ? 0 : 1e9 / recentPeriodNanos;
    }

    /**
     * The mean distance between the starts of ticks over the life of the registration, in its present period: what
     * skipping has made of the period.
     *
     * @return nanoseconds; the period itself while nothing was skipped
     */
    public double effectivePeriodNanos() {
        return ticks == 0 ? periodNanos : (double) periodNanos * (ticks + skipped) / ticks;
    }
}
