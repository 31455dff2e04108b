package dev.maptick.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis from value to place, in percent of its length, with marks at round values. Immutable.
 *
 * @param from value at the beginning
 * @param to value at the end, larger
 * @param logarithmic whether equal steps multiply
 * @param marks values to write down, rising
 */
record Scale(double from, double to, boolean logarithmic, List<Double> marks) {
    private static final int MOST_STEPS = 4;
    private static final int MOST_DECADES = 7;
    private static final double MARGIN = 1.3;

    /** From 0 to a round value not below the largest. */
    static Scale linear(double largest) {
        double top = largest > 0 ? largest : 1;
        double step = step(top / MOST_STEPS);
        int steps = (int) Math.ceil(top / step - 1e-9);
        List<Double> marks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            marks.add(i * step);
        }
        return new Scale(0, steps * step, false, marks);
    }

    /** From a power of ten not above the smallest to one not below the largest; what is not above 0 counts as 1. */
    static Scale logarithmic(double smallest, double largest) {
        int first = (int) Math.floor(Math.log10(Math.max(1, smallest)) + 1e-9);
        int last = Math.max(first + 1, (int) Math.ceil(Math.log10(Math.max(1, largest)) - 1e-9));
        int stride = (last - first + MOST_DECADES - 1) / MOST_DECADES;
        List<Double> marks = new ArrayList<>();
        for (int decade = first; decade <= last; decade += stride) {
            marks.add(Math.pow(10, decade));
        }
        return new Scale(Math.pow(10, first), Math.pow(10, last), true, marks);
    }

    /** Just around both, with the powers of ten between as marks; from one to the next where there are not two of them. */
    static Scale logarithmicAround(double smallest, double largest) {
        Scale whole = logarithmic(smallest, largest);
        double from = Math.max(1, smallest) / MARGIN;
        double to = Math.max(1, largest) * MARGIN;
        List<Double> inside = whole.marks().stream()
                .filter(mark -> mark >= from && mark <= to)
                .toList();
        return inside.size() < 2 ? whole : new Scale(from, to, true, inside);
    }

    /** The smallest of 1, 2, 5, 10, 20 and so on that is not below. */
    private static double step(double atLeast) {
        double decade = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * decade >= atLeast * (1 - 1e-9)) {
                return factor * decade;
            }
        }
        return 10 * decade;
    }

    /** What is outside lands on the edge. */
    double place(double value) {
        double part = logarithmic
                ? Math.log(Math.max(from, value) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return 100 * Math.min(1, Math.max(0, part));
    }

    String percent(double value) {
        return percentage(place(value));
    }

    static String percentage(double place) {
        return String.format(Locale.ROOT, "%.2f%%", place);
    }
}
