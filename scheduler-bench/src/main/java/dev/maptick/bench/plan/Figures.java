package dev.maptick.bench.plan;

import dev.maptick.bench.result.Metric;
import java.util.Locale;

/** Figures for people: three digits and the unit that suits. Pure functions. */
final class Figures {
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private Figures() {}

    static String of(Metric metric, double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (metric.unit()) {
            case "ns" -> time(value);
            case "ticks/s", "1/s" -> count(value);
            case "B" -> digits(value) + " B";
            case "%" -> String.format(Locale.ROOT, "%.2f %%", value);
            case "cores" -> String.format(Locale.ROOT, "%.3f", value);
            default -> metric == Metric.JAIN ? String.format(Locale.ROOT, "%.4f", value) : count(value);
        };
    }

    private static String time(double ns) {
        if (ns < THOUSAND) {
            return digits(ns) + " ns";
        }
        if (ns < MILLION) {
            return digits(ns / THOUSAND) + " us";
        }
        return ns < BILLION ? digits(ns / MILLION) + " ms" : digits(ns / BILLION) + " s";
    }

    private static String count(double value) {
        return value < MILLION
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f M", value / MILLION);
    }

    /** Three digits that count. */
    static String digits(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    static String duration(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3_600
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3_600 + " h " + whole % 3_600 / 60 + " min";
    }
}
