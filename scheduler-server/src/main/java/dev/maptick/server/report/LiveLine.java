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
        Activity activity = lately.activity();
        Activity.Saves saves = activity.saves();
        return String.format(
                Locale.ROOT,
                "%5.0f s  %s maps, %s asleep  %s skipped  %s faults  late p99 %s us  pool %.0f %%"
                        + "  each second: %s ticks, %s thinks, %s posts, %s tasks%s",
                secondsSinceOpen,
                Text.count(activity.maps()),
                Text.count(activity.asleep()),
                Text.count(all.skipped()),
                Text.count(all.faults()),
                Text.micros(all.lateness().percentileNanos(99)),
                100 * lately.poolUse(),
                rate(all.ticks(), lately),
                rate(activity.thinks().count(), lately),
                rate(activity.posts().accepted(), lately),
                rate(activity.tasks().finished(), lately),
                saves == null ? "" : ", " + rate(saves.written(), lately) + " saves");
    }

    private static String rate(long count, Interval interval) {
        return Text.count(Math.round(count / interval.seconds()));
    }
}
