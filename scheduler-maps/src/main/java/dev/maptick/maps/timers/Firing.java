package dev.maptick.maps.timers;

import dev.maptick.maps.TimerFiring;
import org.jspecify.annotations.Nullable;

/** The one firing object of a map, used again for each. Owner only. */
final class Firing implements TimerFiring {
    private long id;
    private @Nullable String name;
    private long dueNanos;
    private long coalesced;

    void set(long timer, @Nullable String timerName, long due, long missed) {
        id = timer;
        name = timerName;
        dueNanos = due;
        coalesced = missed;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public @Nullable String name() {
        return name;
    }

    @Override
    public long dueNanos() {
        return dueNanos;
    }

    @Override
    public long coalesced() {
        return coalesced;
    }

    @Override
    public String toString() {
        return "firing of timer " + id + ", " + coalesced + " coalesced";
    }
}
