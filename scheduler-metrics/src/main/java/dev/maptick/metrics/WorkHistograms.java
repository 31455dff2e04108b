package dev.maptick.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The distributions as true Prometheus histograms, as {@link PrometheusHistograms} shows those of the ticks. */
final class WorkHistograms implements WorkDistributionMeters, MultiCollector {
    private final PrometheusMeterRegistry registry;
    private final Map<SaveTimes.Row, Labels> rows = new ConcurrentHashMap<>();

    WorkHistograms(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void open() {
        registry.getPrometheusRegistry().register(this);
    }

    @Override
    public void add(SaveTimes.Row row, Tags tags, Meter.Id companion) {
        rows.put(row, HistogramPoints.labels(registry, companion));
    }

    @Override
    public void close() {
        registry.getPrometheusRegistry().unregister(this);
        rows.clear();
    }

    @Override
    public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
        return WorkDistribution.ALL.stream()
                .map(d -> MetricFamilyDescriptor.of(MetricType.HISTOGRAM, metadata(d)))
                .toList();
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                WorkDistribution.ALL.stream().map(this::histogram).toArray(HistogramSnapshot[]::new));
    }

    private HistogramSnapshot histogram(WorkDistribution distribution) {
        HistogramPoints points = new HistogramPoints(metadata(distribution), distribution.boundsMicros());
        rows.forEach((row, labels) -> points.add(labels, distribution.of(row).snapshot()));
        return points.snapshot();
    }

    private static MetricMetadata metadata(WorkDistribution distribution) {
        return new MetricMetadata(
                distribution.meter.replace('.', '_') + "_seconds", distribution.description, Unit.SECONDS);
    }
}
