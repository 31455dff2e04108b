package dev.maptick.metrics;

import java.util.List;
import java.util.function.Function;

/**
 * The distributions of {@link MapWorkMeters}, one line each.
 *
 * <p>Bounds are the upper ones of the buckets: for a pause those of the ticks, since it is part of one; for a write what a
 * disk or a database takes.
 */
final class WorkDistribution {
    static final List<WorkDistribution> ALL = List.of(
            new WorkDistribution(
                    "maptick.save.pause",
                    "How long maps stood still to be captured",
                    row -> row.pause,
                    PrometheusHistograms.BOUNDS_MICROS),
            new WorkDistribution(
                    "maptick.save.write",
                    "How long encoding and writing a snapshot took",
                    row -> row.write,
                    new long[] {1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 30_000_000}));

    final String meter;
    final String description;
    private final Function<SaveTimes.Row, TimeRecorder> recorder;
    private final long[] boundsMicros;

    private WorkDistribution(
            String meter, String description, Function<SaveTimes.Row, TimeRecorder> recorder, long[] boundsMicros) {
        this.meter = meter;
        this.description = description;
        this.recorder = recorder;
        this.boundsMicros = boundsMicros;
    }

    TimeRecorder of(SaveTimes.Row row) {
        return recorder.apply(row);
    }

    /** Not to be changed. */
    long[] boundsMicros() {
        return boundsMicros;
    }
}
