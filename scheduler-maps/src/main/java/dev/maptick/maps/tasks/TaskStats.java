package dev.maptick.maps.tasks;

/**
 * Counts of one map's tasks, or of a whole pool's. All of one moment, so that at every reading
 *
 * <pre>
 *   accepted                       = succeeded + failed + cancelled + queued + running
 *   succeeded + failed + cancelled = completionsRun + orphaned + completionsQueued
 * </pre>
 *
 * @param accepted tasks accepted
 * @param refusedFull refused: the pool had no room
 * @param refusedShare refused: the map's own share was used up
 * @param refusedStopped refused: the pool was stopping or had stopped
 * @param refusedGone refused: the map was leaving or had left
 * @param refusedRejected refused: the pool's executor took no task
 * @param refusedUsed refused: the task object had been accepted before
 * @param succeeded work that returned a value in time
 * @param failed work that threw
 * @param panics those of {@code failed} that threw something other than an exception
 * @param cancelled tasks given up: skipped, or their work returned after its signal had ended
 * @param skipped those of {@code cancelled} whose work never began
 * @param completionsRun outcomes handed to their map
 * @param completionFaults completions that threw
 * @param orphaned outcomes whose map left first
 * @param queued accepted, work not begun; a worker that is being woken does not count as having begun, so for that moment
 *     this may pass the pool's queue by as many as there are free workers
 * @param running work under way
 * @param completionsQueued outcomes that wait for their map's tick
 */
public record TaskStats(
        long accepted,
        long refusedFull,
        long refusedShare,
        long refusedStopped,
        long refusedGone,
        long refusedRejected,
        long refusedUsed,
        long succeeded,
        long failed,
        long panics,
        long cancelled,
        long skipped,
        long completionsRun,
        long completionFaults,
        long orphaned,
        int queued,
        int running,
        int completionsQueued) {
    /**
     * Tasks that have ended in any way.
     *
     * @return {@code succeeded + failed + cancelled}
     */
    public long finished() {
        return succeeded + failed + cancelled;
    }

    /**
     * Tasks refused for any reason.
     *
     * @return the sum of the refusals
     */
    public long refused() {
        return refusedFull + refusedShare + refusedStopped + refusedGone + refusedRejected + refusedUsed;
    }
}
