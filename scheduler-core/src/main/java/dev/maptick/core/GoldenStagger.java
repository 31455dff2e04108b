package dev.maptick.core;

import dev.maptick.core.spi.Stagger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Spreads phases by the golden-ratio sequence: each new one falls into one of the widest gaps left, so that every prefix
 * fills the period nearly evenly, however many maps open together (three-distance theorem, Sós 1958). One sequence for
 * each period, from a start drawn from the seed. Consecutive registrations lie 0.38 of a period apart, so heavy maps
 * opened one after the other are apart too; the cost hint is not weighed beyond that.
 */
final class GoldenStagger implements Stagger {
    /** The golden ratio's fraction as a 64-bit fixed-point number; odd, so the sequence visits every value. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int MOST_PERIODS = 1_024;

    private final SplittableRandom starts;

    /** The periods used last; a period that comes back after that many others starts a new sequence. */
    private final Map<Long, Sequence> sequences = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Sequence> eldest) {
            return size() > MOST_PERIODS;
        }
    };

    GoldenStagger(long seed) {
        starts = new SplittableRandom(seed);
    }

    @Override
    public long phaseNanos(long periodNanos, long costHintNanos) {
        long fraction = sequences
                .computeIfAbsent(periodNanos, p -> new Sequence(starts.nextLong()))
                .next();
        return scale(fraction, periodNanos);
    }

    /** For tests. */
    int periodsKept() {
        return sequences.size();
    }

    /** A fraction of 2^64 times the period, which is positive; JDK 17 has only the signed high product. */
    private static long scale(long fraction, long periodNanos) {
        return Math.multiplyHigh(fraction, periodNanos) + ((fraction >> 63) & periodNanos);
    }

    /** A place on the unit circle in 64-bit fixed point, moved on by the golden ratio. */
    private static final class Sequence {
        private long at;

        Sequence(long start) {
            at = start;
        }

        long next() {
            at += GOLDEN;
            return at;
        }
    }
}
