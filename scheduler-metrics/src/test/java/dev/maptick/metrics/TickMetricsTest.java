package dev.maptick.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.maptick.core.CauseCounts;
import dev.maptick.core.LatenessCause;
import dev.maptick.core.Placement;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickState;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickMetricsTest {
    private static final long MS = 1_000_000;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final TickMetrics metrics = new TickMetrics();
    private final StubRegistration house = new StubRegistration("house");

    private void tick(StubRegistration map, int worker, long lateness, long duration) {
        metrics.onTick(map, map.placement, worker, 0, lateness, lateness + duration, 0, null);
    }

    private ReportRow row(String type, Placement placement) {
        return metrics.snapshot().row(type, placement).orElseThrow();
    }

    @Test
    void isEmptyBeforeTheFirstMap() {
        assertThat(metrics.snapshot().rows()).isEmpty();
        ReportRow total = metrics.snapshot().total();
        assertThat(total.ticks()).isZero();
        assertThat(total.duration().percentileNanos(99)).isZero();
        assertThat(total.duration().maxNanos()).isZero();
        assertThat(total.duration().meanNanos()).isZero();
        assertThat(total.duration().countAtMost(MS)).isZero();
    }

    @Test
    void addsUpWorkersAndKeepsTypesAndPlacementsApart() {
        StubRegistration boss = new StubRegistration("boss");
        boss.placement = Placement.DEDICATED;
        for (int i = 1; i <= 100; i++) {
            tick(house, i % 3, 2L * i * MS, i * MS);
            tick(boss, 40, 0, 5 * MS);
        }
        metrics.onTick(house, Placement.POOL, 0, 0, MS, 3 * MS, 7, new IllegalStateException());
        ReportRow pool = row("house", Placement.POOL);
        assertThat(pool.ticks()).isEqualTo(101);
        assertThat(pool.faults()).isOne();
        assertThat(pool.skipped()).isEqualTo(7);
        assertThat(pool.duration().totalNanos()).isEqualTo((5_050 + 2) * MS);
        assertThat(pool.busyNanos()).isEqualTo(pool.duration().totalNanos());
        assertThat(pool.duration().maxNanos()).isEqualTo(100 * MS);
        assertThat(pool.lateness().maxNanos()).isEqualTo(200 * MS);
        assertThat((double) pool.duration().percentileNanos(50)).isCloseTo(50e6, within(1e6));
        assertThat((double) pool.lateness().percentileNanos(99)).isCloseTo(198e6, within(2e6));
        assertThat((double) pool.duration().countAtMost(25 * MS)).isCloseTo(26, within(1.0));
        assertThat(row("boss", Placement.DEDICATED).ticks()).isEqualTo(100);
        assertThat(metrics.snapshot().rows()).hasSize(2);
        assertThat(metrics.snapshot().total().ticks()).isEqualTo(201);
        assertThat(metrics.snapshot().total(Placement.DEDICATED).busyNanos()).isEqualTo(500 * MS);
    }

    @Test
    void lateTicksByCauseAndTimesByWorker() {
        StubRegistration boss = new StubRegistration("boss");
        MetricsReport before = metrics.snapshot();
        assertThat(before.workers()).isEmpty();
        for (int i = 1; i <= 60; i++) {
            int worker = i % 3;
            tick(i % 2 == 0 ? house : boss, worker, i * MS, (worker + 1) * MS);
            if (i > 1) {
                metrics.onLate(
                        house,
                        Placement.POOL,
                        worker,
                        i * MS,
                        i <= 11 ? LatenessCause.HOST_STALL : LatenessCause.QUEUEING);
            }
        }
        MetricsReport report = metrics.snapshot();
        assertThat(row("house", Placement.POOL).late()).isEqualTo(new CauseCounts(10, 49, 0));
        assertThat(report.total().late().total()).isEqualTo(59);
        assertThat(report.workers()).extracting(WorkerRow::worker).containsExactly(0, 1, 2);
        for (WorkerRow row : report.workers()) {
            assertThat(row.duration().count()).isEqualTo(20);
            assertThat(row.lateness().count()).isEqualTo(20);
            assertThat(row.duration().maxNanos()).isEqualTo((row.worker() + 1L) * MS);
            assertThat(row.duration().totalNanos()).isEqualTo(20L * (row.worker() + 1) * MS);
        }
        tick(house, 2, 0, MS);
        MetricsReport interval = metrics.snapshot().since(report);
        assertThat(interval.workers()).extracting(r -> r.duration().count()).containsExactly(0L, 0L, 1L);
        assertThat(interval.total().late()).isEqualTo(CauseCounts.NONE);
        assertThat(report.since(before).workers()).isEqualTo(report.workers());
    }

    @Test
    void valuesOutOfRangeAreCountedOnceAndClamped() {
        tick(house, 0, 0, 2 * HOUR);
        tick(house, 0, 0, 0);
        tick(house, 0, 0, 10);
        tick(house, 0, 0, 60_000 * MS);
        ReportRow row = row("house", Placement.POOL);
        assertThat(row.outOfRange()).isOne();
        assertThat(row.ticks()).isEqualTo(4);
        assertThat(row.duration().count()).isEqualTo(4);
        assertThat(row.faults()).isZero();
        assertThat(row.duration().maxNanos()).isEqualTo(2 * HOUR);
        assertThat(row.duration().totalNanos()).isEqualTo(2 * HOUR + 60_000 * MS + 10);
        assertThat(row.duration().percentileNanos(0)).isOne();
        assertThat((double) row.duration().percentileNanos(100)).isCloseTo(60e9, within(0.6e9));
        assertThat(row.lateness().percentileNanos(100)).isOne();
        assertThat(row.lateness().maxNanos()).isZero();

        tick(house, 0, TimeUnit.DAYS.toNanos(3), 1);
        row = row("house", Placement.POOL);
        assertThat(row.outOfRange()).isEqualTo(2);
        assertThat(row.lateness().count()).isEqualTo(5);
        assertThat(row.lateness().maxNanos()).isEqualTo(TimeUnit.DAYS.toNanos(3));

        tick(house, 0, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
        assertThat(row("house", Placement.POOL).outOfRange()).isEqualTo(4);
    }

    @Test
    void anIntervalIsOneReportLessAnEarlierOne() {
        tick(house, 0, 0, 50 * MS);
        MetricsReport mark = metrics.snapshot();
        for (int i = 0; i < 10; i++) {
            tick(house, 0, 0, 2 * MS);
        }
        MetricsReport later = metrics.snapshot();
        ReportRow interval = later.since(mark).row("house", Placement.POOL).orElseThrow();
        assertThat(interval.ticks()).isEqualTo(10);
        assertThat(interval.busyNanos()).isEqualTo(20 * MS);
        assertThat((double) interval.duration().maxNanos()).isCloseTo(2e6, within(0.02e6));
        assertThat((double) interval.duration().percentileNanos(99)).isCloseTo(2e6, within(0.02e6));
        assertThat(later.row("house", Placement.POOL).orElseThrow().duration().maxNanos())
                .isEqualTo(50 * MS);

        tick(house, 0, 0, 70 * MS + 1);
        assertThat(metrics.snapshot().since(later).total().duration().maxNanos())
                .isEqualTo(70 * MS + 1);
        assertThat(metrics.snapshot().since(mark).total().ticks()).isEqualTo(11);
        assertThat(later.since(later).total().ticks()).isZero();
        assertThat(later.since(later).total().duration().maxNanos()).isZero();
        assertThatThrownBy(() -> mark.since(later)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTypeThatComesAfterTheMarkCountsWhole() {
        MetricsReport mark = metrics.snapshot();
        tick(house, 0, 0, MS);
        assertThat(metrics.snapshot().since(mark).total().ticks()).isOne();
    }

    @Test
    void readersTakeNothingFromEachOther() {
        tick(house, 0, 0, MS);
        MetricsReport first = metrics.snapshot();
        tick(house, 0, 0, MS);
        MetricsReport second = metrics.snapshot();
        tick(house, 0, 0, MS);
        assertThat(metrics.snapshot().since(first).total().ticks()).isEqualTo(2);
        assertThat(metrics.snapshot().since(second).total().ticks()).isOne();
        assertThat(first.total().ticks()).isOne();
    }

    @Test
    void eventsOutsideTicksAreCounted() {
        metrics.onSkipped(house, 3);
        metrics.onSuspendedPoints(house, 40);
        metrics.onLastTask(house, Placement.POOL, 10, 10 + 5 * MS, null);
        metrics.onLastTask(house, Placement.POOL, 10, 10 + 5 * MS, new Exception());
        ReportRow row = row("house", Placement.POOL);
        assertThat(row.skipped()).isEqualTo(3);
        assertThat(row.suspended()).isEqualTo(40);
        assertThat(row.lastTasks()).isEqualTo(2);
        assertThat(row.lastTaskFaults()).isOne();
        assertThat(row.ticks()).isZero();
        assertThat(row.busyNanos()).isEqualTo(10 * MS);
        assertThat(row.duration().count()).isZero();
    }

    @Test
    void typesPastTheCapShareOneRowAndLeaveNoTrace() {
        TickMetrics few = new TickMetrics(3);
        for (int i = 0; i < 100_000; i++) {
            StubRegistration map = new StubRegistration("type-" + i);
            few.onRegistered(map);
            few.onTick(map, Placement.POOL, 0, 0, 1, 2, 0, null);
            map.state = TickState.STOPPED;
            few.onUnregistered(map);
        }
        MetricsReport report = few.snapshot();
        assertThat(report.rows()).extracting(ReportRow::type).containsExactly("other", "type-0", "type-1", "type-2");
        assertThat(report.row("other", Placement.POOL).orElseThrow().ticks()).isEqualTo(99_997);
        assertThat(report.total().ticks()).isEqualTo(100_000);
        assertThat(report.total().maps()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_025})
    void aBadNumberOfTypesIsRefused(int types) {
        assertThatThrownBy(() -> new TickMetrics(types))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("maxTypes = " + types + ", allowed: 1..1024");
    }

    @Test
    void recordingAllocatesNothing() {
        int ticks = 100_000;
        StubRegistration past = new StubRegistration("one too many");
        TickMetrics few = new TickMetrics(1);
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long allocated = 0;
        for (int round = 0; round < 2; round++) {
            long before = bean.getThreadAllocatedBytes(id);
            for (int i = 0; i < ticks; i++) {
                few.onTick(house, Placement.POOL, 1, 0, i, 2L * i, i & 1, null);
                few.onTick(past, Placement.DEDICATED, 2, 0, i, 2L * i, i & 1, null);
            }
            allocated = bean.getThreadAllocatedBytes(id) - before;
        }
        assertThat(few.snapshot().total().ticks()).isEqualTo(4L * ticks);
        // Asking for the figure may itself allocate a little.
        assertThat(allocated).isLessThan(ticks / 10);
    }

    @Test
    void aFrameTakesTheMemoryItIsSaidToTake() {
        int bytes = new Histogram(Samples.LOWEST_NANOS, Samples.HIGHEST_NANOS, 2).getEstimatedFootprintInBytes();
        assertThat(2 * bytes).isBetween(60_000, 68_000);
    }

    @Test
    void theReportPrintsAsATable() {
        tick(house, 0, 0, 2 * MS);
        metrics.onRegistered(house);
        String[] lines = metrics.snapshot().toString().split("\\R", -1);
        assertThat(lines[0]).startsWith("type   placement  maps  ticks");
        assertThat(lines[1]).startsWith("house  pool          1      1").endsWith("0.002");
        assertThat(lines[0]).hasSameSizeAs(lines[1]);
    }
}
