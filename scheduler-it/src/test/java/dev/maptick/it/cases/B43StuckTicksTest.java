package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.EventKind;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.StuckTick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickStats;
import dev.maptick.metrics.MaptickMeters;
import dev.maptick.metrics.TickMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/**
 * B43 (PaperMC/Folia#405), on real threads: one tick loops for ever, later another one waits for a lock for a while and comes
 * back. Each is reported by name, thread and stack; two threads go on serving the others; nothing is killed. How long after the
 * limit the reports came is printed, never asserted.
 */
final class B43StuckTicksTest {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final int HEALTHY = 100;

    private volatile boolean looping = true;

    /** A method with a known name, which is to be found in the stack. */
    private void loopsForEver() {
        while (looping) {
            Thread.onSpinWait();
        }
    }

    private static SchedulerEvent only(TickScheduler scheduler, EventKind kind, String map) {
        List<SchedulerEvent> found = scheduler.events().since(0).stream()
                .filter(event -> event.kind() == kind && map.equals(event.map()))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static void awaitStuck(TickScheduler scheduler, SimpleMeterRegistry meters, int count) {
        await("stuck ticks").atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(scheduler.stuck()).hasSize(count);
            assertThat(scheduler.stats().stuck()).isEqualTo(count);
            assertThat(meters.get("maptick.ticks.stuck").gauge().value()).isEqualTo(count);
        });
    }

    private static List<String> methods(StuckTick stuck) {
        return stuck.stack().stream().map(StackTraceElement::getMethodName).toList();
    }

    private static void awaitTicks(List<TickRegistration> maps, int more) {
        List<Long> before = maps.stream().map(map -> map.stats().ticks()).toList();
        await("each of the others ticks").atMost(Duration.ofSeconds(20)).until(() -> {
            for (int i = 0; i < maps.size(); i++) {
                if (maps.get(i).stats().ticks() < before.get(i) + more) {
                    return false;
                }
            }
            return true;
        });
    }

    @Test
    void eachStuckTickIsReportedAndTheOthersGoOn() throws Exception {
        TickMetrics metrics = new TickMetrics();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch comeBack = new CountDownLatch(1);
        try (TickScheduler scheduler =
                        TickScheduler.builder().poolThreads(2).listener(metrics).start();
                MaptickMeters meters = new MaptickMeters(scheduler, metrics)) {
            meters.bindTo(registry);
            List<TickRegistration> healthy = new ArrayList<>();
            for (int i = 0; i < HEALTHY; i++) {
                healthy.add(scheduler.register("healthy-" + i, TickOptions.every(PERIOD), tick -> {}));
            }
            TickRegistration looper = scheduler.register("looper", TickOptions.every(PERIOD), tick -> {
                if (tick.number() == 1) {
                    loopsForEver();
                }
            });
            awaitStuck(scheduler, registry, 1);
            StuckTick looped = scheduler.stuck().get(0);
            assertThat(looped.map()).isSameAs(looper);
            assertThat(looped.thread()).startsWith("maptick-pool-");
            assertThat(methods(looped)).contains("loopsForEver");
            SchedulerEvent report = only(scheduler, EventKind.STUCK, "looper");
            assertThat(report.text()).contains("\"looper\" tick 1", looped.thread(), "loopsForEver");
            print("looper", report, looped);
            await("a thread stands in").until(() -> scheduler.stats().replacements() == 1);
            awaitTicks(healthy, 5);

            TickRegistration waiter;
            lock.lock();
            try {
                waiter = scheduler.register("waiter", TickOptions.every(PERIOD), tick -> {
                    entered.countDown();
                    lock.lock();
                    try {
                        comeBack.countDown();
                    } finally {
                        lock.unlock();
                    }
                });
                entered.await();
                awaitStuck(scheduler, registry, 2);
                StuckTick waits = scheduler.stuck().stream()
                        .filter(stuck -> stuck.map().name().equals("waiter"))
                        .findFirst()
                        .orElseThrow();
                assertThat(methods(waits)).contains("lock");
                assertThat(waits.thread()).startsWith("maptick-pool-").isNotEqualTo(looped.thread());
                print("waiter", only(scheduler, EventKind.STUCK, "waiter"), waits);
                await("another one stands in").until(() -> scheduler.stats().replacements() == 2);
                assertThat(scheduler.stats().poolThreads()).isEqualTo(4);
                awaitTicks(healthy, 20);
            } finally {
                lock.unlock();
            }

            comeBack.await();
            awaitStuck(scheduler, registry, 1);
            assertThat(only(scheduler, EventKind.UNSTUCK, "waiter").text())
                    .contains("\"waiter\" tick 1 has ended after ");
            await("one has left")
                    .until(() -> scheduler.stats().poolThreads() == 3
                            && scheduler.stats().replacements() == 1
                            && scheduler.stats().leavingThreads() == 0);
            awaitTicks(List.of(waiter), 2);
            TickStats counts = waiter.stats();
            assertThat(counts.skipped()).as("what went by in its long tick").isPositive();
            assertThat(counts.ticks() + counts.skipped()).isEqualTo(counts.gridPointsConsumed());
            assertThat(scheduler.stuck())
                    .as("nobody has ended the loop")
                    .extracting(StuckTick::map)
                    .containsExactly(looper);

            looping = false;
            awaitStuck(scheduler, registry, 0);
            await("as at the start").until(() -> scheduler.stats().poolThreads() == 2);
            awaitTicks(List.of(looper), 2);
            await("both have ended, and it is told")
                    .until(() -> scheduler.events().count(EventKind.REPLACEMENT_ENDED) == 2);
        } finally {
            looping = false;
        }
    }

    private static void print(String what, SchedulerEvent report, StuckTick stuck) {
        System.out.println("B43: " + what + " reported " + (report.timeNanos() - stuck.sinceNanos()) / 1_000_000
                + " ms after its tick began: " + report.text());
    }
}
