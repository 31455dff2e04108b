package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import java.util.Objects;

/**
 * What one tick may spend on completions of background tasks and posts together. Cooperative: a callback that runs is
 * never interrupted, and at least one runs in a tick that finds any; what is left waits for the next tick, in order.
 * Immutable. Not checked when made: {@link #check} names everything that is bad.
 *
 * @param callbacks the most callbacks in one tick
 * @param time no further callback is begun in a tick once this much time has gone by
 */
public record WorkBudget(int callbacks, Duration time) {
    private static final int MAX_CALLBACKS = 1_000_000;
    private static final Duration MIN_TIME = Duration.ofNanos(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);
    private static final WorkBudget DEFAULTS = new WorkBudget(256, Duration.ofMillis(5));

    /**
     * Makes one.
     *
     * @param callbacks the most callbacks in one tick
     * @param time the time after which a tick begins no further one
     */
    public WorkBudget {
        Objects.requireNonNull(time, "time");
    }

    /**
     * 256 callbacks and 5 ms a tick.
     *
     * @return the one object with both bounds at their default
     */
    public static WorkBudget defaults() {
        return DEFAULTS;
    }

    /**
     * Notes every bound that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each bound's name, as in {@code "work."}; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "callbacks", callbacks, 1, MAX_CALLBACKS);
        check.range(prefix + "time", time, MIN_TIME, MAX_TIME);
    }
}
