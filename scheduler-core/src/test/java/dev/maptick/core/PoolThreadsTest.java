package dev.maptick.core;

import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static dev.maptick.core.CoreFixture.workerThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.CoreFixture.HeldTick;
import dev.maptick.core.PoolResize.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pool's threads as real ones: they come and go, and what cannot come or must not go is told. */
@Timeout(60)
class PoolThreadsTest {
    @AfterEach
    void nothingIsLeft() {
        noThreadRemains();
    }

    @Test
    @DisplayName(
            "threads come at once and go once idle; maps tick on, all numbers are used again, none remains at the end")
    void comesAndGoes() {
        try (TickScheduler scheduler = pool(1).start()) {
            AtomicInteger ticks = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                scheduler.register("map-" + i, TickOptions.every(MS), tick -> ticks.incrementAndGet());
            }
            for (int size : new int[] {4, 1, 3, 3, 8, 2}) {
                scheduler.resizePool(size);
                eventually("the threads", () -> workerThreads(Placement.POOL).size() == size);
                assertThat(scheduler.stats().poolThreads()).isEqualTo(size);
                int before = ticks.get();
                eventually("ticks", () -> ticks.get() > before + 200);
            }
            assertThat(scheduler.workers()).allMatch(w -> w.worker() < 8);
        }
    }

    @Test
    @DisplayName("a tick holds its thread: the pool is made smaller around it, and it leaves when it is let go")
    void leavesAfterItsTick() {
        HeldTick held = new HeldTick();
        try (TickScheduler scheduler = pool(2).start()) {
            scheduler.register("held", TickOptions.every(MS), held);
            await20s(held.entered);
            assertThat(scheduler.resizePool(1)).isEqualTo(new PoolResize(Outcome.RESIZED, 2, 1));
            assertThat(scheduler.stats().leavingThreads()).isEqualTo(1);
            CountDownLatch ticked = new CountDownLatch(3);
            scheduler.register("other", TickOptions.every(MS), tick -> ticked.countDown());
            await20s(ticked);
            held.released.countDown();
            eventually("it leaves", () -> workerThreads(Placement.POOL).size() == 1);
            assertThat(scheduler.stats().leavingThreads()).isZero();
        }
    }

    @Test
    @DisplayName(
            "the last thread free, while the other one's tick waits for a map to leave, stays: the one that waits leaves later")
    void theLastFreeStays() {
        HeldTick busy = new HeldTick();
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch lastRan = new CountDownLatch(1);
        try (DefaultTickScheduler scheduler = (DefaultTickScheduler) pool(2).start()) {
            TickRegistration leaves = scheduler.register(
                    "leaves", TickOptions.every(CoreFixture.HOUR).lastTask(tick -> lastRan.countDown()), tick -> {});
            scheduler.register("busy", TickOptions.every(MS), busy);
            await20s(busy.entered);
            int free = busyWorker(scheduler);
            scheduler.register("waits", TickOptions.every(MS), tick -> {
                if (tick.number() == 1) {
                    waits.countDown();
                    leaves.unregister().join();
                }
            });
            await20s(waits);
            eventually("it waits", () -> scheduler.worker(1 - free).waitingFor != null);

            assertThat(scheduler.pool().retire(scheduler.worker(free)))
                    .as("nobody would be left to run the last task")
                    .isFalse();
            assertThat(scheduler.resizePool(1).now()).isEqualTo(1);
            assertThat(scheduler.worker(free).mustLeave()).isFalse();
            assertThat(scheduler.worker(1 - free).mustLeave()).isTrue();
            busy.released.countDown();
            await20s(lastRan);
            eventually("one is left", () -> workerThreads(Placement.POOL).size() == 1);
        }
    }

    private static int busyWorker(TickScheduler scheduler) {
        return scheduler.workers().stream()
                .filter(w -> w.map() != null && w.map().name().equals("busy"))
                .findFirst()
                .orElseThrow()
                .worker();
    }

    @Test
    @DisplayName("threads that cannot be had: the pool has those that could, says so, and may be asked again")
    void noThreadToBeHad() {
        AtomicInteger left = new AtomicInteger(3);
        try (TickScheduler scheduler = pool(1).seam(CoreFixture.SEAM.withThreads(body -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new IllegalStateException("no thread to be had");
                    }
                    return new Thread(body);
                }))
                .start()) {
            assertThat(scheduler.resizePool(6)).isEqualTo(new PoolResize(Outcome.THREAD_FAILED, 1, 3));
            assertThat(scheduler.threadPlan().poolThreads()).isEqualTo(3);
            assertThat(scheduler.stats().poolThreads()).isEqualTo(3);
            assertThat(scheduler.events().latest(1))
                    .singleElement()
                    .satisfies(event -> assertThat(event.text())
                            .contains("the pool has 3 threads and not 6", "no thread to be had"));
            left.set(10);
            assertThat(scheduler.resizePool(5)).isEqualTo(new PoolResize(Outcome.RESIZED, 3, 5));
            assertThat(scheduler.stats().poolThreads()).isEqualTo(5);
        }
    }

    @Test
    @DisplayName(
            "asked from several threads at once, and while it is shut down: the last size holds, then it is refused; no map is lost")
    void manyAsk() throws Exception {
        DefaultTickScheduler scheduler = (DefaultTickScheduler) pool(2).start();
        List<TickRegistration> maps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            maps.add(scheduler.register("map-" + i, TickOptions.every(MS), tick -> {}));
        }
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            SplittableRandom random = new SplittableRandom(t);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    scheduler.resizePool(1 + random.nextInt(8));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        int size = scheduler.threadPlan().poolThreads();
        eventually("settled", () -> scheduler.stats().poolThreads() == size);
        assertThat(scheduler.stats().leavingThreads()).isZero();
        assertThat(scheduler.audit().isClean()).isTrue();
        List<Long> before = maps.stream().map(map -> map.stats().ticks()).toList();
        eventually("each ticks", () -> {
            for (int i = 0; i < maps.size(); i++) {
                if (maps.get(i).stats().ticks() <= before.get(i)) {
                    return false;
                }
            }
            return true;
        });
        Thread asking = new Thread(() -> {
            int next = 1;
            while (scheduler.resizePool(next).outcome() != Outcome.STOPPING) {
                next = 1 + next % 8;
            }
        });
        asking.start();
        assertThat(scheduler.shutdown(Duration.ofSeconds(20)).isClean()).isTrue();
        asking.join();
        assertThat(scheduler.stats().poolThreads()).isZero();
    }
}
