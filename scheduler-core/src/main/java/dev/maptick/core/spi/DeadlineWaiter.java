package dev.maptick.core.spi;

import java.util.function.Supplier;

/**
 * One worker's place to wait. Each worker thread owns one waiter and is the only caller of {@link #prepare()},
 * {@link #awaitUntil(long)} and {@link #awaitSignal()}; any thread may call {@link #signal()}.
 *
 * <p>Protocol: the worker calls {@code prepare()} while it holds the lock under which it decided to wait, lets the lock
 * go and then calls one of the two waits. A {@code signal()} that comes after {@code prepare()} ends that wait (also
 * when it comes before the wait begins), so no wake-up is lost. A signal from before {@code prepare()} is forgotten.
 * Waits may return early for no reason; the worker checks again under the lock.
 */
public interface DeadlineWaiter {
    /** Forgets earlier signals. Called by the owner before it decides to wait. */
    void prepare();

    /**
     * Waits until the clock has reached the deadline or the waiter is signalled. A deadline that has passed returns at
     * once.
     *
     * @param deadlineNanos a reading of the scheduler's clock
     */
    void awaitUntil(long deadlineNanos);

    /** Waits until signalled, without a deadline. */
    void awaitSignal();

    /** Ends the owner's wait, present or next. Never blocks. */
    void signal();

    /** Makes one waiter for each worker. */
    @FunctionalInterface
    interface Factory extends Supplier<DeadlineWaiter> {}
}
