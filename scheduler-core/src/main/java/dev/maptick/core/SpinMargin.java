package dev.maptick.core;

/**
 * How long before its deadline a waiter wakes in order to spin the rest: an estimate of one quantile of the observed
 * oversleeps, kept apart for short and for long waits, since a processor that has slept long wakes later. Pure arithmetic
 * on differences; one thread.
 *
 * <p>The estimate is a stochastic one in the manner of frugal streaming (Ma, Muthukrishnan, Sandler 2013): an oversleep
 * above the estimate raises it by q parts of a step, one below lowers it by 1 − q parts, so that it rests where a share q
 * of the oversleeps lies below. The step is a fixed part of the estimate, whatever the oversleep was: a stall of many
 * milliseconds moves it no further than a microsecond too much does.
 */
final class SpinMargin {
    /** Waits from here on are long. */
    static final long LONG_WAIT_NS = 5_000_000;

    static final long FLOOR_NS = 1_000;

    /** One step is the estimate divided by this: some 4 µs where wake-ups come 60 µs late. */
    private static final int STEP_PART = 16;

    private final int upPermille;
    private final long shortCapNs;
    private final long longCapNs;
    private long shortNs;
    private long longNs;

    SpinMargin(SpinPolicy policy) {
        upPermille = policy.quantilePermille();
        shortCapNs = policy.shortCapNs();
        longCapNs = policy.longCapNs();
        shortNs = shortCapNs / 2;
        longNs = longCapNs / 2;
    }

    /** The margin for a wait of this length. */
    long of(long waitNs) {
        return waitNs < LONG_WAIT_NS ? shortNs : longNs;
    }

    /** A timed park of {@code askedNs} took {@code overNs} longer than asked for. */
    void slept(long askedNs, long overNs) {
        if (askedNs < LONG_WAIT_NS) {
            shortNs = moved(shortNs, overNs, shortCapNs);
        } else {
            longNs = moved(longNs, overNs, longCapNs);
        }
    }

    private long moved(long estimateNs, long overNs, long capNs) {
        long stepNs = estimateNs / STEP_PART + 1_000 / STEP_PART;
        if (overNs > estimateNs) {
            return Math.min(capNs, estimateNs + stepNs * upPermille / 1_000);
        }
        return Math.max(FLOOR_NS, estimateNs - stepNs * (1_000 - upPermille) / 1_000);
    }
}
