package dev.maptick.server.http;

import dev.maptick.core.TickStats;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
 * @param occupants how many are inside, null if the map does not tell
 * @param asleep whether it sleeps because nobody is inside
 * @param posts work posted to it
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
        @Nullable Integer occupants,
        boolean asleep,
        Posts posts,
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
                map.occupants() == GameMap.OCCUPANTS_UNKNOWN ? null : map.occupants(),
                map.isAsleep(),
                Posts.of(map.workStats().mailbox()),
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

    /**
     * Work posted to a map.
     *
     * @param accepted taken in
     * @param refused refused, for whichever reason
     * @param waiting taken in and not run yet
     */
    record Posts(long accepted, long refused, int waiting) {
        private static Posts of(MailboxStats stats) {
            return new Posts(
                    stats.accepted(),
                    stats.refusedFull() + stats.refusedWaiting() + stats.refusedStopping() + stats.refusedGone(),
                    stats.depth());
        }
    }
}
