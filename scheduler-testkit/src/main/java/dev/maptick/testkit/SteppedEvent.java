package dev.maptick.testkit;

import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a {@link SteppedScheduler}: a tick, or last task, started or ended. Immutable.
 *
 * @param atNanos when, on the scheduler's clock
 * @param worker number of the worker
 * @param name the name of the registration
 * @param number which tick it is, from 1; on a last task the number of ticks before it
 * @param last whether it is a last task
 * @param ended all about the tick if it has ended, null if it has only started
 */
public record SteppedEvent(
        long atNanos,
        int worker,
        String name,
        long number,
        boolean last,
        @Nullable TickTrace ended) {

    /**
     * Whether this is the end of a tick.
     *
     * @return false for a start
     */
    public boolean isEnd() {
        return ended != null;
    }
}
