package dev.maptick.maps.activation;

import dev.maptick.maps.MapTimers;

/** The map's repeating timers, as an activation uses them. Called and fired on the map's tick only. */
public interface ThinkTimers {
    /** What {@link #start} returns if there is no room for another timer. */
    long NONE = -1;

    /**
     * A map's own timers, as an activation uses them.
     *
     * @param timers of the map whose entities think
     * @return the same timers
     */
    static ThinkTimers on(MapTimers timers) {
        return new OnMapTimers(timers);
    }

    /**
     * Starts a repeating timer. The callback never runs inside this call.
     *
     * @param firstMillis when it fires first, from now, 1 or more
     * @param periodMillis the time between firings, 1 or more
     * @param callback what to run; never throws
     * @return an id, or {@link #NONE} if there is no room
     */
    long start(long firstMillis, long periodMillis, Runnable callback);

    /**
     * Cancels a timer; from inside its own callback too.
     *
     * @param id what {@link #start} returned
     * @return whether it was pending
     */
    boolean cancel(long id);
}
