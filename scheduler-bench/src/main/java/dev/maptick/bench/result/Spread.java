package dev.maptick.bench.result;

import java.util.Arrays;

/**
 * A figure over rounds. Immutable.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 * @param rounds how many rounds have it
 */
public record Spread(double median, double min, double max, int rounds) {
    /** Where no round has the figure. */
    public static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, 0);

    /**
     * Sums rounds up.
     *
     * @param values one for each round; what is not a number is left out
     * @return {@link #NONE} if nothing is left
     */
    public static Spread of(double... values) {
        double[] sorted =
                Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
        int n = sorted.length;
        if (n == 0) {
            return NONE;
        }
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return new Spread(median, sorted[0], sorted[n - 1], n);
    }

    /**
     * Whether there is no figure.
     *
     * @return true if no round has one
     */
    public boolean none() {
        return rounds == 0;
    }
}
