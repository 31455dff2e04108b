package dev.maptick.maps.timers;

import org.jspecify.annotations.Nullable;

/** Told of each timer callback that threw, inside the map's tick. What it throws is counted and disturbs nothing. */
@FunctionalInterface
public interface TimerFaultHook {
    /**
     * A callback threw.
     *
     * @param id the timer
     * @param name its name, null if it has none
     * @param fault what was thrown
     */
    void onTimerFault(long id, @Nullable String name, Throwable fault);
}
