package dev.maptick.server.world;

import java.time.Duration;

/**
 * How much of the world's time one tick covers: its periods, skipped ones included, so that people keep their speed when
 * deadlines are skipped; after a long gap at most a second, so that nobody leaps through the house. Immutable.
 */
final class Stride {
    private static final long MOST_MILLIS = 1_000;

    private final long periodMillis;

    Stride(Duration tickPeriod) {
        periodMillis = tickPeriod.toMillis();
    }

    int millis(long periods) {
        return (int) Math.min(MOST_MILLIS, Math.min(periods, MOST_MILLIS) * periodMillis);
    }
}
