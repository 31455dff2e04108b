package dev.maptick.core;

import static dev.maptick.core.CoreFixture.SEAM;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Requests that meet each other, and values nobody should pass, as a stranger found them to go wrong. */
final class RequestRaceTest {
    private static final Duration PERIOD = Duration.ofMillis(10);

    @Test
    void aMoveOvertakenByAnotherGivesItsSlotBack() throws Exception {
        AtomicReference<TickRegistration> map = new AtomicReference<>();
        AtomicBoolean armed = new AtomicBoolean();
        AtomicBoolean hold = new AtomicBoolean();
        CountDownLatch inTick = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        // While the first caller waits for its thread, a second one moves the map there and notes the way back.
        ThreadFactory factory = body -> {
            if (armed.getAndSet(false)) {
                assertThat(map.get().moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
                hold.set(true);
                await20s(inTick);
                assertThat(map.get().moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
            }
            return new Thread(body);
        };
        SchedulerSeam seam = SEAM.withThreads(factory);
        try (TickScheduler scheduler = pool(1).dedicatedThreads(2).seam(seam).start()) {
            map.set(scheduler.register("moved", TickOptions.every(PERIOD), tick -> {
                if (hold.getAndSet(false)) {
                    inTick.countDown();
                    await20s(go);
                }
            }));
            armed.set(true);
            assertThat(map.get().moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            go.countDown();
            assertThat(scheduler.stats().dedicatedThreads()).isEqualTo(1);
            map.get().unregister().join();
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
        }
    }

    @Test
    void theLastThreadOfAPoolDoesNotWaitForAMapThatNeedsIt() throws Exception {
        CyclicBarrier bothInside = new CyclicBarrier(2);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger waited = new AtomicInteger();
        try (TickScheduler scheduler = pool(2).start()) {
            TickOptions options = TickOptions.every(PERIOD);
            for (int i = 0; i < 2; i++) {
                TickRegistration leaves = scheduler.register("leaves-" + i, options.lastTask(tick -> {}), tick -> {});
                AtomicBoolean once = new AtomicBoolean();
                scheduler.register("waits-" + i, options, tick -> {
                    if (once.getAndSet(true)) {
                        return;
                    }
                    bothInside.await();
                    try {
                        leaves.unregister().join();
                        waited.incrementAndGet();
                    } catch (SelfWaitException e) {
                        refused.incrementAndGet();
                    }
                });
            }
            eventually("both ticks over", () -> refused.get() + waited.get() == 2);
            // Either may come last, and two that come together may both be refused; one of them must be.
            assertThat(refused.get()).isBetween(1, 2);
            eventually(
                    "both have left",
                    () -> scheduler.find("leaves-0").isEmpty()
                            && scheduler.find("leaves-1").isEmpty());
        }
    }

    @Test
    void pointsOfASuspensionStaySuspendedWhenATimeThatHasPassedIsGiven() {
        AtomicLong now = new AtomicLong();
        TickStepper stepper = TickScheduler.builder()
                .poolThreads(1)
                .seam(SEAM.withClock(now::get))
                .startStepped();
        TickRegistration map =
                stepper.scheduler().register("house", TickOptions.every(PERIOD).phase(Duration.ZERO), tick -> {});
        TickStepper.Worker worker = stepper.workers().get(0);
        assertThat(worker.begin()).isTrue();
        worker.end();
        map.suspend();
        now.set(1_000_000_000L);
        assertThat(map.suspendUntil(now.get() - 900_000_000L)).isEqualTo(ControlResult.APPLIED);
        assertThat(worker.begin()).isTrue();
        worker.end();
        TickStats stats = map.stats();
        assertThat(stats.skipped()).isZero();
        assertThat(stats.suspended()).isEqualTo(99);
        assertThat(stats.latenessNanosMax()).isZero();
    }

    @Test
    void nothingIsToldAsNull() {
        try (TickScheduler scheduler = pool(1).start()) {
            TickRegistration map = scheduler.register("house", TickOptions.every(PERIOD), tick -> {});
            assertThatThrownBy(() -> map.moveTo(nothing())).hasMessage("placement");
            assertThatThrownBy(() -> scheduler.addListener(nothing())).hasMessage("listener");
            assertThatThrownBy(() -> TickScheduler.builder().listener(nothing()))
                    .hasMessage("listener");
            assertThat(scheduler.stats().listenerFailures()).isZero();
        }
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // whatever type the caller wants a null of
    private static <T> T nothing() {
        return null;
    }

    @Test
    void aShutdownReportCountsEachMapOnce() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        TickScheduler scheduler = pool(1).start();
        TickOptions options = TickOptions.every(PERIOD);
        scheduler.register("stuck", options, tick -> {
            inside.countDown();
            await20s(go);
        });
        await20s(inside);
        for (int i = 0; i < 3; i++) {
            scheduler.register("waits-" + i, options.lastTask(tick -> {}), tick -> {});
        }
        scheduler.register("plain", options, tick -> {});
        ShutdownReport report = scheduler.shutdown(Duration.ofMillis(50));
        go.countDown();
        assertThat(report.stopped()).isEqualTo(1);
        assertThat(report.unfinished()).hasSize(4);
    }
}
