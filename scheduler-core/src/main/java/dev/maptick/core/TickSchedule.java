package dev.maptick.core;

import static dev.maptick.core.StatsCell.EARLIER_GRIDS;
import static dev.maptick.core.StatsCell.LAST_DEADLINE;
import static dev.maptick.core.StatsCell.LAST_START;
import static dev.maptick.core.StatsCell.LATENESS_LAST;
import static dev.maptick.core.StatsCell.LATENESS_MAX;
import static dev.maptick.core.StatsCell.LATENESS_TOTAL;
import static dev.maptick.core.StatsCell.LATE_TICKS;
import static dev.maptick.core.StatsCell.NEXT;
import static dev.maptick.core.StatsCell.ORIGIN;
import static dev.maptick.core.StatsCell.PERIOD;
import static dev.maptick.core.StatsCell.SKIPPED;
import static dev.maptick.core.StatsCell.SUSPENDED;
import static dev.maptick.core.StatsCell.TICKS;

/**
 * One registration's place on its grid, and the counts that go with it. No clock of its own: every time comes in as an
 * argument. Used by one thread at a time, the present writer of the {@link StatsCell}, which must have a write open.
 *
 * <p>Equation kept by every method: {@code ticks + skipped + suspended = points of earlier grids + (next − origin) ÷
 * period}, where {@code next} is the first grid point not consumed.
 */
final class TickSchedule {
    /** Lateness from which a tick counts as late. */
    static final long LATE_NS = 1_000_000;

    private final StatsCell cell;
    private final MissPolicy policy;

    private long periodNs;
    private long nextNs;
    private long deadlineNs;
    private long periodsElapsed;
    private long skippedSinceTick;
    private long skippedBeforeTick;

    TickSchedule(StatsCell cell, MissPolicy policy, long periodNs, long firstDeadlineNs) {
        this.cell = cell;
        this.policy = policy;
        this.periodNs = periodNs;
        this.nextNs = firstDeadlineNs;
        cell.set(PERIOD, periodNs);
        cell.set(ORIGIN, firstDeadlineNs);
        cell.set(NEXT, firstDeadlineNs);
    }

    /** The first grid point not consumed. */
    long nextNs() {
        return nextNs;
    }

    long periodNs() {
        return periodNs;
    }

    /** Deadline of the tick begun last. */
    long deadlineNs() {
        return deadlineNs;
    }

    /** Periods between the tick begun last and the one before it. */
    long periodsElapsed() {
        return periodsElapsed;
    }

    /** Deadlines skipped before the tick begun last, since the one before it. */
    long skippedBeforeTick() {
        return skippedBeforeTick;
    }

    /** A tick for the next deadline starts. */
    void begin(long startNs) {
        periodsElapsed = cell.get(TICKS) == 0 ? 1 : Math.max(1, (nextNs - deadlineNs) / periodNs);
        skippedBeforeTick = skippedSinceTick;
        skippedSinceTick = 0;
        deadlineNs = nextNs;
        nextNs = deadlineNs + periodNs;
        long latenessNs = Math.max(0, startNs - deadlineNs);
        cell.add(TICKS, 1);
        cell.set(NEXT, nextNs);
        cell.set(LAST_DEADLINE, deadlineNs);
        cell.set(LAST_START, startNs);
        cell.set(LATENESS_LAST, latenessNs);
        cell.add(LATENESS_TOTAL, latenessNs);
        cell.max(LATENESS_MAX, latenessNs);
        if (latenessNs > LATE_NS) {
            cell.add(LATE_TICKS, 1);
        }
    }

    /**
     * The tick has ended.
     *
     * @return deadlines passed over
     */
    long end(long endNs) {
        long steps = Grid.stepsAfterTick(deadlineNs, endNs, periodNs, policy);
        nextNs = deadlineNs + steps * periodNs;
        cell.set(NEXT, nextNs);
        return skip(steps - 1);
    }

    /** The first grid point not before the given time that is not consumed either. */
    long pointNotBefore(long timeNs) {
        return nextNs + Grid.stepsNotBefore(nextNs, timeNs, periodNs) * periodNs;
    }

    /**
     * A suspension ends: points before the given time count as suspended.
     *
     * @return how many
     */
    long resume(long nowNs) {
        long steps = Grid.stepsNotBefore(nextNs, nowNs, periodNs);
        nextNs += steps * periodNs;
        cell.set(NEXT, nextNs);
        cell.add(SUSPENDED, steps);
        return steps;
    }

    /**
     * A new grid begins at the first point of the old one that is not before the given time.
     *
     * @param suspended whether points passed over count as suspended, else as skipped
     * @return how many points were passed over
     */
    long changePeriod(long newPeriodNs, long nowNs, boolean suspended) {
        long steps = Grid.stepsNotBefore(nextNs, nowNs, periodNs);
        nextNs += steps * periodNs;
        cell.add(EARLIER_GRIDS, (nextNs - cell.get(ORIGIN)) / periodNs);
        periodNs = newPeriodNs;
        cell.set(PERIOD, newPeriodNs);
        cell.set(ORIGIN, nextNs);
        cell.set(NEXT, nextNs);
        if (suspended) {
            cell.add(SUSPENDED, steps);
            return steps;
        }
        return skip(steps);
    }

    private long skip(long count) {
        skippedSinceTick += count;
        cell.add(SKIPPED, count);
        return count;
    }
}
