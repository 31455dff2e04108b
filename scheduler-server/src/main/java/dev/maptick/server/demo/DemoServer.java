package dev.maptick.server.demo;

import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.metrics.MapWorkMeters;
import dev.maptick.metrics.MaptickMeters;
import dev.maptick.metrics.TickMetrics;
import dev.maptick.server.http.HttpApi;
import dev.maptick.server.http.PortTakenException;
import dev.maptick.server.http.Readiness;
import dev.maptick.server.report.Mark;
import dev.maptick.server.world.ReplicationCounts;
import dev.maptick.server.world.VisitorDirectory;
import dev.maptick.server.world.World;
import dev.maptick.server.world.WorldPlans;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The parts of a demo and what belongs together in starting and stopping them. One thread starts, opens and stops it.
 *
 * <pre>
 *   new ──start──► STARTING ──open──► READY ──stop──► STOPPING, for good
 * </pre>
 */
final class DemoServer {
    private final DemoSettings settings;
    private final TickMetrics metrics = new TickMetrics();
    private final ReplicationCounts replication = new ReplicationCounts();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TickScheduler scheduler;
    private final MaptickMeters meters;
    private final MapHost host;
    private final World world;
    private final HttpApi http;
    private final List<MapHandle> maps = new ArrayList<>();

    private volatile Readiness readiness = Readiness.STARTING;

    DemoServer(DemoSettings settings, WorldPlans plans) {
        this.settings = settings;
        scheduler = build(settings, metrics);
        meters = new MaptickMeters(scheduler, metrics);
        host = MapHost.builder(scheduler).build();
        world = new World(plans, settings.houses(), settings.dungeons(), settings.seed(), replication);
        http = new HttpApi(host, registry, () -> readiness);
    }

    private static TickScheduler build(DemoSettings settings, TickMetrics metrics) {
        TickSchedulerBuilder builder = TickScheduler.builder()
                .dedicatedThreads(settings.dedicated())
                .staggerSeed(settings.seed())
                .listener(metrics);
        Integer pool = settings.pool();
        if (pool != null) {
            builder.poolThreads(pool);
        }
        return builder.build();
    }

    /** The port comes first: if it is taken, nothing else has been started yet. */
    void start() {
        try {
            http.start(settings.port());
        } catch (PortTakenException e) {
            throw new CannotRunException(e.getMessage() + ": choose another with --port, or 0 for any free one", e);
        }
        meters.bindTo(registry);
        new MapWorkMeters(host).bindTo(registry);
        scheduler.start();
    }

    /**
     * Opens the world's maps.
     *
     * @param progress told how many are open, after each
     * @param stopAsked true ends the opening
     */
    void open(IntConsumer progress, BooleanSupplier stopAsked) {
        world.open(host, map -> {
            maps.add(map);
            progress.accept(maps.size());
            return !stopAsked.getAsBoolean();
        });
        readiness = Readiness.READY;
    }

    /** Stops every map through its last tick while the scheduler still ticks; the HTTP port answers until then. */
    ShutdownReport stop(Duration limit) {
        readiness = Readiness.STOPPING;
        host.stopOpening();
        try {
            return scheduler.shutdown(limit);
        } finally {
            http.stop();
            meters.close();
            registry.close();
        }
    }

    int worldSize() {
        return world.size();
    }

    TickScheduler scheduler() {
        return scheduler;
    }

    String address() {
        return http.address();
    }

    Mark mark() {
        return Mark.take(scheduler, metrics);
    }

    /** Every map that was opened, whether it has left or not. */
    List<MapHandle> maps() {
        return List.copyOf(maps);
    }

    VisitorDirectory directory() {
        return world.directory();
    }

    ReplicationCounts replication() {
        return replication;
    }
}
