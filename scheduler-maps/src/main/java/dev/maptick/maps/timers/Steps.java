package dev.maptick.maps.timers;

import java.time.Duration;

/**
 * The arithmetic of time. Inside this package a time is what has gone by since an origin: it starts at 0 and lasts 292
 * years, so times are compared as plain numbers wherever the clock's own readings lie, and a sum that is too large becomes
 * the largest number, which never comes. A step is a whole number of wheel steps since the origin. Immutable; any thread.
 */
final class Steps {
    /** A time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long originNs;
    private final long stepNs;

    Steps(long originNs, long stepNs) {
        this.originNs = originNs;
        this.stepNs = stepNs;
    }

    /** The time of a reading of the clock; 0 for one from before the origin. */
    long timeOf(long clockNs) {
        return Math.max(0, clockNs - originNs);
    }

    /** The clock's reading at a time. */
    long clockAt(long time) {
        return originNs + time;
    }

    /** The last step that has begun. */
    long floor(long time) {
        return time / stepNs;
    }

    /** The first step that does not begin before a time: of {@link #NEVER}, one later than any that can begin. */
    long ceil(long time) {
        long step = time / stepNs;
        return step * stepNs == time ? step : step + 1;
    }

    /** When a step begins. */
    long begin(long step) {
        return step > NEVER / stepNs ? NEVER : step * stepNs;
    }

    /** The sum of two numbers that are not negative. */
    static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? NEVER : sum;
    }

    /** A duration above zero in nanoseconds, the largest number if it does not fit. */
    static long nanos(Duration d) {
        return d.toSeconds() >= NEVER / NANOS_PER_SECOND ? NEVER : d.toNanos();
    }
}
