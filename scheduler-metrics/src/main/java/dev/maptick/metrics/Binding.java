package dev.maptick.metrics;

import dev.maptick.core.EventKind;
import dev.maptick.core.FaultStage;
import dev.maptick.core.LatenessCause;
import dev.maptick.core.LoadStats;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.TickScheduler;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The meters of one scheduler in one registry. Any thread; guarded by its monitor, which no read of a meter takes.
 *
 * <p>Micrometer holds the object behind a function counter weakly but the function strongly. So each function here
 * captures what it reads, and gauges ask for a strong reference; else meters would turn to NaN once nobody else holds
 * the metrics.
 *
 * <p>A base unit repeats the last word of the meter's name, because Prometheus's naming would append any other.
 */
final class Binding implements Bindings.Entry {
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final TickScheduler scheduler;
    private final TickMetrics metrics;
    private final DistributionMeters distributions;
    private final Consumer<TypeRow> rowListener = this::addRow;

    private final List<Meter> meters = new ArrayList<>();
    private final Set<TypeRow> shown = new HashSet<>();
    private boolean closed;

    Binding(MeterRegistry registry, TickScheduler scheduler, TickMetrics metrics) {
        this.registry = registry;
        this.scheduler = scheduler;
        this.metrics = metrics;
        distributions = registry instanceof PrometheusMeterRegistry prometheus
                ? new PrometheusHistograms(prometheus, metrics)
                : new TimersAndPercentiles(registry, new RecentReport(metrics, scheduler::nanoTime));
    }

    @Override
    public boolean isTo(MeterRegistry other) {
        return registry == other;
    }

    @Override
    public void open() {
        addSchedulerMeters();
        metrics.addRowListener(rowListener);
    }

    @Override
    public void close() {
        metrics.removeRowListener(rowListener);
        synchronized (this) {
            closed = true;
            distributions.close();
            meters.forEach(registry::remove);
            meters.clear();
        }
    }

    private synchronized void addSchedulerMeters() {
        Tags none = Tags.empty();
        distributions.open();
        gauge("maptick.threads", "Worker threads alive", tags(Placement.POOL), stat(SchedulerStats::poolThreads));
        gauge(
                "maptick.threads",
                "Worker threads alive",
                tags(Placement.DEDICATED),
                stat(SchedulerStats::dedicatedThreads));
        gauge(
                "maptick.maps.overdue",
                "Maps that wait more than 1 ms past their deadline and are not running",
                none,
                stat(SchedulerStats::overdue));
        gauge(
                "maptick.maps.lost",
                "Maps found lost since the start, 0 unless the scheduler has a fault",
                none,
                stat(SchedulerStats::lostMaps));
        gauge(
                "maptick.ticks.stuck",
                "Ticks that have lasted longer than the watchdog allows and have not ended",
                none,
                stat(SchedulerStats::stuck));
        PoolUtilization utilization = new PoolUtilization(scheduler, metrics);
        meters.add(Gauge.builder("maptick.pool.utilization", utilization, PoolUtilization::read)
                // A share has no unit.
                .description("Share of the pool's time spent in ticks, 0 to 1, since the reading before")
                .strongReference(true)
                .register(registry));
        counter("maptick.wakeups", "Times a worker left its wait", none, stat(SchedulerStats::wakeups));
        counter(
                "maptick.ticks.stolen",
                "Ticks taken from another lane of the pool",
                none,
                stat(SchedulerStats::stolen));
        counter(
                "maptick.listener.failures",
                "Calls to a listener or a logger that threw",
                none,
                stat(SchedulerStats::listenerFailures));
        addLoadMeters();
        counter("maptick.registrations.refused", "Registrations refused", none, stat(SchedulerStats::refused));
        counter(
                "maptick.dedicated.refused",
                "Placements on a dedicated thread that ended in the pool",
                none,
                stat(SchedulerStats::dedicatedRefused));
    }

