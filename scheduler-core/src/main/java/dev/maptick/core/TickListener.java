package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Hears what a scheduler does. {@code onTick} runs on the worker right after the tick, outside every lock, and delays
 * that worker for as long as it takes: keep it short, never block. The other calls run on whichever thread caused them.
 * What a listener throws is counted ({@link SchedulerStats#listenerFailures()}) and disturbs nothing.
 */
public interface TickListener {
    /**
     * A registration was accepted.
     *
     * @param registration the newcomer
     */
    default void onRegistered(TickRegistration registration) {}

    /**
     * A registration has left: none of its code runs any more and its unregister future is about to complete.
     *
     * @param registration the one that left
     */
    default void onUnregistered(TickRegistration registration) {}

    /**
     * A tick has ended. Calls for one worker never overlap, and calls for one registration never overlap.
     *
     * @param registration what ticked
     * @param placement where it ran
     * @param worker number of the worker, 0 or more, below the sum of pool and dedicated threads
     * @param deadlineNanos when it was due, on the scheduler's clock
     * @param startNanos when it started, not before the deadline
     * @param endNanos when it ended
     * @param skipped deadlines found passed over at its end
     * @param fault what it threw, or null
     */
    default void onTick(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault) {}

    /**
     * A tick has ended that had started more than 1 ms after its deadline; told right before {@link #onTick}, on the same thread.
     *
     * @param registration what ticked
     * @param placement where it ran
     * @param worker number of the worker, as in {@code onTick}
     * @param latenessNanos how long after its deadline it started
     * @param cause what took most of that time
     */
    default void onLate(
            TickRegistration registration, Placement placement, int worker, long latenessNanos, LatenessCause cause) {}

    /**
     * A last task has ended. It is outside the tick counts.
     *
     * @param registration the one that is leaving
     * @param placement where it ran
     * @param startNanos when it started, on the scheduler's clock
     * @param endNanos when it ended
     * @param fault what it threw, or null
     */
    default void onLastTask(
            TickRegistration registration,
            Placement placement,
            long startNanos,
            long endNanos,
            @Nullable Throwable fault) {}

    /**
     * The limit of a shutdown passed before a registration had left. Its tick may still be running; {@link
     * #onUnregistered} follows if that ever ends. Told before the registration's future fails with the same reason.
     *
     * @param registration what did not leave in time
     * @param reason what it was doing
     */
    default void onAbandoned(TickRegistration registration, UnfinishedException reason) {}

    /**
     * Deadlines were passed over outside a tick: by a change of period on an overdue registration, or because heavy maps leave a
     * thread to others ({@link HeavyPolicy#leaveOneThread}).
     *
     * @param registration whose deadlines
     * @param count how many, at least 1
     */
    default void onSkipped(TickRegistration registration, long count) {}

    /**
     * Deadlines went by while a registration was suspended; told when it resumes.
     *
     * @param registration whose deadlines
     * @param count how many, at least 1
     */
    default void onSuspendedPoints(TickRegistration registration, long count) {}

    /**
     * A registration has changed its placement. The moves of one registration are told one after the other, in the order
     * in which they were made; the last one told is where it is. The thread is that of one of the moves.
     *
     * @param registration what moved
     * @param from where it was
     * @param to where it is
     */
    default void onMoved(TickRegistration registration, Placement from, Placement to) {}

    /**
     * Its fault policy has acted on a registration: it goes into back-off, is quarantined (anew, when its trial tick threw), or
     * is free again. A longer back-off is not told. The changes of one registration are told one after the other, in the order
     * in which they were made; the thread is that of one of them. One made while the registration leaves may be told after
     * {@link #onUnregistered}.
     *
     * @param registration whose faults
     * @param before where it stood
     * @param now where it stands, and why
     */
    default void onFaultStage(TickRegistration registration, FaultStanding before, FaultStanding now) {}

    /**
     * Something has happened that an operator may want to know of; it is in the {@link EventLog} already. The thread is whichever
     * it happened on, a worker's too, outside every lock.
     *
     * @param event what happened
     */
    default void onEvent(SchedulerEvent event) {}
}
