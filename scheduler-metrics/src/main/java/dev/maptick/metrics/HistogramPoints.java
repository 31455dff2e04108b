package dev.maptick.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One Prometheus histogram being made, for one scrape. One thread. */
final class HistogramPoints {
    private static final double NANOS_PER_SECOND = 1e9;

    private final MetricMetadata metadata;
    private final long[] boundsMicros;
    private final Map<Labels, Distribution> points = new LinkedHashMap<>();

    HistogramPoints(MetricMetadata metadata, long[] boundsMicros) {
        this.metadata = metadata;
        this.boundsMicros = boundsMicros;
    }

    /** The labels of a meter as a registry has named it, common tags included. */
    static Labels labels(PrometheusMeterRegistry registry, Meter.Id companion) {
        Labels.Builder named = Labels.builder();
        for (Tag tag : companion.getConventionTags(registry.config().namingConvention())) {
            named.label(tag.getKey(), tag.getValue());
        }
        return named.build();
    }

    /** A filter may have given two rows the same labels; Prometheus would refuse the whole scrape for that. */
    void add(Labels labels, Distribution times) {
        points.merge(labels, times, Distribution::plus);
    }

    HistogramSnapshot snapshot() {
        return new HistogramSnapshot(
                metadata,
                points.entrySet().stream()
                        .map(point -> point(point.getKey(), point.getValue()))
                        .toList());
    }

    private HistogramDataPointSnapshot point(Labels labels, Distribution times) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        long below = 0;
        for (long micros : boundsMicros) {
            long atMost = times.countAtMost(TimeUnit.MICROSECONDS.toNanos(micros));
            buckets.bucket(micros / 1e6, atMost - below);
            below = atMost;
        }
        buckets.bucket(Double.POSITIVE_INFINITY, times.count() - below);
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .sum(times.totalNanos() / NANOS_PER_SECOND)
                .build();
    }
}
