package dev.maptick.core;

import java.util.Locale;

/**
 * How long something took at each tick of one map, by share. Immutable.
 *
 * <p>Times from 1 µs to 68 s are off by at most a ninth of their true value; shorter ones are shown as 1.02 µs and longer ones as
 * 68.7 s, but never as more than the longest there was. Count, mean and maximum are exact.
 */
public final class TimePercentiles {
    /** Of no tick. */
    public static final TimePercentiles NONE = new TimePercentiles(new int[0], 0, 0, 0);

    private static final double ALL = 100;

    private final int[] buckets;
    private final long count;
    private final long totalNs;
    private final long maxNs;

    /** Takes the array over. */
    TimePercentiles(int[] buckets, long count, long totalNs, long maxNs) {
        this.buckets = buckets;
        this.count = count;
        this.totalNs = totalNs;
        this.maxNs = maxNs;
    }

    /**
     * How many ticks there were.
     *
     * @return 0 or more, exact
     */
    public long count() {
        return count;
    }

    /**
     * The longest time, in range or not.
     *
     * @return nanoseconds, exact; 0 without ticks
     */
    public long maxNanos() {
        return maxNs;
    }

    /**
     * The mean time.
     *
     * @return nanoseconds, exact; 0 without ticks
     */
    public double meanNanos() {
        return count == 0 ? 0 : (double) totalNs / count;
    }

    /**
     * The time that a share of the ticks did not exceed.
     *
     * @param percent 0 to 100, as in 99.9; others are taken as the nearer of the two
     * @return nanoseconds, off by at most a ninth; 0 without ticks, never negative
     */
    public long percentileNanos(double percent) {
        // The buckets' own sum: it is less than the count once they have been halved.
        long sum = bucketSum();
        if (sum == 0) {
            return 0;
        }
        long wanted = (long) Math.ceil(Math.max(0, Math.min(ALL, percent)) / ALL * sum);
        long left = Math.max(1, wanted);
        int bucket = 0;
        for (left -= buckets[0]; left > 0; left -= buckets[bucket]) {
            bucket++;
        }
        return Math.min(TimeDigest.shownNs(bucket), maxNs);
    }

    /**
     * The median.
     *
     * @return nanoseconds, see {@link #percentileNanos}
     */
    public long p50Nanos() {
        return percentileNanos(50);
    }

    /**
     * What 90 of 100 ticks did not exceed.
     *
     * @return nanoseconds, see {@link #percentileNanos}
     */
    public long p90Nanos() {
        return percentileNanos(90);
    }

    /**
     * What 99 of 100 ticks did not exceed.
     *
     * @return nanoseconds, see {@link #percentileNanos}
     */
    public long p99Nanos() {
        return percentileNanos(99);
    }

    /**
     * What 999 of 1,000 ticks did not exceed.
     *
     * @return nanoseconds, see {@link #percentileNanos}
     */
    public long p999Nanos() {
        return percentileNanos(99.9);
    }

    /** How many ticks the buckets hold. */
    long bucketSum() {
        long sum = 0;
        for (int n : buckets) {
            sum += n;
        }
        return sum;
    }

    /** How many ticks count together with one of such a length. */
    int inBucketOf(long ns) {
        return buckets.length == 0 ? 0 : buckets[TimeDigest.bucket(ns)];
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d ticks, p50 %s, p99 %s, max %s",
                count,
                Times.text(p50Nanos()),
                Times.text(p99Nanos()),
                Times.text(maxNs));
    }
}
