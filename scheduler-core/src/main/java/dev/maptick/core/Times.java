package dev.maptick.core;

import java.util.Locale;

/** Durations in words, for events and logs. */
final class Times {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Times() {}

    /** Three digits and a unit, from ns to s. */
    static String text(long ns) {
        double size = Math.abs((double) ns);
        if (size < MICRO) {
            return ns + " ns";
        }
        if (size < MILLI) {
            return digits(ns / MICRO) + " us";
        }
        if (size < SECOND) {
            return digits(ns / MILLI) + " ms";
        }
        return digits(ns / SECOND) + " s";
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        String format = size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value);
    }
}
