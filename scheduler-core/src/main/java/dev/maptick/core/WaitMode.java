package dev.maptick.core;

/**
 * How the threads of a scheduler wait for a deadline: what processor time they may spend on being on time.
 *
 * <p>The system wakes a parked thread some time after the moment it was asked for. A mode other than {@link #EFFICIENT}
 * lets the thread park to a little before its deadline and spin the rest. How long that little is follows what the system
 * was seen to do; it is capped, and so is the share of time spent spinning. Of one scheduler's threads one spins at a
 * time. Whatever the mode, nothing starts before its deadline; and a wait of no more than ten microseconds, from one map of
 * a wake-up to the next, is spun, since parking for it costs more.
 *
 * <p>No mode spins where that would only take the processor from others: with one processor, and for half a minute after
 * the process was throttled by a CPU quota (control groups of Linux).
 *
 * <p>On Linux each worker thread also lowers its own timer slack, in every mode: by default the system may end a timed
 * wait 50 µs late so as to serve several at once. Threads that a tick starts inherit that. Where it is refused nothing
 * else changes.
 *
 * <p>On Windows (untested) a timed wait ends on a timer interrupt, at most one each millisecond, so only {@link #PRECISE}
 * spins there, for up to two milliseconds and within its share of time; {@code BALANCED} waits as {@code EFFICIENT} does.
 */
public enum WaitMode {
    /**
     * Parks to the deadline and does not spin for it: the least processor time, and each wake-up as late as the system makes
     * it. Phases are bundled on fewer wake-ups, one a millisecond.
     */
    EFFICIENT,

    /** Spins so long that about every second wake-up comes before its deadline. The default. */
    BALANCED,

    /** Spins so long that nearly all wake-ups come before their deadlines, for some more processor time. */
    PRECISE
}
