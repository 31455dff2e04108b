package dev.maptick.server.report;

import dev.maptick.metrics.ReportRow;
import java.util.Locale;

/** How a run goes, in one line a second. Pure functions. */
public final class LiveLine {
    private LiveLine() {}

    /**
     * The line of the latest interval.
     *
     * @param secondsSinceOpen how long all maps have been open
     * @param lately the latest interval, about a second
     * @return one line without its end
     */
    public static String of(double secondsSinceOpen, Interval lately) {
        ReportRow all = lately.metrics().total();
        return String.format(
                Locale.ROOT,
                "%5.0f s  %s maps  %s ticks/s  %s skipped  %s faults  late p50 %s us, p99 %s us  pool %.0f %%",
                secondsSinceOpen,
                Text.count(all.maps()),
                Text.count(Math.round(all.ticks() / lately.seconds())),
                Text.count(all.skipped()),
                Text.count(all.faults()),
                Text.micros(all.lateness().percentileNanos(50)),
                Text.micros(all.lateness().percentileNanos(99)),
                100 * lately.poolUse());
    }
}
