package dev.maptick.metrics;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.Placement;

/**
 * The numbers of one type in one placement, since the start or in an interval. Immutable.
 *
 * <p>{@code ticks = duration.count() = lateness.count()} in every row; the other numbers are sampled just before, so there
 * are never more faults than ticks.
 *
 * @param type the type, {@code other} for all types past the cap
 * @param placement where the ticks ran
 * @param maps maps there now, in an interval those at its end
 * @param ticks ticks that ended, faulted ones included, last tasks not
 * @param skipped deadlines skipped
 * @param suspended deadlines that went by in suspension
 * @param faults ticks that threw
 * @param lastTasks last tasks that ended
 * @param lastTaskFaults last tasks that threw
 * @param outOfRange durations and latenesses above 60 s, which the distributions show as 60 s
 * @param busyNanos time spent in ticks and last tasks
 * @param duration how long ticks took
 * @param lateness how long after their deadlines ticks started
 * @param late ticks that started more than 1 ms after their deadline, by what made them late
 */
public record ReportRow(
        String type,
        Placement placement,
        long maps,
        long ticks,
        long skipped,
        long suspended,
        long faults,
        long lastTasks,
        long lastTaskFaults,
        long outOfRange,
        long busyNanos,
        Distribution duration,
        Distribution lateness,
        CauseCounts late) {

    /** What has come in since an earlier state of the same row. */
    ReportRow since(ReportRow earlier) {
        return new ReportRow(
                type,
                placement,
                maps,
                ticks - earlier.ticks,
                skipped - earlier.skipped,
                suspended - earlier.suspended,
                faults - earlier.faults,
                lastTasks - earlier.lastTasks,
                lastTaskFaults - earlier.lastTaskFaults,
                outOfRange - earlier.outOfRange,
                busyNanos - earlier.busyNanos,
                duration.since(earlier.duration),
                lateness.since(earlier.lateness),
                late.since(earlier.late));
    }

    /** Both together, named as this one. */
    ReportRow plus(ReportRow other) {
        return new ReportRow(
                type,
                placement,
                maps + other.maps,
                ticks + other.ticks,
                skipped + other.skipped,
                suspended + other.suspended,
                faults + other.faults,
                lastTasks + other.lastTasks,
                lastTaskFaults + other.lastTaskFaults,
                outOfRange + other.outOfRange,
                busyNanos + other.busyNanos,
                duration.plus(other.duration),
                lateness.plus(other.lateness),
                late.plus(other.late));
    }

    /** A row without numbers. */
    static ReportRow empty(String type, Placement placement) {
        return new ReportRow(
                type, placement, 0, 0, 0, 0, 0, 0, 0, 0, 0, Distribution.EMPTY, Distribution.EMPTY, CauseCounts.NONE);
    }
}
