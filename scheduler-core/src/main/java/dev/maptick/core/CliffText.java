package dev.maptick.core;

import java.util.Locale;

/** What is said of a map that runs over the cliff. Pure. */
final class CliffText {
    private static final double SECOND = 1e9;

    private CliffText() {}

    /** Its ticks take so long, so it runs once in such a time. */
    static String began(long durationNs, long periodNs, long everyNs) {
        return " runs at " + rate(everyNs) + " in place of " + rate(periodNs) + ": its ticks take "
                + Times.text(durationNs) + " on a period of " + Times.text(periodNs)
                + ", and SKIP then waits for a whole one. With RUN_LATE it would run at " + rate(durationNs)
                + ", with a period of " + Times.text(roundedUp(durationNs))
                + " on time; a thread of its own helps if others slow it down";
    }

    static String ended(long durationNs, long periodNs) {
        return " keeps its period of " + Times.text(periodNs) + " again: its latest tick took "
                + Times.text(durationNs);
    }

    /** The next whole five milliseconds. */
    private static long roundedUp(long ns) {
        long step = 5_000_000;
        return (ns + step - 1) / step * step;
    }

    private static String rate(long everyNs) {
        return String.format(Locale.ROOT, "%.1f Hz", SECOND / Math.max(1, everyNs));
    }
}
