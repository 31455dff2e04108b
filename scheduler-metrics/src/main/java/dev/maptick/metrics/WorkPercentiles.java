package dev.maptick.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The distributions for a registry of any kind: count and sum as a function timer, percentiles since the start as gauges. */
final class WorkPercentiles implements WorkDistributionMeters {
    private static final double[] PHIS = {0.5, 0.99};
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    WorkPercentiles(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void open() {
        // Nothing but types.
    }

    @Override
    public void add(SaveTimes.Row row, Tags tags, Meter.Id companion) {
        for (WorkDistribution distribution : WorkDistribution.ALL) {
            add(distribution, distribution.of(row), tags);
        }
    }

    private void add(WorkDistribution distribution, TimeRecorder times, Tags tags) {
        // The functions capture the recorder; the object given to the builder is held weakly.
        meters.add(FunctionTimer.builder(
                        distribution.meter,
                        times,
                        ignored -> times.count(),
                        ignored -> times.totalNanos(),
                        TimeUnit.NANOSECONDS)
                .description(distribution.description)
                .tags(tags)
                .register(registry));
        for (double phi : PHIS) {
            meters.add(Gauge.builder(
                            distribution.meter + ".percentile",
                            times,
                            t -> t.percentileNanos(100 * phi) / NANOS_PER_SECOND)
                    .description(distribution.description + ": the value that this share of them does not exceed")
                    .baseUnit("seconds")
                    .tags(tags)
                    .tag("phi", Double.toString(phi))
                    .strongReference(true)
                    .register(registry));
        }
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
