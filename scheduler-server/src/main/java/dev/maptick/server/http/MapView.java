package dev.maptick.server.http;

import dev.maptick.core.TickStats;
import dev.maptick.maps.MapHandle;
import java.util.Locale;

/**
 * One map as the API shows it. Immutable.
 *
 * @param name its name
 * @param type its type
 * @param state what it is doing
 * @param placement where its ticks run
 * @param tickMillis its tick period
 * @param updateIntervalMillis the time from one replication to the next, which clients are told
 * @param ticks ticks started
 * @param skipped deadlines skipped
 * @param suspended deadlines that went by in suspension
 * @param faults ticks that threw
 * @param effectivePeriodMillis what skipping has made of the tick period
 * @param durationMicros how long its ticks took
 * @param latenessMicros how long after their deadlines its ticks started
 */
record MapView(
        String name,
        String type,
        String state,
        String placement,
        long tickMillis,
        long updateIntervalMillis,
        long ticks,
        long skipped,
        long suspended,
        long faults,
        double effectivePeriodMillis,
        Times durationMicros,
        Times latenessMicros) {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    static MapView of(MapHandle map) {
        TickStats stats = map.stats();
        return new MapView(
                map.name(),
                map.type(),
                stats.state().name().toLowerCase(Locale.ROOT),
                stats.placement().label(),
                map.tickPeriod().toMillis(),
                map.updateInterval().toMillis(),
                stats.ticks(),
                stats.skipped(),
                stats.suspended(),
                stats.faults(),
                rounded(stats.effectivePeriodNanos() / NANOS_PER_MILLI),
                Times.of(stats.durationNanosLast(), stats.meanDurationNanos(), stats.durationNanosMax()),
                Times.of(stats.latenessNanosLast(), stats.meanLatenessNanos(), stats.latenessNanosMax()));
    }

    /** Three decimals, which are nanoseconds of a microsecond. */
    private static double rounded(double value) {
        return Math.round(value * 1e3) / 1e3;
    }

    /**
     * A time in three figures.
     *
     * @param last of the latest tick
     * @param mean over the map's life
     * @param max over the map's life
     */
    record Times(double last, double mean, double max) {
        private static Times of(long lastNanos, double meanNanos, long maxNanos) {
            return new Times(
                    rounded(lastNanos / NANOS_PER_MICRO),
                    rounded(meanNanos / NANOS_PER_MICRO),
                    rounded(maxNanos / NANOS_PER_MICRO));
        }
    }
}
