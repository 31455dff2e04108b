package dev.maptick.server.report;

import dev.maptick.core.ShutdownReport;
import dev.maptick.maps.HostReport;
import java.time.Duration;

/**
 * How a stop went: first the maps and what was to be written of them, then the scheduler. Immutable.
 *
 * @param maps the host's part
 * @param scheduler the scheduler's part
 */
public record StopReport(HostReport maps, ShutdownReport scheduler) {
    /** Whether every map left and was written in time, without a failure. */
    boolean isClean() {
        return maps.isClean() && scheduler.isClean() && scheduler.lastTaskFaults() == 0;
    }

    /** How many maps have left, those included that the scheduler's shutdown brought to their end after all. */
    int stopped() {
        return maps.closed()
                + Math.max(0, maps.open().size() - scheduler.unfinished().size());
    }

    Duration took() {
        return maps.took().plus(scheduler.took());
    }
}
