package dev.maptick.server.world;

import dev.maptick.core.Tick;
import java.util.concurrent.TimeUnit;

/**
 * How much of the world's time one tick covers: its periods, skipped ones included, so that people keep their speed when
 * deadlines are skipped or the map ticks slowly; after a long gap at most a second, so that nobody leaps through the house.
 */
final class Stride {
    private static final long MOST_MILLIS = 1_000;

    private Stride() {}

    static int millis(Tick tick) {
        long periods = Math.min(MOST_MILLIS, tick.periodsElapsed());
        return (int) Math.min(MOST_MILLIS, periods * TimeUnit.NANOSECONDS.toMillis(tick.periodNanos()));
    }
}
