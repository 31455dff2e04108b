package dev.maptick.core.spi;

import dev.maptick.core.Placement;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Drives a scheduler that has no threads: its workers are stepped by the caller, and run the very code that worker
 * threads run. One thread at a time may use a stepper and its workers; the scheduler itself stays safe from any thread.
 *
 * <p>A worker's tick is two steps, so that several workers overlap in virtual time: {@link Worker#begin()} claims the
 * earliest due tick and runs its body, {@link Worker#end()} takes the end time, counts and puts the map back. Between
 * the two the map is in its tick as far as every other call can see. The caller sets the clock before each step.
 */
public interface TickStepper {
    /**
     * The scheduler that is stepped.
     *
     * @return a started scheduler without threads
     */
    TickScheduler scheduler();

    /**
     * The workers there are at this moment, in the order in which they came: first those that the pool started with.
     *
     * @return a snapshot; a dedicated worker leaves it when its map leaves and its last tick has ended, one of a pool made smaller
     *     once it is in no tick
     */
    List<Worker> workers();

    /**
     * Brings a shutdown under way further: ends it once every map has left or its limit has passed on the clock.
     *
     * @return true once the shutdown is over and its future is done
     */
    boolean stepShutdown();

    /**
     * When the limit of a shutdown under way passes.
     *
     * @return a reading of the scheduler's clock, or empty while no shutdown has been asked for
     */
    OptionalLong shutdownDeadlineNanos();

    /**
     * When the scheduler's guard, which looks after it from outside its workers, wants to look next.
     *
     * @return a reading of the scheduler's clock, or empty if it has nothing to look at
     */
    OptionalLong guardDueNanos();

    /** Lets the guard look at whatever is due. */
    void stepGuard();

    /** A worker without a thread. */
    interface Worker {
        /**
         * The number of the worker, unique among those alive.
         *
         * @return 0 or more; those that the pool started with come first, then those of the dedicated slots
         */
        int id();

        /**
         * Whether it is one of the pool.
         *
         * @return where its ticks run
         */
        Placement placement();

        /**
         * The map whose tick has begun and not ended.
         *
         * @return that map, or null when the worker is free
         */
        @Nullable
        TickRegistration current();

        /**
         * Whether anything waits for this worker, due or not.
         *
         * @return false when its queue is empty
         */
        boolean hasNext();

        /**
         * The earliest deadline that waits for this worker. Meaningful only while {@link #hasNext()} is true.
         *
         * @return a reading of the scheduler's clock
         */
        long nextDeadlineNanos();

        /**
         * Claims the earliest tick whose deadline has come and runs its body.
         *
         * @return false when none was due
         * @throws IllegalStateException when the worker's tick has not ended yet
         */
        boolean begin();

        /**
         * Ends the tick begun, at the present reading of the clock.
         *
         * @throws IllegalStateException when no tick was begun
         */
        void end();
    }
}
