package dev.maptick.metrics;

import dev.maptick.core.Placement;
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
import java.util.function.Function;

/**
 * Duration and lateness as true Prometheus histograms, made at each scrape from one report. Rows are added and taken away
 * under the binding's monitor; {@link #collect()} runs on the thread that scrapes and takes no lock but the rows' own.
 */
final class PrometheusHistograms implements DistributionMeters, MultiCollector {
    private static final MetricMetadata DURATION =
            new MetricMetadata("maptick_tick_duration_seconds", "How long ticks took", Unit.SECONDS);
    private static final MetricMetadata LATENESS = new MetricMetadata(
            "maptick_tick_lateness_seconds", "How long after their deadlines ticks started", Unit.SECONDS);

    /** Upper bounds of the buckets: the four tick periods, and below them what a healthy tick takes. */
    static final long[] BOUNDS_MICROS = {100, 500, 1_000, 5_000, 25_000, 50_000, 125_000, 250_000};

    private final PrometheusMeterRegistry registry;
    private final TickMetrics metrics;
    private final Map<RowKey, Labels> labels = new ConcurrentHashMap<>();

    PrometheusHistograms(PrometheusMeterRegistry registry, TickMetrics metrics) {
        this.registry = registry;
        this.metrics = metrics;
    }

    @Override
    public void open() {
        registry.getPrometheusRegistry().register(this);
    }

    @Override
    public void addRow(TypeRow row, Tags tags, Meter.Id companion) {
        labels.put(new RowKey(row.type(), row.placement()), HistogramPoints.labels(registry, companion));
    }

    @Override
    public void close() {
        registry.getPrometheusRegistry().unregister(this);
        labels.clear();
    }

    @Override
    public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
        return List.of(
                MetricFamilyDescriptor.of(MetricType.HISTOGRAM, DURATION),
                MetricFamilyDescriptor.of(MetricType.HISTOGRAM, LATENESS));
    }

    @Override
    public MetricSnapshots collect() {
        MetricsReport report = metrics.snapshot();
        return MetricSnapshots.of(
                histogram(report, DURATION, ReportRow::duration), histogram(report, LATENESS, ReportRow::lateness));
    }

    private HistogramSnapshot histogram(
            MetricsReport report, MetricMetadata metadata, Function<ReportRow, Distribution> distribution) {
        HistogramPoints points = new HistogramPoints(metadata, BOUNDS_MICROS);
        for (ReportRow row : report.rows()) {
            Labels named = labels.get(new RowKey(row.type(), row.placement()));
            if (named != null) {
                points.add(named, distribution.apply(row));
            }
        }
        return points.snapshot();
    }

    private record RowKey(String type, Placement placement) {}
}
