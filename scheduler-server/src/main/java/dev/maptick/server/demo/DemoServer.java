package dev.maptick.server.demo;

import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.maps.HostReport;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapHostBuilder;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.TaskStats;
import dev.maptick.metrics.MapWorkMeters;
import dev.maptick.metrics.MaptickMeters;
import dev.maptick.metrics.TickMetrics;
import dev.maptick.server.http.HttpApi;
import dev.maptick.server.http.PortTakenException;
import dev.maptick.server.http.Readiness;
import dev.maptick.server.report.Activity;
import dev.maptick.server.report.Mark;
import dev.maptick.server.report.StopReport;
import dev.maptick.server.world.Plot;
import dev.maptick.server.world.ReplicationCounts;
import dev.maptick.server.world.VisitorDirectory;
import dev.maptick.server.world.World;
import dev.maptick.server.world.WorldCounts;
import dev.maptick.server.world.WorldPlans;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a demo and what belongs together in starting and stopping them. One thread starts, opens and stops it.
 *
 * <pre>
 *   new ──start──► STARTING ──open──► READY ──stop──► STOPPING, for good
 * </pre>
 *
 * <p>The stop goes from the outside in: no more visitors, then the maps with their last saves, then the scheduler.
 */
final class DemoServer {
    private final DemoSettings settings;
    private final TickMetrics metrics = new TickMetrics();
    private final ReplicationCounts replication = new ReplicationCounts();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TickScheduler scheduler;
    private final MaptickMeters meters;
    private final MapHost host;
    private final MapWorkMeters workMeters;
    private final World world;
    private final SavePauses pauses = new SavePauses();
    private final boolean keepsState;
    private final HttpApi http;
    private final List<MapHandle> maps = new ArrayList<>();

    private volatile Readiness readiness = Readiness.STARTING;

    DemoServer(DemoSettings settings, WorldPlans plans, @Nullable MapStore store) {
        this.settings = settings;
        scheduler = build(settings, metrics);
        meters = new MaptickMeters(scheduler, metrics);
        host = build(settings, scheduler, store, pauses);
        workMeters = new MapWorkMeters(host);
        keepsState = store != null;
        world = new World(
                plans, settings.houses(), settings.dungeons(), settings.seed(), replication, new DistantMarket());
        http = new HttpApi(host, registry, () -> readiness);
    }

    private static TickScheduler build(DemoSettings settings, TickMetrics metrics) {
        TickSchedulerBuilder builder = TickScheduler.builder()
                .dedicatedThreads(settings.dedicated())
                .waitMode(settings.waitMode())
                .staggerSeed(settings.seed())
                .listener(metrics);
        Integer pool = settings.pool();
        if (pool != null) {
            builder.poolThreads(pool);
        }
        return builder.build();
    }

    private static MapHost build(
            DemoSettings settings, TickScheduler scheduler, @Nullable MapStore store, SavePauses pauses) {
        MapHostBuilder builder = MapHost.builder(scheduler);
        if (store != null) {
            SaveOptions options =
                    SaveOptions.defaults().withInterval(settings.saveEvery()).withSeed(settings.seed());
            builder.saving(store, options).saveListener(pauses);
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
        workMeters.bindTo(registry);
        scheduler.start();
    }

    /**
     * Opens the world's maps, with the state there is of them, and lets the visitors in.
     *
     * @param progress told how many are open, after each
     * @param stopAsked true ends the opening
     * @throws CannotRunException when what was saved of a map cannot be used; the maps opened so far stay open
     */
    void open(IntConsumer progress, BooleanSupplier stopAsked) {
        Predicate<MapHandle> opened = map -> {
            maps.add(map);
            progress.accept(maps.size());
            return !stopAsked.getAsBoolean();
        };
        if (keepsState) {
            new SavedOpening(host, world.plots()).run(opened);
        } else {
            world.open(host, opened);
        }
        if (!stopAsked.getAsBoolean()) {
            world.letVisitorsIn(scheduler);
        }
        readiness = Readiness.READY;
    }

    /**
     * Stops every map through its last tick, and waits until everything is written, while the scheduler still ticks; the
     * HTTP port answers until then.
     */
    StopReport stop(Duration limit) {
        readiness = Readiness.STOPPING;
        world.keepVisitorsOut();
        try {
            HostReport left = host.shutdown(limit);
            Duration rest = limit.minus(left.took());
            StopReport report = new StopReport(left, scheduler.shutdown(rest.isNegative() ? Duration.ZERO : rest));
            world.takeVisitorsBack();
            return report;
        } finally {
            http.stop();
            meters.close();
            workMeters.close();
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
        return Mark.take(scheduler, metrics, activity());
    }

    /** What the maps have done so far, and are doing now. */
    Activity activity() {
        int asleep = 0;
        for (MapHandle map : maps) {
            asleep += map.isAsleep() ? 1 : 0;
        }
        WorldCounts counts = world.counts();
        TaskStats tasks = host.background().stats();
        return new Activity(
                maps.size(),
                asleep,
                new Activity.Thinks(counts.thinks(), counts.thinkFaults()),
                new Activity.Posts(counts.postsAccepted(), counts.postsRefused(), counts.foundFull()),
                new Activity.Tasks(tasks.accepted(), tasks.refused(), tasks.finished()),
                host.saveStats().map(this::saves).orElse(null));
    }

    private Activity.Saves saves(SaveStats stats) {
        return new Activity.Saves(
                stats.written(),
                stats.failed() + stats.refused() + stats.captureFaults() + stats.unprepared(),
                pauses.medianNanos(),
                stats.pauseMaxNanos(),
                loaded());
    }

    /** How many maps were opened as they had been saved. */
    int loaded() {
        return (int) world.plots().stream().filter(Plot::isLoaded).count();
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
