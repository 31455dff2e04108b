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
 *
 * <p>A wait until a deadline may come in two parts, {@link #awaitNear(long)} and then {@link #awaitUntil(long)} for the same
 * deadline: between the two the worker makes ready what is due then.
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

    /**
     * The first part of a wait for which the thread wakes before its deadline. A waiter that sleeps until the deadline has
     * nothing to do here.
     *
     * @param deadlineNanos that of the {@link #awaitUntil(long)} which follows, whatever this returns
     * @return true if the thread is awake now, the deadline not reached and no signal has come
     */
    default boolean awaitNear(long deadlineNanos) {
        return false;
    }

    /** Waits until signalled, without a deadline. */
    void awaitSignal();

    /** Ends the owner's wait, present or next. Never blocks. */
    void signal();

    /** Makes one waiter for each worker. */
    @FunctionalInterface
    interface Factory extends Supplier<DeadlineWaiter> {}
}
