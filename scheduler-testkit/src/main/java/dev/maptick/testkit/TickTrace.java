package dev.maptick.testkit;

import dev.maptick.core.Placement;
import org.jspecify.annotations.Nullable;

/**
 * One tick, or last task, that has ended. Immutable.
 *
 * @param name the name of the registration
 * @param number which tick it was, from 1; on a last task the number of ticks before it
 * @param deadlineNanos when it was due, on the scheduler's clock
 * @param startNanos when it started
 * @param endNanos when it ended
 * @param skipped deadlines found passed over at its end, 0 on a last task
 * @param worker number of the worker that ran it
 * @param placement where it ran
 * @param last whether it was a last task
 * @param fault what it threw, or null
 */
public record TickTrace(
        String name,
        long number,
        long deadlineNanos,
        long startNanos,
        long endNanos,
        long skipped,
        int worker,
        Placement placement,
        boolean last,
        @Nullable Throwable fault) {

    /**
     * How late it started.
     *
     * @return nanoseconds after its deadline
     */
    public long latenessNanos() {
        return startNanos - deadlineNanos;
    }

    /**
     * How long it took.
     *
     * @return nanoseconds from start to end
     */
    public long durationNanos() {
        return endNanos - startNanos;
    }
}
