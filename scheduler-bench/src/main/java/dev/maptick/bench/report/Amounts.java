package dev.maptick.bench.report;

import dev.maptick.bench.result.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Figures for people: three digits and the unit that suits. Pure functions. */
final class Amounts {
    static final String NONE = "–";

    private static final String GAP = "\u00a0";
    private static final MathContext SHORT = new MathContext(2);
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private Amounts() {}

    static String of(String unit, double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return switch (unit) {
            case "ns" -> time(value);
            case "ticks/s", "1/s", "" -> count(value);
            case "B" -> digits(value) + GAP + "B";
            case "%" -> share(value) + GAP + "%";
            case Figure.INDEX -> String.format(Locale.ROOT, "%.5f", value);
            case "cores" -> String.format(Locale.ROOT, "%.3f", value);
            default -> digits(value) + GAP + unit;
        };
    }

    /** The smallest and the largest, a unit of both only once; empty where they are the same. */
    static String range(String unit, Spread spread) {
        String from = of(unit, spread.min());
        String to = of(unit, spread.max());
        if (from.equals(to)) {
            return "";
        }
        int gap = from.indexOf(GAP);
        boolean same = gap > 0 && to.endsWith(from.substring(gap));
        return (same ? from.substring(0, gap) : from) + " to " + to;
    }

    static String ratio(Spread ratio) {
        return ratio.none() ? "" : "×" + GAP + digits(ratio.median());
    }

    static String ratioRange(Spread ratio) {
        return ratio.rounds() < 2 ? "" : digits(ratio.min()) + " to " + digits(ratio.max());
    }

    /** At an axis: without zeros that say nothing. */
    static String mark(String unit, double value) {
        return of(unit, value).replaceFirst("(\\.\\d*?)0+(?!\\d)", "$1").replaceFirst("\\.(?!\\d)", "");
    }

    /** A number of maps where there is little room. */
    static String thousands(int maps) {
        return maps % 1_000 == 0 ? maps / 1_000 + "k" : Integer.toString(maps);
    }

    /** Three digits that count. */
    static String digits(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String time(double ns) {
        double size = Math.abs(ns);
        if (size < THOUSAND) {
            return digits(ns) + GAP + "ns";
        }
        if (size < MILLION) {
            return digits(ns / THOUSAND) + GAP + "µs";
        }
        return size < BILLION ? digits(ns / MILLION) + GAP + "ms" : digits(ns / BILLION) + GAP + "s";
    }

    private static String count(double value) {
        return value < MILLION
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value / MILLION) + GAP + "M";
    }

    private static String share(double percent) {
        return percent == 0 || percent >= 0.1
                ? String.format(Locale.ROOT, percent == 0 ? "%.0f" : "%.2f", percent)
                : new BigDecimal(percent).round(SHORT).toPlainString();
    }
}
