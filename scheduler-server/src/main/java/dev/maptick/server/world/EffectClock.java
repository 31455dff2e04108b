package dev.maptick.server.world;

import java.time.Duration;

/**
 * Counts a map's periods into effect steps of 250 ms. Every tick period divides 250 ms, so each step lands on a tick; a
 * step whose tick was skipped is taken on the next one, together with any that followed it. Used inside the map's tick.
 */
final class EffectClock {
    /** The distance between two steps. */
    static final Duration STEP = Duration.ofMillis(250);

    private final int periodsPerStep;
    private long periods;

    /**
     * A clock for a tick period.
     *
     * @param tickPeriod must divide {@link #STEP}
     */
    EffectClock(Duration tickPeriod) {
        if (STEP.toNanos() % tickPeriod.toNanos() != 0) {
            throw new IllegalArgumentException("tick period " + tickPeriod + " does not divide " + STEP);
        }
        periodsPerStep = (int) (STEP.toNanos() / tickPeriod.toNanos());
    }

    /**
     * A tick has started.
     *
     * @param elapsed how many periods have gone by since the tick before it, at least 1
     * @return how many steps are due in this tick, mostly 0
     */
    long advance(long elapsed) {
        long before = periods / periodsPerStep;
        periods += elapsed;
        return periods / periodsPerStep - before;
    }
}
