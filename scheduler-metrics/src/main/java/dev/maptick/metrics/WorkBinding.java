package dev.maptick.metrics;

import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapListener;
import dev.maptick.maps.TypeTotals;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The meters of one host in one registry. Any thread; guarded by its monitor, which no read of a meter takes. Listens to the
 * host for types that come later.
 */
final class WorkBinding implements MapListener, Bindings.Entry {
    private final MeterRegistry registry;
    private final MapHost host;
    private final WorkSnapshot snapshot;
    private final SaveTimes saveTimes;
    private final boolean saves;
    private final WorkDistributionMeters distributions;

    private final List<Meter> meters = new ArrayList<>();
    private final Set<String> shown = new HashSet<>();
    private boolean closed;

    WorkBinding(MeterRegistry registry, MapHost host, WorkSnapshot snapshot, SaveTimes saveTimes) {
        this.registry = registry;
        this.host = host;
        this.snapshot = snapshot;
        this.saveTimes = saveTimes;
        saves = host.saveOptions().isPresent();
        distributions = registry instanceof PrometheusMeterRegistry prometheus
                ? new WorkHistograms(prometheus)
                : new WorkPercentiles(registry);
    }

    @Override
    public boolean isTo(MeterRegistry other) {
        return registry == other;
    }

    @Override
    public void open() {
        addHostMeters();
        // First, so that no type comes between; of some it is told twice.
        host.addListener(this);
        for (TypeTotals totals : host.workTotals()) {
            onFirstOfType(totals.type());
        }
    }

    @Override
    public void close() {
        host.removeListener(this);
        synchronized (this) {
            closed = true;
            distributions.close();
            meters.forEach(registry::remove);
            meters.clear();
        }
    }

    private synchronized void addHostMeters() {
        if (saves) {
            distributions.open();
        }
        WorkMeters.OF_HOST.forEach(this::addHostMeter);
        if (saves) {
            WorkMeters.SAVES_OF_HOST.forEach(this::addHostMeter);
        }
    }

    private void addHostMeter(WorkMeter<MapHost> meter) {
        MapHost source = host;
        meters.add(meter.register(registry, Tags.empty(), () -> meter.read().applyAsDouble(source)));
    }

    @Override
    public synchronized void onFirstOfType(String type) {
        if (closed || !shown.add(type)) {
            return;
        }
        Tags tags = Tags.of("type", type);
        WorkMeters.OF_TYPES.forEach(meter -> addTypeMeter(meter, tags, type));
        if (saves) {
            WorkMeters.SAVES_OF_TYPES.forEach(meter -> addTypeMeter(meter, tags, type));
            addSaveTimes(tags, type);
        }
    }

    private void addTypeMeter(WorkMeter<TypeTotals> meter, Tags tags, String type) {
        WorkSnapshot source = snapshot;
        meters.add(meter.register(registry, tags, () -> {
            TypeTotals totals = source.of(type);
            return totals == null ? 0 : meter.read().applyAsDouble(totals);
        }));
    }

    private void addSaveTimes(Tags tags, String type) {
        SaveTimes.Row row = saveTimes.row(type);
        Meter.Id companion = null;
        for (WorkDistribution distribution : WorkDistribution.ALL) {
            Gauge max = Gauge.builder(
                            distribution.meter + ".max", distribution.of(row), times -> times.maxNanos() / 1e9)
                    .description(distribution.description + ": the longest")
                    .baseUnit("seconds")
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
            meters.add(max);
            companion = max.getId();
        }
        if (companion != null) {
            distributions.add(row, tags, companion);
        }
    }
}
