package dev.maptick.core;

/**
 * The facts of one tick. Valid only inside the call that received it and only on that thread: any later use, or use from
 * another thread, throws {@link IllegalStateException}. The object is reused from tick to tick.
 */
public interface Tick {
    /**
     * The registration that ticks.
     *
     * @return never null
     */
    TickRegistration registration();

    /**
     * Which tick of the registration this is.
     *
     * @return 1 for the first tick, faulted ones counted; on a last task the number of ticks that came before it
     */
    long number();

    /**
     * The deadline this tick was due at.
     *
     * @return a reading of the scheduler's clock, in nanoseconds
     */
    long deadlineNanos();

    /**
     * When this tick was started; never before {@link #deadlineNanos()}.
     *
     * @return a reading of the scheduler's clock, in nanoseconds
     */
    long startNanos();

    /**
     * How late this tick started.
     *
     * @return {@code startNanos() - deadlineNanos()}, 0 or more
     */
    default long latenessNanos() {
        return startNanos() - deadlineNanos();
    }

    /**
     * The period in force.
     *
     * @return nanoseconds
     */
    long periodNanos();

    /**
     * How many deadlines were skipped between the tick before this one and this one.
     *
     * @return 0 or more; deadlines passed while suspended are not among them
     */
    long skipped();

    /**
     * How many periods have gone by since the tick before this one, so that a simulation can scale its step.
     *
     * @return (this deadline − the previous tick's deadline) ÷ period, suspended periods included, at least 1; 1 on the
     *     first tick
     */
    long periodsElapsed();

    /**
     * Whether this call is the last task of a registration that is leaving.
     *
     * @return true only there; the plain tick body never sees true
     */
    boolean isLast();
}
