package dev.maptick.core;

/**
 * The distribution of two times of each tick of one map, duration and lateness, in constant memory: {@value #BYTES} bytes. Written by
 * whoever's turn it is inside a write of {@link TickSchedule}'s sequence, and copied under it; see there why such a copy is of one
 * moment and why no writer ever waits.
 *
 * <p><b>Buckets.</b> From {@value #LOWEST_NS} ns (2<sup>10</sup>) to 2<sup>36</sup> ns (68.7 s) each power of two is divided into four of equal
 * width; there is one bucket for what is shorter and one for what is longer. So a value in range lies in a bucket whose bounds are at
 * most 5:4 apart, and is shown as their harmonic mean, which is off by at most a ninth.
 *
 * <p><b>Counts</b> are ints, to need half the memory. A bucket that is full halves all of its distribution, after some two
 * thousand million ticks: shares stay what they were and older ticks weigh less from then on. How many ticks there were is
 * counted elsewhere.
 */
final class TimeDigest {
    /** Shorter times count as shorter than this. */
    static final long LOWEST_NS = 1_024;

    static final int BUCKETS = 106;
    static final int BYTES = 2 * BUCKETS * Integer.BYTES + 32;

    private static final int LOWEST_BITS = 10;
    private static final int HIGHEST_BITS = 36;
    private static final int TOP = BUCKETS - 1;
    private static final int DURATION = 0;
    private static final int LATENESS = BUCKETS;

    private final int[] counts = new int[2 * BUCKETS];

    void add(long durationNs, long latenessNs) {
        count(DURATION, durationNs);
        count(LATENESS, latenessNs);
    }

    private void count(int base, long ns) {
        int at = base + bucket(ns);
        if (++counts[at] == Integer.MAX_VALUE) {
            for (int i = base; i < base + BUCKETS; i++) {
                counts[i] >>>= 1;
            }
        }
    }

    /** Which bucket a time counts in; negative ones as 0. */
    static int bucket(long ns) {
        if (ns < LOWEST_NS) {
            return 0;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(ns);
        if (exponent >= HIGHEST_BITS) {
            return TOP;
        }
        return 1 + 4 * (exponent - LOWEST_BITS) + (int) (ns >>> (exponent - 2) & 3);
    }

    /** The shortest time of a bucket. */
    static long fromNs(int bucket) {
        if (bucket == 0) {
            return 0;
        }
        int exponent = LOWEST_BITS + (bucket - 1) / 4;
        return (4L + (bucket - 1) % 4) << (exponent - 2);
    }

    /** What a time in a bucket is shown as; of those out of range, the bound next to them. */
    static long shownNs(int bucket) {
        if (bucket == 0) {
            return LOWEST_NS;
        }
        long from = fromNs(bucket);
        if (bucket == TOP) {
            return from;
        }
        long to = fromNs(bucket + 1);
        return (long) (2.0 * from * to / (from + to));
    }

    int[] durations() {
        return copy(DURATION);
    }

    int[] latenesses() {
        return copy(LATENESS);
    }

    private int[] copy(int base) {
        int[] copy = new int[BUCKETS];
        System.arraycopy(counts, base, copy, 0, BUCKETS);
        return copy;
    }

    /** For a test of full buckets. */
    void preset(int bucket, int count) {
        counts[DURATION + bucket] = count;
    }
}
