package dev.maptick.core;

/**
 * What became of a {@link TickScheduler#resizePool}. Immutable.
 *
 * @param outcome whether the pool has another size now
 * @param before how many threads it had
 * @param now how many it has; those that are to leave, and replacements, are not counted
 */
public record PoolResize(Outcome outcome, int before, int now) {
    /** What became of it. */
    public enum Outcome {
        /** The pool has the size asked for. Threads too many leave once they are in no tick. */
        RESIZED,
        /** It had that size already. */
        UNCHANGED,
        /** Not all threads could be started; the pool has those that could. */
        THREAD_FAILED,
        /** The scheduler is not started yet; nothing has changed. */
        NOT_STARTED,
        /** The scheduler is stopping or has stopped; nothing has changed. */
        STOPPING
    }
}
