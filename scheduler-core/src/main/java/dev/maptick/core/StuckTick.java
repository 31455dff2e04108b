package dev.maptick.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tick, or last task, that the watchdog has reported and that has not ended. Immutable.
 *
 * @param map the map whose tick it is
 * @param tick its number; for a last task, how many ticks the map has had
 * @param last whether it is the last task
 * @param worker number of the worker that is in it
 * @param thread name of that worker's thread; of the worker if it has none, as when stepped
 * @param sinceNanos when it began, on the scheduler's clock
 * @param inTickNanos how long ago that was when this was made, time included in which the whole process stood still
 * @param waitingFor name of the map whose leaving it waits for, null if it does not or not in a way that can be seen
 * @param stack where its thread was, innermost first and at most 64 frames; empty without a thread
 */
public record StuckTick(
        TickRegistration map,
        long tick,
        boolean last,
        int worker,
        String thread,
        long sinceNanos,
        long inTickNanos,
        @Nullable String waitingFor,
        List<StackTraceElement> stack) {
    /**
     * Copies the stack.
     *
     * @param map as above
     * @param tick as above
     * @param last as above
     * @param worker as above
     * @param thread as above
     * @param sinceNanos as above
     * @param inTickNanos as above
     * @param waitingFor as above
     * @param stack as above
     */
    public StuckTick {
        stack = List.copyOf(stack);
    }
}
