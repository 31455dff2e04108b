package dev.maptick.metrics;

import org.HdrHistogram.Histogram;

/**
 * A distribution of times being filled, in nanoseconds. One thread at a time.
 *
 * <p>Values from 1 ns to 60 s are kept to two significant digits. A lower one is recorded as 1 ns and a higher one as 60 s;
 * sum and maximum are exact in any case. Takes about 33 kB, fixed.
 */
final class Samples {
    static final long LOWEST_NANOS = 1;
    static final long HIGHEST_NANOS = 60_000_000_000L;
    static final int DIGITS = 2;

    private final Histogram histogram = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    private long totalNanos;
    private long maxNanos;

    void record(long nanos) {
        histogram.recordValue(Math.min(Math.max(nanos, LOWEST_NANOS), HIGHEST_NANOS));
        totalNanos += nanos;
        maxNanos = Math.max(maxNanos, nanos);
    }

    void add(Samples other) {
        histogram.add(other.histogram);
        totalNanos += other.totalNanos;
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    void reset() {
        histogram.reset();
        totalNanos = 0;
        maxNanos = 0;
    }

    Distribution copy() {
        return histogram.getTotalCount() == 0
                ? Distribution.EMPTY
                : new Distribution(histogram.copy(), totalNanos, maxNanos);
    }
}