    private void addLoadMeters() {
        Tags none = Tags.empty();
        counter("maptick.promotions", "Heavy maps moved to a dedicated thread", none, events(EventKind.PROMOTED));
        counter("maptick.demotions", "Promoted maps moved back to the pool", none, events(EventKind.DEMOTED));
        gauge(
                "maptick.maps.promoted",
                "Maps on a dedicated thread because they are heavy",
                none,
                load(LoadStats::promotedMaps));
        gauge(
                "maptick.maps.stretched",
                "Maps at a longer period because of overload",
                none,
                load(LoadStats::stretchedMaps));
        gauge("maptick.maps.shed", "Maps suspended because of overload", none, load(LoadStats::shedMaps));
        counter(
                "maptick.admission.refused",
                "Registrations refused because of overload",
                none,
                load(LoadStats::admissionRefused));
        TickScheduler source = scheduler;
        meters.add(Gauge.builder("maptick.pool.work", source, s -> s.load().poolWork())
                .description("Work of the pool's maps, cost by period, in threads; 0 while it is not measured")
                .baseUnit("threads")
                .strongReference(true)
                .register(registry));
    }

    private synchronized void addRow(TypeRow row) {
        if (closed || !shown.add(row)) {
            return;
        }
        Tags tags = tags(row.placement()).and("type", row.type());
        gauge("maptick.maps", "Maps there are", tags, row::maps);
        counter("maptick.ticks", "Ticks, faulted ones included, last tasks not", tags, row::ticks);
        counter("maptick.ticks.skipped", "Deadlines skipped because a tick took too long", tags, row::skipped);
        for (LatenessCause cause : LatenessCause.values()) {
            counter(
                    "maptick.ticks.late",
                    "Ticks that started more than 1 ms after their deadline, by what made them late",
                    tags.and("cause", cause.label()),
                    () -> row.late().of(cause));
        }
        counter("maptick.ticks.suspended", "Deadlines that went by in suspension", tags, row::suspended);
        counter("maptick.tick.faults", "Ticks that threw", tags, row::faults);
        gauge("maptick.maps.backoff", "Maps in back-off for their faults", tags, () -> row.mapsAt(FaultStage.BACK_OFF));
        gauge(
                "maptick.maps.quarantined",
                "Maps in quarantine for their faults",
                tags,
                () -> row.mapsAt(FaultStage.QUARANTINE));
        counter(
                "maptick.fault.backoffs",
                "Times a map went into back-off for its faults",
                tags,
                () -> row.stagesBegun(FaultStage.BACK_OFF));
        counter(
                "maptick.fault.quarantines",
                "Times a map was quarantined for its faults",
                tags,
                () -> row.stagesBegun(FaultStage.QUARANTINE));
        counter("maptick.last.tasks", "Last tasks that ended", tags, row::lastTasks);
        counter("maptick.last.task.faults", "Last tasks that threw", tags, row::lastTaskFaults);
        counter(
                "maptick.tick.out.of.range",
                "Durations and latenesses above 60 s, shown as 60 s in the distributions",
                tags,
                row::outOfRange);
        Gauge max =
                seconds("maptick.tick.duration.max", "The longest tick since the start", tags, row::durationMaxNanos);
        seconds("maptick.tick.lateness.max", "The largest lateness since the start", tags, row::latenessMaxNanos);
        distributions.addRow(row, tags, max.getId());
    }

    private void counter(String name, String description, Tags tags, Reading reading) {
        meters.add(FunctionCounter.builder(name, reading, ignored -> reading.read())
                .description(description)
                .baseUnit(unit(name))
                .tags(tags)
                .register(registry));
    }

    private void gauge(String name, String description, Tags tags, Reading reading) {
        meters.add(Gauge.builder(name, reading, Reading::read)
                .description(description)
                .baseUnit(unit(name))
                .tags(tags)
                .strongReference(true)
                .register(registry));
    }

    private Gauge seconds(String name, String description, Tags tags, Reading nanos) {
        Gauge gauge = Gauge.builder(name, nanos, n -> n.read() / NANOS_PER_SECOND)
                .description(description)
                .baseUnit("seconds")
                .tags(tags)
                .strongReference(true)
                .register(registry);
        meters.add(gauge);
        return gauge;
    }

    private Reading stat(ToLongFunction<SchedulerStats> field) {
        TickScheduler source = scheduler;
        return () -> field.applyAsLong(source.stats());
    }

    private Reading load(ToLongFunction<LoadStats> field) {
        TickScheduler source = scheduler;
        return () -> field.applyAsLong(source.load());
    }

    private Reading events(EventKind kind) {
        TickScheduler source = scheduler;
        return () -> source.events().count(kind);
    }

    private static Tags tags(Placement placement) {
        return Tags.of("placement", placement.label());
    }

    private static String unit(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Something to read when a meter is asked. */
    @FunctionalInterface
    private interface Reading {
        long read();
    }
}
