package dev.maptick.metrics;

/**
 * The ticks of one worker of a scheduler, of whatever type, since the start or in an interval. Immutable.
 *
 * @param worker its number, as in {@link dev.maptick.core.WorkerStats#worker()}
 * @param duration how long ticks took
 * @param lateness how long after their deadlines ticks started; as many as durations
 */
public record WorkerRow(int worker, Distribution duration, Distribution lateness) {
    /** What has come in since an earlier report. */
    WorkerRow since(MetricsReport mark) {
        for (WorkerRow earlier : mark.workers()) {
            if (earlier.worker == worker) {
                return new WorkerRow(worker, duration.since(earlier.duration), lateness.since(earlier.lateness));
            }
        }
        return this;
    }
}
