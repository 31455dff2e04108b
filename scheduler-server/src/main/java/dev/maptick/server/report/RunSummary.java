package dev.maptick.server.report;

import dev.maptick.core.ThreadPlan;
import dev.maptick.server.world.VisitorDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Everything a report tells of a run. Immutable.
 *
 * @param why why the run ended, in words
 * @param seed the world's seed
 * @param plan the threads
 * @param warmUp from the first map's opening until some seconds after the last one's
 * @param after the rest, or null if the run ended before
 * @param stop how the stop went
 * @param visitors the directory after the stop
 * @param replication what was sent
 * @param activity what the maps did besides ticking, after the stop
 * @param grid whether each map's counts add up
 */
public record RunSummary(
        String why,
        long seed,
        ThreadPlan plan,
        Interval warmUp,
        @Nullable Interval after,
        StopReport stop,
        VisitorDirectory.Counts visitors,
        Replication replication,
        Activity activity,
        GridCheck grid) {

    /**
     * What was sent to clients, or would have been.
     *
     * @param flushes how often a map had something to send
     * @param changes how many changes
     * @param bytes how many bytes they took
     */
    public record Replication(long flushes, long changes, long bytes) {}

    /**
     * Whether the run is a success: stopped clean and all written, every grid point accounted for, no thought that threw and
     * no save that failed, every visitor back out.
     *
     * @return false if anything does not add up
     */
    public boolean isGood() {
        Activity.Saves saves = activity.saves();
        return stop.isClean()
                && grid.holds()
                && activity.thinks().faults() == 0
                && (saves == null || saves.failed() == 0)
                && visitors.inside() == 0
                && visitors.onTheWay() == 0
                && visitors.entered() == visitors.left();
    }
}
