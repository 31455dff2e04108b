package dev.maptick.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerMetricsTest {
    private static TickOptions options(String type) {
        return TickOptions.every(Duration.ofMillis(50)).group(type).phase(Duration.ZERO);
    }

    @Test
    void countsWhatTheSchedulerCounts() {
        TickMetrics metrics = new TickMetrics();
        World world = new World(metrics);
        TickRegistration slow = world.scheduler.register("slow", options("slow"), t -> world.spend(120));
        world.scheduler.register("bad", options("bad"), t -> {
            throw new AssertionError("planned");
        });
        TickRegistration idle = world.scheduler.register("idle", options("idle"), t -> {});
        world.run(1_000);
        idle.suspend();
        world.run(1_000);
        idle.resume();
        slow.setPeriod(Duration.ofMillis(250));
        world.run(1_000);
        SchedulerStats stats = world.scheduler.stats();
        ReportRow total = metrics.snapshot().total();
        assertThat(total.ticks()).isEqualTo(stats.ticks()).isPositive();
        assertThat(total.skipped()).isEqualTo(stats.skipped()).isPositive();
        assertThat(total.suspended()).isEqualTo(stats.suspendedPoints()).isPositive();
        assertThat(total.faults()).isEqualTo(stats.faults()).isPositive();
        assertThat(total.busyNanos()).isEqualTo(stats.busyNanos()).isPositive();
        ReportRow row = metrics.snapshot().row("slow", Placement.POOL).orElseThrow();
        assertThat(row.ticks() + row.skipped() + row.suspended())
                .isEqualTo(slow.stats().gridPointsConsumed());
        assertThat(row.duration().maxNanos()).isEqualTo(slow.stats().durationNanosMax());
        assertThat(row.lateness().totalNanos()).isEqualTo(slow.stats().latenessNanosTotal());
    }

    @Test
    void countsMapsWhereTheyAre() {
        TickMetrics metrics = new TickMetrics();
        World world = new World(metrics);
        TickRegistration a = world.scheduler.register("a", options("house"), t -> {});
        TickRegistration b = world.scheduler.register("b", options("house"), t -> {});
        assertThat(maps(metrics, Placement.POOL)).isEqualTo(2);
        a.moveTo(Placement.DEDICATED);
        assertThat(maps(metrics, Placement.POOL)).isOne();
        assertThat(maps(metrics, Placement.DEDICATED)).isOne();
        world.run(200);
        assertThat(metrics.snapshot()
                        .row("house", Placement.DEDICATED)
                        .orElseThrow()
                        .ticks())
                .isPositive();
        a.moveTo(Placement.POOL);
        assertThat(maps(metrics, Placement.POOL)).isEqualTo(2);
        assertThat(a.unregister()).isCompleted();
        assertThat(b.unregister()).isCompleted();
        assertThat(metrics.snapshot().total().maps()).isZero();
        assertThat(metrics.snapshot().total().ticks()).isPositive();
    }

    private static long maps(TickMetrics metrics, Placement placement) {
        return metrics.snapshot().total(placement).maps();
    }

    @Test
    void attachedLateItCountsTheMapsThatAreThere() {
        World world = new World();
        TickRegistration a = world.scheduler.register("a", options("house"), t -> {});
        TickMetrics metrics = new TickMetrics().attach(world.scheduler);
        assertThat(maps(metrics, Placement.POOL)).isOne();
        world.scheduler.register("b", options("house"), t -> {});
        assertThat(maps(metrics, Placement.POOL)).isEqualTo(2);
        assertThat(a.unregister()).isCompleted();
        assertThat(maps(metrics, Placement.POOL)).isOne();
    }

    @Test
    void newsOutOfOrderDoNotSpoilTheCensus() {
        TickMetrics metrics = new TickMetrics();
        StubRegistration map = new StubRegistration("house");
        map.placement = Placement.DEDICATED;
        metrics.onMoved(map, Placement.POOL, Placement.DEDICATED);
        metrics.onRegistered(map);
        metrics.onMoved(map, Placement.DEDICATED, Placement.POOL);
        assertThat(maps(metrics, Placement.DEDICATED)).isOne();
        assertThat(maps(metrics, Placement.POOL)).isZero();
        map.state = TickState.STOPPED;
        metrics.onUnregistered(map);
        metrics.onRegistered(map);
        metrics.onMoved(map, Placement.POOL, Placement.DEDICATED);
        assertThat(metrics.snapshot().total().maps()).isZero();
    }

    @Test
    void onRealThreadsCountsEqualTheScheduler() throws Exception {
        TickMetrics metrics = new TickMetrics();
        TickScheduler real = TickScheduler.builder()
                .poolThreads(2)
                .dedicatedThreads(1)
                .listener(metrics)
                .start();
        List<TickRegistration> maps = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            maps.add(real.register(
                    "house-" + i,
                    TickOptions.every(Duration.ofMillis(5))
                            .group("type-" + i % 4)
                            .placement(i == 0 ? Placement.DEDICATED : Placement.POOL)
                            .lastTask(t -> {}),
                    t -> {}));
        }
        while (metrics.snapshot().total().ticks() < 5_000) {
            Thread.onSpinWait();
        }
        assertThat(metrics.snapshot().total().maps()).isEqualTo(200);
        assertThat(real.shutdown(Duration.ofSeconds(20)).isClean()).isTrue();
        MetricsReport report = metrics.snapshot();
        assertThat(report.total().ticks()).isEqualTo(real.stats().ticks());
        assertThat(report.total().skipped()).isEqualTo(real.stats().skipped());
        assertThat(report.total().lastTasks()).isEqualTo(200);
        assertThat(report.total().maps()).isZero();
        for (ReportRow row : report.rows()) {
            assertThat(row.duration().count()).isEqualTo(row.ticks());
            assertThat(row.lateness().count()).isEqualTo(row.ticks());
        }
        long ticks = 0;
        for (TickRegistration map : maps) {
            ticks += map.stats().ticks();
        }
        assertThat(report.total().ticks()).isEqualTo(ticks);
    }
}
