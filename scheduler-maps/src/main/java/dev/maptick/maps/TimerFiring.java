package dev.maptick.maps;

import org.jspecify.annotations.Nullable;

/** The facts of one firing. Valid only inside {@link TimerCallback#onTimer}: the object is used again for the next one. */
public interface TimerFiring {
    /**
     * The timer that fires, as told at its start.
     *
     * @return its id; cancelling it here ends a repeating timer, and is too late for a one-shot
     */
    long id();

    /**
     * The timer's name.
     *
     * @return null if it has none
     */
    @Nullable
    String name();

    /**
     * When the timer was due, not yet rounded up to the wheel step; of several due times gone by, the first.
     *
     * @return a reading of the scheduler's clock
     */
    long dueNanos();

    /**
     * How many due times of a repeating timer this one firing stands for, besides its own.
     *
     * @return 0 for a one-shot, and while the map keeps up
     */
    long coalesced();
}
