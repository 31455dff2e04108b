package dev.maptick.testkit;

import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Bodies of ticks for tests. */
public final class TickTasks {
    private TickTasks() {}

    /**
     * Costs the first duration in tick 1, the second in tick 2 and so on, and the last one in every tick after that. As a
     * last task it goes by the number of ticks before it. Keeps
     * nothing between ticks, so one may serve several maps.
     *
     * @param clock the clock to advance
     * @param costs at least one, each 0 or more
     * @return a body that does nothing else
     */
    public static TickTask costing(ManualClock clock, Duration... costs) {
        Objects.requireNonNull(clock, "clock");
        if (costs.length == 0) {
            throw new IllegalArgumentException("no costs");
        }
        long[] nanos = Arrays.stream(costs).mapToLong(Duration::toNanos).toArray();
        return tick -> {
            long at = Math.max(1, Math.min(tick.number(), nanos.length));
            clock.advance(nanos[(int) at - 1]);
        };
    }

    /**
     * Costs what the supplier says, anew in each tick.
     *
     * @param clock the clock to advance
     * @param nanos gives each cost, 0 or more
     * @return a body that does nothing else
     */
    public static TickTask costing(ManualClock clock, LongSupplier nanos) {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(nanos, "nanos");
        return tick -> clock.advance(nanos.getAsLong());
    }

    /**
     * Throws in every tick.
     *
     * @param failures gives what to throw, anew in each tick
     * @return a body that does nothing else
     */
    public static TickTask throwing(Supplier<? extends Throwable> failures) {
        Objects.requireNonNull(failures, "failures");
        return tick -> TickTasks.<RuntimeException>sneak(failures.get());
    }

    @SuppressWarnings("unchecked") // the cast is erased: any Throwable may leave, as from code that hides its own
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }
}
