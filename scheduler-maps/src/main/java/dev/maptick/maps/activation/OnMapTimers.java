package dev.maptick.maps.activation;

import dev.maptick.maps.MapTimers;
import java.time.Duration;

/** Thinks by the timers of the map. A late tick's missed firings are one think. On the map's tick. */
final class OnMapTimers implements ThinkTimers {
    private final MapTimers timers;

    OnMapTimers(MapTimers timers) {
        this.timers = timers;
    }

    @Override
    public long start(long firstMillis, long periodMillis, Runnable callback) {
        long id =
                timers.every(Duration.ofMillis(firstMillis), Duration.ofMillis(periodMillis), firing -> callback.run());
        // Refusals are below zero, each with a code of its own; the map's timer counts tell them apart.
        return id > 0 ? id : NONE;
    }

    @Override
    public boolean cancel(long id) {
        return timers.cancel(id);
    }
}
