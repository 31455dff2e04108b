package dev.maptick.server.report;

import dev.maptick.core.ShutdownReport;
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
 * @param shutdown how the stop went
 * @param visitors the directory after the stop
 * @param replication what was sent
 * @param grid whether each map's counts add up
 */
public record RunSummary(
        String why,
        long seed,
        ThreadPlan plan,
        Interval warmUp,
        @Nullable Interval after,
        ShutdownReport shutdown,
        VisitorDirectory.Counts visitors,
        Replication replication,
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
     * Whether the run is a success: stopped clean, every grid point accounted for, every visitor back out.
     *
     * @return false if anything does not add up
     */
    public boolean isGood() {
        return shutdown.isClean()
                && shutdown.lastTaskFaults() == 0
                && grid.holds()
                && visitors.inside() == 0
                && visitors.entered() == visitors.left();
    }
}
