package dev.maptick.server.report;

import dev.maptick.core.TickScheduler;
import dev.maptick.metrics.MetricsReport;
import dev.maptick.metrics.TickMetrics;

/**
 * A moment of a run and everything counted up to it. Immutable.
 *
 * @param nanos the moment, on the scheduler's clock
 * @param metrics counts since the start of the scheduler
 * @param cpu processor time used by the worker threads
 * @param activity what the maps do besides ticking
 */
public record Mark(long nanos, MetricsReport metrics, ThreadCpu cpu, Activity activity) {

    /**
     * Takes a mark now. Any thread.
     *
     * @param scheduler the scheduler
     * @param metrics what listens to it
     * @param activity what the maps do besides ticking
     * @return the mark
     */
    public static Mark take(TickScheduler scheduler, TickMetrics metrics, Activity activity) {
        return new Mark(scheduler.nanoTime(), metrics.snapshot(), ThreadCpu.now(), activity);
    }
}
