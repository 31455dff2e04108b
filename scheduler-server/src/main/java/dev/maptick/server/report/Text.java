package dev.maptick.server.report;

import java.util.Locale;

/** Numbers as people read them, always in the same notation. Pure functions. */
final class Text {
    private static final double NANOS_PER_MICRO = 1e3;

    private Text() {}

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Microseconds, with a decimal where it matters. */
    static String micros(long nanos) {
        double micros = nanos / NANOS_PER_MICRO;
        return String.format(Locale.ROOT, micros < 100 ? "%.1f" : "%,.0f", micros);
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.2f" : "%,.1f", seconds);
    }

    /** A share as percent, with as many decimals as a small one needs. */
    static String percent(double share) {
        double percent = 100 * share;
        return String.format(Locale.ROOT, percent != 0 && percent < 1 ? "%.3f %%" : "%.1f %%", percent);
    }

    static String plural(long count, String one, String many) {
        return count(count) + " " + (count == 1 ? one : many);
    }
}
