package dev.maptick.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Distributions for a registry of any kind: count and sum as a function timer, percentiles as gauges. */
final class TimersAndPercentiles implements DistributionMeters {
    private static final double[] PHIS = {0.5, 0.99, 0.999};
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final RecentReport recent;
    private final List<Meter> meters = new ArrayList<>();

    TimersAndPercentiles(MeterRegistry registry, RecentReport recent) {
        this.registry = registry;
        this.recent = recent;
    }

    @Override
    public void open() {
        // Nothing but rows.
    }

    @Override
    public void addRow(TypeRow row, Tags tags, Meter.Id companion) {
        add("maptick.tick.duration", "How long ticks took", row, tags, TypeRow::tickNanos, ReportRow::duration);
        add(
                "maptick.tick.lateness",
                "How long after their deadlines ticks started",
                row,
                tags,
                TypeRow::latenessNanos,
                ReportRow::lateness);
    }

    private void add(
            String name,
            String description,
            TypeRow row,
            Tags tags,
            ToLongFunction<TypeRow> total,
            Function<ReportRow, Distribution> distribution) {
        // The functions capture the row; the object given to the builder is held weakly.
        meters.add(FunctionTimer.builder(
                        name, row, ignored -> row.ticks(), ignored -> total.applyAsLong(row), TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags)
                .register(registry));
        for (double phi : PHIS) {
            meters.add(Gauge.builder(name + ".percentile", recent, r -> percentile(r, row, distribution, phi))
                    .description(description + ": the value that this share of them does not exceed")
                    .baseUnit("seconds")
                    .tags(tags)
                    .tag("phi", Double.toString(phi))
                    .strongReference(true)
                    .register(registry));
        }
    }

    private static double percentile(
            RecentReport recent, TypeRow row, Function<ReportRow, Distribution> distribution, double phi) {
        return recent.get()
                .row(row.type(), row.placement())
                .map(found -> distribution.apply(found).percentileNanos(100 * phi) / NANOS_PER_SECOND)
                .orElse(0.0);
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
