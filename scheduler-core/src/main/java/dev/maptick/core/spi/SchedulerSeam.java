package dev.maptick.core.spi;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler takes from outside. Every part that is null gets the system's own. Immutable; any thread.
 *
 * @param clock the only source of time, or null for {@link NanoClock#SYSTEM}
 * @param waiters makes the place where each worker waits, or null for the scheduler's own, which wait by its {@link
 *     dev.maptick.core.WaitMode}
 * @param threads makes the worker threads, or null for plain daemon threads
 * @param stagger spreads first deadlines, or null for slots of the period filled evenly
 * @param completions runs the completion of unregister futures, and with it the caller's dependents, off the workers; or
 *     null for two daemon threads of the scheduler's own, started when first needed
 * @param processors how many processors the process may use, or null to ask the runtime (container quota included)
 */
public record SchedulerSeam(
        @Nullable NanoClock clock,
        DeadlineWaiter.@Nullable Factory waiters,
        @Nullable ThreadFactory threads,
        @Nullable Stagger stagger,
        @Nullable Executor completions,
        @Nullable IntSupplier processors) {

    /** The system's own parts throughout. */
    public static final SchedulerSeam SYSTEM = new SchedulerSeam(null, null, null, null, null, null);

    /**
     * The same seam with another clock.
     *
     * @param other the clock
     * @return a new seam
     */
    public SchedulerSeam withClock(NanoClock other) {
        return new SchedulerSeam(other, waiters, threads, stagger, completions, processors);
    }

    /**
     * The same seam with other waiters.
     *
     * @param other makes the waiters
     * @return a new seam
     */
    public SchedulerSeam withWaiters(DeadlineWaiter.Factory other) {
        return new SchedulerSeam(clock, other, threads, stagger, completions, processors);
    }

    /**
     * The same seam with another thread factory.
     *
     * @param other makes the worker threads; what it returns is named, made a daemon and given the scheduler's class
     *     loader before it starts
     * @return a new seam
     */
    public SchedulerSeam withThreads(ThreadFactory other) {
        return new SchedulerSeam(clock, waiters, other, stagger, completions, processors);
    }

    /**
     * The same seam with another stagger.
     *
     * @param other chooses phases
     * @return a new seam
     */
    public SchedulerSeam withStagger(Stagger other) {
        return new SchedulerSeam(clock, waiters, threads, other, completions, processors);
    }

    /**
     * The same seam with another executor for completions.
     *
     * @param other runs completions
     * @return a new seam
     */
    public SchedulerSeam withCompletions(Executor other) {
        return new SchedulerSeam(clock, waiters, threads, stagger, other, processors);
    }

    /**
     * The same seam with another processor count.
     *
     * @param other tells how many processors there are
     * @return a new seam
     */
    public SchedulerSeam withProcessors(IntSupplier other) {
        return new SchedulerSeam(clock, waiters, threads, stagger, completions, other);
    }
}
