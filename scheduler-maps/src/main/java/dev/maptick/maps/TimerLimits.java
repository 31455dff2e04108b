package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of a map's timers. Immutable; each {@code with} method returns a changed copy. Not checked when made:
 * {@link #check} names everything that is bad.
 *
 * @param step due times are rounded up to a multiple of it; a power of two in milliseconds, up to 1,024
 * @param slots how many steps ahead lie in the wheel, a power of two up to 65,536; what is due later waits in a heap
 * @param pending the most timers that may be pending
 * @param callbacksPerTick the most callbacks in one tick
 * @param budget no further callback is begun in a tick once this much time has gone by
 */
public record TimerLimits(Duration step, int slots, int pending, int callbacksPerTick, Duration budget) {
    /** The most that {@link #pending()} may allow. */
    public static final int MAX_PENDING = 1_000_000;

    private static final int MAX_STEP_MS = 1_024;
    private static final int MAX_SLOTS = 65_536;
    private static final int MAX_CALLBACKS = 1_000_000;
    private static final Duration MIN_BUDGET = Duration.ofNanos(1);
    private static final Duration MAX_BUDGET = Duration.ofHours(1);
    private static final TimerLimits DEFAULTS =
            new TimerLimits(Duration.ofMillis(8), 512, 65_536, 256, Duration.ofMillis(5));

    /**
     * Makes one.
     *
     * @param step due times are rounded up to a multiple of it
     * @param slots how many steps ahead lie in the wheel
     * @param pending the most timers that may be pending
     * @param callbacksPerTick the most callbacks in one tick
     * @param budget the time after which a tick begins no further callback
     */
    public TimerLimits {
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(budget, "budget");
    }

    /**
     * A step of 8 ms, 512 slots, 65,536 pending, 256 callbacks and 5 ms a tick.
     *
     * @return the one object with every bound at its default
     */
    public static TimerLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the wheel step.
     *
     * @param value a power of two in milliseconds, 1 to 1,024
     * @return a changed copy
     */
    public TimerLimits withStep(Duration value) {
        return new TimerLimits(value, slots, pending, callbacksPerTick, budget);
    }

    /**
     * Sets the wheel size.
     *
     * @param value a power of two, 1 to 65,536
     * @return a changed copy
     */
    public TimerLimits withSlots(int value) {
        return new TimerLimits(step, value, pending, callbacksPerTick, budget);
    }

    /**
     * Sets the most timers that may be pending.
     *
     * @param value 1 to 1,000,000
     * @return a changed copy
     */
    public TimerLimits withPending(int value) {
        return new TimerLimits(step, slots, value, callbacksPerTick, budget);
    }

    /**
     * Sets the most callbacks in one tick.
     *
     * @param value 1 to 1,000,000
     * @return a changed copy
     */
    public TimerLimits withCallbacksPerTick(int value) {
        return new TimerLimits(step, slots, pending, value, budget);
    }

    /**
     * Sets the time budget of a tick.
     *
     * @param value 1 ns to 1 h
     * @return a changed copy
     */
    public TimerLimits withBudget(Duration value) {
        return new TimerLimits(step, slots, pending, callbacksPerTick, value);
    }

    /**
     * Notes every bound that is bad, so that a caller with more settings can refuse all of them in one message.
     *
     * @param check where problems are noted
     * @param prefix put before each bound's name, as in {@code "timers."}; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        if (!isPowerOfTwoMillis(step)) {
            check.bad(prefix + "step", step.toString(), "a power of two in milliseconds, 1.." + MAX_STEP_MS);
        }
        if (slots < 1 || slots > MAX_SLOTS || Integer.bitCount(slots) != 1) {
            check.bad(prefix + "slots", Integer.toString(slots), "a power of two, 1.." + MAX_SLOTS);
        }
        check.range(prefix + "pending", pending, 1, MAX_PENDING);
        check.range(prefix + "callbacksPerTick", callbacksPerTick, 1, MAX_CALLBACKS);
        check.range(prefix + "budget", budget, MIN_BUDGET, MAX_BUDGET);
    }

    private static boolean isPowerOfTwoMillis(Duration d) {
        if (d.isZero() || d.isNegative() || d.compareTo(Duration.ofMillis(MAX_STEP_MS)) > 0) {
            return false;
        }
        return d.toNanosPart() % 1_000_000 == 0 && Long.bitCount(d.toMillis()) == 1;
    }
}
