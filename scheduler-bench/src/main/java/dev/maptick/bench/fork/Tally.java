package dev.maptick.bench.fork;

/**
 * Counts times in buckets that grow with the value: exact below 64 ns, 1.6 % wide above, so that the middle of a bucket is
 * within 0.8 %. One writer, no lock; read after the writer has ended. The buckets of an octave are made by the thread that
 * first needs them, 64 ints, which keeps the counts of two threads out of each other's cache lines but for the edges, and
 * makes the tally of a thread that sees few octaves small.
 */
final class Tally {
    private static final int SUB_BITS = 6;
    private static final int SUB = 1 << SUB_BITS;
    private static final int OCTAVES = Long.SIZE - SUB_BITS;

    // An octave not seen yet has the empty array.
    private final int[][] octaves = new int[OCTAVES][0];
    private long count;
    private long max;
    private double sum;

    Tally() {}

    /** Counts a time; a negative one as 0. */
    void add(long ns) {
        long value = Math.max(0, ns);
        int octave = octave(value);
        int[] buckets = octaves[octave];
        if (buckets.length == 0) {
            buckets = new int[SUB];
            octaves[octave] = buckets;
        }
        buckets[(int) (octave == 0 ? value : (value >>> (octave - 1)) - SUB)]++;
        count++;
        sum += value;
        if (value > max) {
            max = value;
        }
    }

    void addAll(Tally other) {
        for (int octave = 0; octave < OCTAVES; octave++) {
            int[] theirs = other.octaves[octave];
            if (theirs.length == 0) {
                continue;
            }
            int[] ours = octaves[octave];
            if (ours.length == 0) {
                octaves[octave] = theirs.clone();
                continue;
            }
            for (int i = 0; i < SUB; i++) {
                ours[i] += theirs[i];
            }
        }
        count += other.count;
        sum += other.sum;
        max = Math.max(max, other.max);
    }

    long count() {
        return count;
    }

    long max() {
        return max;
    }

    /** 0 if empty. */
    double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The value that so many percent do not exceed, to within a bucket, never above the maximum; 0 if empty. */
    long percentile(double percent) {
        long rank = Math.max(1, (long) Math.ceil(count * percent / 100));
        long seen = 0;
        for (int octave = 0; octave < OCTAVES; octave++) {
            int[] buckets = octaves[octave];
            for (int i = 0; i < buckets.length; i++) {
                seen += buckets[i];
                if (seen >= rank) {
                    return Math.min(max, middle(octave, i));
                }
            }
        }
        return 0;
    }

    /** Octave 0 has the values below 64, octave k those from 2^(k+5) on. */
    private static int octave(long value) {
        return Math.max(0, Long.SIZE - SUB_BITS - Long.numberOfLeadingZeros(value));
    }

    private static long middle(int octave, int bucket) {
        if (octave == 0) {
            return bucket;
        }
        int shift = octave - 1;
        return ((long) (SUB + bucket) << shift) + ((1L << shift) >> 1);
    }
}
