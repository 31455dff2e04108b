package dev.maptick.server.report;

import dev.maptick.core.Placement;
import dev.maptick.metrics.MetricsReport;
import dev.maptick.metrics.ReportRow;

/**
 * What happened between two marks. Immutable.
 *
 * @param seconds its length
 * @param poolThreads threads of the pool
 * @param metrics what was counted in it
 * @param cpu processor time used in it
 * @param activity what the maps did in it besides ticking, and how many sleep at its end
 */
public record Interval(double seconds, int poolThreads, MetricsReport metrics, ThreadCpu cpu, Activity activity) {
    private static final double NANOS = 1e9;

    /**
     * What happened between two marks of one scheduler.
     *
     * @param from the earlier one
     * @param to the later one
     * @param poolThreads threads of the pool
     * @return the interval
     */
    public static Interval between(Mark from, Mark to, int poolThreads) {
        return new Interval(
                (to.nanos() - from.nanos()) / NANOS,
                poolThreads,
                to.metrics().since(from.metrics()),
                new ThreadCpu(
                        to.cpu().poolNanos() - from.cpu().poolNanos(),
                        to.cpu().dedicatedNanos() - from.cpu().dedicatedNanos()),
                to.activity().since(from.activity()));
    }

    /** Share of the pool's time spent in ticks, 0 to 1. */
    double poolUse() {
        return seconds <= 0
                ? 0
                : Math.min(1, metrics.total(Placement.POOL).busyNanos() / (NANOS * seconds * poolThreads));
    }

    /** Share of the pool's time in which its threads held a processor, ticks and all, 0 to 1. */
    double poolCpu() {
        return seconds <= 0 ? 0 : Math.min(1, cpu.poolNanos() / (NANOS * seconds * poolThreads));
    }

    /** Processor time of the row's placement, shared out to its types by their time in ticks. */
    double cpuSeconds(ReportRow row) {
        long busyOfAll = metrics.total(row.placement()).busyNanos();
        double share = busyOfAll == 0 ? 0 : (double) row.busyNanos() / busyOfAll;
        return cpu.nanos(row.placement()) / NANOS * share;
    }

    /** Share of deadlines skipped, 0 to 1. */
    static double skippedShare(ReportRow row) {
        long deadlines = row.ticks() + row.skipped();
        return deadlines == 0 ? 0 : (double) row.skipped() / deadlines;
    }
}
