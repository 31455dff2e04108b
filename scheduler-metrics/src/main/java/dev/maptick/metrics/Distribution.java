package dev.maptick.metrics;

import org.HdrHistogram.Histogram;

/**
 * A distribution of times, in nanoseconds. Immutable; any thread.
 *
 * <p>Values from 1 ns to 60 s are kept to two significant digits; lower ones count as 1 ns, higher ones as 60 s. Count and
 * total are exact.
 */
public final class Distribution {
    static final Distribution EMPTY =
            new Distribution(new Histogram(Samples.LOWEST_NANOS, Samples.HIGHEST_NANOS, 1), 0, 0);

    private final Histogram histogram;
    private final long totalNanos;
    private final long maxNanos;

    /** Takes the histogram over; nobody writes to it any more. */
    Distribution(Histogram histogram, long totalNanos, long maxNanos) {
        this.histogram = histogram;
        this.totalNanos = totalNanos;
        this.maxNanos = maxNanos;
    }

    /**
     * How many values there are.
     *
     * @return 0 or more
     */
    public long count() {
        return histogram.getTotalCount();
    }

    /**
     * The sum of all values, exact.
     *
     * @return nanoseconds
     */
    public long totalNanos() {
        return totalNanos;
    }

    /**
     * The mean value, exact.
     *
     * @return nanoseconds, 0 without values
     */
    public double meanNanos() {
        return count() == 0 ? 0 : (double) totalNanos / count();
    }

    /**
     * The largest value, also when it is above 60 s. Exact since the start; in an interval exact if it is the largest
     * since the start, else to two significant digits.
     *
     * @return nanoseconds, 0 without values
     */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * The value that a share of all values does not exceed, to two significant digits.
     *
     * @param percent 0 to 100, as in 99.9
     * @return nanoseconds, 0 without values, never negative
     */
    public long percentileNanos(double percent) {
        if (count() == 0) {
            return 0;
        }
        return Math.min(histogram.getValueAtPercentile(percent), Math.max(maxNanos, Samples.LOWEST_NANOS));
    }

    /**
     * How many values are at most so large. The bound is taken to two significant digits.
     *
     * @param nanos the bound, 0 to 60 s; a higher one is taken as 60 s
     * @return 0 or more
     */
    public long countAtMost(long nanos) {
        return nanos < 0 ? 0 : histogram.getCountBetweenValues(0, Math.min(nanos, Samples.HIGHEST_NANOS));
    }

    /** What has come in since an earlier state of the same distribution. */
    Distribution since(Distribution earlier) {
        long more = count() - earlier.count();
        if (more < 0) {
            throw new IllegalArgumentException("the mark is later than the report, or of other metrics");
        }
        if (more == 0) {
            return EMPTY;
        }
        if (earlier.count() == 0) {
            return this;
        }
        Histogram difference = histogram.copy();
        difference.subtract(earlier.histogram);
        long max = maxNanos > earlier.maxNanos ? maxNanos : Math.min(difference.getMaxValue(), maxNanos);
        return new Distribution(difference, totalNanos - earlier.totalNanos, max);
    }

    /** Both together. */
    Distribution plus(Distribution other) {
        if (other.count() == 0) {
            return this;
        }
        if (count() == 0) {
            return other;
        }
        Histogram sum = histogram.copy();
        sum.add(other.histogram);
        return new Distribution(sum, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }

    @Override
    public String toString() {
        return "count " + count() + ", p50 " + percentileNanos(50) + " ns, p99 " + percentileNanos(99) + " ns, max "
                + maxNanos + " ns";
    }
}
