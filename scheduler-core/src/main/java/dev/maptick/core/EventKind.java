package dev.maptick.core;

/** What a {@link SchedulerEvent} tells of. */
public enum EventKind {
    /** A tick passed over deadlines that were worth a good while together. */
    SKIPPED,
    /** A tick threw. At most one event a second for each map. */
    FAULT,
    /** A map's fault policy has it leave out grid points. At most one event a second for each map. */
    BACK_OFF,
    /** A map's fault policy has suspended it. At most one event a second for each map. */
    QUARANTINED,
    /** A map's back-off or quarantine has ended. */
    FREED,
    /** A map has changed its placement. */
    MOVED,
    /**
     * The ticks of a map take a little longer than its period, again and again, so that under {@link MissPolicy#SKIP} it waits for
     * most of another one each time: 51 ms on a period of 50 ms run at 10 Hz.
     */
    CLIFF,
    /** That is over. */
    CLIFF_OVER,
    /** The process stood still for a tenth of a second or more. At most one event a second. */
    HOST_STALL,
    /** A tick, or last task, has lasted longer than the watchdog allows. Again from time to time while it lasts. */
    STUCK,
    /** A tick that was reported as stuck has ended. */
    UNSTUCK,
    /** A further thread keeps the pool as wide as it is while a tick is stuck. */
    REPLACED,
    /** Such a thread has ended. */
    REPLACEMENT_ENDED,
    /** The pool has another number of threads. */
    POOL_RESIZED,
    /** A map that costs much has got a dedicated thread by itself. */
    PROMOTED,
    /** A map that was promoted is calm and back in the pool. */
    DEMOTED,
    /** A map costs much and there is no free dedicated thread for it. */
    HEAVY,
    /** Registrations have taken the pool's work past the bound of admission. */
    OVERBOOKED,
    /** A group ticks at longer periods, because of overload. */
    PERIOD_STRETCHED,
    /** A group is a step nearer to its own periods, or there. */
    PERIOD_RESTORED,
    /** A group is suspended, because of overload. */
    SHED,
    /** A group that was shed resumes. */
    UNSHED
}
