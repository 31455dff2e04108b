package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The pool's end, step by step and without threads. G7; B34's second half. */
class PoolShutdownTest {
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool =
            new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(1, 8).withExecutor(workers));
    private final TestMap map = new TestMap(pool, "house");

    @Test
    void queuedTasksAreSkippedAndLivingMapsAreTold() {
        map.submit("a", c -> 1);
        map.submit("b", c -> 1);
        pool.beginShutdown();
        pool.beginShutdown();
        workers.runAll();
        TaskPoolReport report = pool.endShutdown();
        assertThat(report).isEqualTo(new TaskPoolReport(2, 0, List.of()));
        assertThat(report.isClean()).isTrue();
        assertThat(report.toString()).isEqualTo("clean: 2 tasks skipped, 0 ended, 0 stuck");
        assertThat(map.seen).isEmpty();
        map.drain();
        assertThat(map.seen).containsExactly("a!SHUTDOWN", "b!SHUTDOWN");
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void finishedTasksKeepTheirOutcome() {
        map.submit("a", c -> 1);
        workers.runAll();
        pool.endShutdown();
        map.drain();
        assertThat(map.seen).containsExactly("a=1");
    }

    @Test
    void runningWorkIsSignalledAndItsEndCounts() {
        map.submit("a", c -> {
            pool.beginShutdown();
            assertThat(c.cancelReason()).isEqualTo(CancelReason.SHUTDOWN);
            assertThat(pool.isQuiet()).isFalse();
            return 1;
        });
        workers.runAll();
        assertThat(pool.isQuiet()).isTrue();
        TaskPoolReport report = pool.shutdown(Duration.ZERO);
        assertThat(report).isEqualTo(new TaskPoolReport(0, 1, List.of()));
        map.drain();
        assertThat(map.seen).containsExactly("a!SHUTDOWN");
    }

    @Test
    void tasksBehindTheirMapsLimitAreSkippedToo() {
        map.submit("a", c -> {
            assertThat(map.tasks.stats().queued()).isEqualTo(2);
            pool.beginShutdown();
            assertThat(map.tasks.stats().queued()).isZero();
            return 1;
        });
        map.submit("b", c -> 1);
        map.submit("c", c -> 1);
        workers.runAll();
        assertThat(pool.shutdown(Duration.ZERO)).isEqualTo(new TaskPoolReport(2, 1, List.of()));
        map.drain();
        assertThat(map.seen).containsExactly("b!SHUTDOWN", "c!SHUTDOWN", "a!SHUTDOWN");
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void workThatRunsOnIsReportedOnceAndItsLateResultIsDropped() {
        List<TaskPoolReport> reports = new ArrayList<>();
        map.submit("a", c -> {
            reports.add(pool.endShutdown());
            reports.add(pool.endShutdown());
            // The map is told now, while the work still runs.
            Thread tick = new Thread(map::drain);
            tick.start();
            tick.join();
            return "too late";
        });
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a!SHUTDOWN");
        assertThat(reports.get(0)).isSameAs(reports.get(1));
        assertThat(reports.get(0).isClean()).isFalse();
        assertThat(reports.get(0).stuck()).singleElement().satisfies(stuck -> {
            assertThat(stuck.map()).isEqualTo("house");
            assertThat(stuck.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(stuck.stack()).anyMatch(frame -> frame.getClassName().contains("PoolShutdownTest"));
        });
        assertThat(reports.get(0).toString()).contains("a task of map \"house\": still running on ");
        assertThat(pool.stats().running()).isZero();
        assertThat(pool.stats().cancelled()).isEqualTo(1);
        TestMap.assertAddsUp(pool.stats());
        assertThat(pool.shutdown(Duration.ofHours(1))).isSameAs(reports.get(0));
    }

    @Test
    void stuckWorkOfAMapThatHasLeftEndsItsFutureToo() {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        map.inTick(() -> futures.add(map.tasks.submit(c -> {
            map.close();
            assertThat(futures.get(0)).isNotDone();
            pool.endShutdown();
            assertThat(futures.get(0)).isCompletedExceptionally();
            return 1;
        })));
        workers.runAll();
        assertThat(futures.get(0).handle((v, e) -> e).join())
                .isInstanceOf(TaskCancelledException.class)
                .hasMessageStartingWith("map gone")
                .hasCauseInstanceOf(TaskCancelledException.class);
        assertThat(pool.stats().orphaned()).isEqualTo(1);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aDependentMayAskForTheEndItself() {
        List<TaskPoolReport> reports = new ArrayList<>();
        map.inTick(() -> {
            var unused = map.tasks
                    .submit(c -> {
                        map.close();
                        reports.add(pool.endShutdown());
                        return 1;
                    })
                    .whenComplete((v, e) -> reports.add(pool.endShutdown()));
        });
        workers.runAll();
        assertThat(reports).hasSize(2);
        assertThat(reports.get(0)).isSameAs(reports.get(1));
    }

    @Test
    void tasksThatTheExecutorLostAreSkipped() {
        map.submit("a", c -> 1);
        workers.forget();
        assertThat(pool.endShutdown()).isEqualTo(new TaskPoolReport(1, 0, List.of()));
        map.drain();
        assertThat(map.seen).containsExactly("a!SHUTDOWN");
    }

    @Test
    void aMapOpenedAfterTheEndIsRefused() {
        pool.endShutdown();
        TestMap late = new TestMap(pool, "late");
        assertThat(late.submit("a", c -> 1)).isEqualTo(TaskAdmission.STOPPED);
        late.close();
        assertThat(late.submit("a", c -> 1)).isEqualTo(TaskAdmission.GONE);
    }
}
