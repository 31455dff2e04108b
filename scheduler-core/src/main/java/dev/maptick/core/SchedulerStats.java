package dev.maptick.core;

/**
 * A scheduler's counts at one moment. The totals never go down and include maps that have left; fields are sampled one
 * after the other while workers go on. Immutable.
 *
 * @param registered maps registered and not left: {@code waiting + running + suspended + stopping} at a quiet moment
 * @param waiting maps whose deadline is to come or has come
 * @param running maps inside a tick
 * @param suspended maps suspended
 * @param stopping maps leaving, before or inside their last task
 * @param overdue maps that wait more than 1 ms past their deadline and are not running
 * @param poolThreads pool threads alive
 * @param dedicatedThreads dedicated threads in use
 * @param dedicatedMaps maps whose ticks run on a dedicated thread
 * @param ticks ticks started
 * @param skipped deadlines skipped
 * @param suspendedPoints deadlines that went by in suspension
 * @param faults ticks that threw
 * @param lastTasks last tasks that ended
 * @param lastTaskFaults last tasks that threw
 * @param busyNanos time spent in ticks, summed over workers
 * @param wakeups times a worker left its wait
 * @param stolen ticks that a pool thread took from another lane of the pool than its own; 0 with one pool thread
 * @param listenerFailures calls to a listener, or to a logger, that threw
 * @param dedicatedRefused placements on a dedicated thread that ended in the pool
 * @param refused registrations refused
 * @param backedOff maps in back-off for their faults, at this moment
 * @param quarantined maps in quarantine for their faults, at this moment
 * @param backOffs times a map went into back-off
 * @param quarantines times a map was quarantined, after trial ticks that threw included
 * @param lostMaps maps found lost since the start, see {@link TickScheduler#audit()}: 0 unless the scheduler has a fault. Each
 *     reading of these counts looks for them among 256 maps, the next ones each time
 * @param late ticks that started more than 1 ms after their deadline, by what made them late
 * @param skippedBy deadlines skipped at the end of a tick, by cause; those that a change of period passed over have none
 * @param stuck ticks that the watchdog has reported and that have not ended, see {@link TickScheduler#stuck()}
 * @param replacements pool threads that stand in for one whose tick is stuck
 * @param leavingThreads pool threads that will end once they are in no tick; at a quiet moment {@code poolThreads} is the pool's
 *     size and {@code replacements + leavingThreads}
 */
public record SchedulerStats(
        long registered,
        long waiting,
        long running,
        long suspended,
        long stopping,
        long overdue,
        long poolThreads,
        long dedicatedThreads,
        long dedicatedMaps,
        long ticks,
        long skipped,
        long suspendedPoints,
        long faults,
        long lastTasks,
        long lastTaskFaults,
        long busyNanos,
        long wakeups,
        long stolen,
        long listenerFailures,
        long dedicatedRefused,
        long refused,
        long backedOff,
        long quarantined,
        long backOffs,
        long quarantines,
        long lostMaps,
        CauseCounts late,
        CauseCounts skippedBy,
        long stuck,
        long replacements,
        long leavingThreads) {}
