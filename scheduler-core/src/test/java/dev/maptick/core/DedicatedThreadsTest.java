package dev.maptick.core;

import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static dev.maptick.core.CoreFixture.workerThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Case B59: a dedicated thread is handed out, given back and never made twice. */
@Timeout(60)
class DedicatedThreadsTest {
    private static final TickOptions DEDICATED = TickOptions.every(MS).placement(Placement.DEDICATED);

    @BeforeEach
    @AfterEach
    void nothingIsLeft() {
        noThreadRemains();
    }

    @Test
    @DisplayName("B59: 1,000 rounds of register, 3 ticks, unregister: each dedicated, never more threads than slots")
    void aThousandRounds() {
        int most = 0;
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(2).start()) {
            for (int round = 0; round < 1_000; round++) {
                int kind = round % 4;
                CountDownLatch third = new CountDownLatch(3);
                TickRegistration map = scheduler.register("map", DEDICATED, tick -> {
                    third.countDown();
                    if (kind == 2) {
                        throw new IllegalStateException("a tick that throws");
                    }
                });
                assertThat(map.placement()).as("round %d", round).isEqualTo(Placement.DEDICATED);
                most = Math.max(most, workerThreads(Placement.DEDICATED).size());
                await20s(third);
                if (kind == 3) {
                    CompletableFuture<Void> gone = map.unregister(t -> {
                        throw new IllegalStateException("an end hook that throws");
                    });
                    assertThatExceptionOfType(CompletionException.class).isThrownBy(gone::join);
                } else {
                    map.unregister().join();
                }
            }
            assertThat(most).isBetween(1, 2);
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
            assertThat(scheduler.stats().dedicatedRefused()).isZero();
            eventually(
                    "no dedicated thread",
                    () -> workerThreads(Placement.DEDICATED).isEmpty());
            assertThat(log.events(Level.WARN)).isEmpty();
        }
    }

    @Test
    @DisplayName("B59: two slots at once, taken and given back by many threads, are never more than two threads")
    void manyTakers() throws Exception {
        try (TickScheduler scheduler = pool(2).dedicatedThreads(2).start()) {
            AtomicInteger dedicated = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            List<Thread> takers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "map-" + i;
                Thread taker = new Thread(() -> {
                    try {
                        for (int round = 0; round < 50; round++) {
                            CountDownLatch ticked = new CountDownLatch(1);
                            TickRegistration map = scheduler.register(name, DEDICATED, t -> ticked.countDown());
                            if (map.placement() == Placement.DEDICATED) {
                                dedicated.incrementAndGet();
                            }
                            most.accumulateAndGet(
                                    workerThreads(Placement.DEDICATED).size(), Math::max);
                            await20s(ticked);
                            map.unregister().join();
                        }
                    } catch (Throwable t) {
                        wrong.set(t);
                    }
                });
                taker.start();
                takers.add(taker);
            }
            for (Thread taker : takers) {
                taker.join();
            }
            assertThat(wrong.get()).isNull();
            assertThat(most.get()).isLessThanOrEqualTo(2);
            assertThat(dedicated.get()).isPositive();
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
        }
    }

    @Test
    @DisplayName("B59: a thread that can't be made puts the map into the pool, gives the slot back and harms nothing")
    void threadFactoryFails() {
        AtomicBoolean failing = new AtomicBoolean();
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(1)
                        .seam(CoreFixture.SEAM.withThreads(r -> {
                            if (failing.get()) {
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            return new Thread(r);
                        }))
                        .start()) {
            failing.set(true);
            TickRegistration map = scheduler.register("map", DEDICATED, t -> {});
            assertThat(map.placement()).isEqualTo(Placement.POOL);
            assertThat(map.requestedPlacement()).isEqualTo(Placement.DEDICATED);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.THREAD_FAILED);
            eventually("ticks in the pool", () -> map.stats().ticksEnded() >= 3);
            assertThat(scheduler.stats().dedicatedRefused()).isEqualTo(2);
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
            assertThat(log.messages(Level.WARN))
                    .hasSize(2)
                    .allMatch(m -> m.contains("\"map\"") && m.contains("unable to create native thread"));

            failing.set(false);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            long before = map.stats().ticks();
            eventually("ticks on its thread", () -> map.stats().ticks() > before + 2);
            assertThat(workerThreads(Placement.DEDICATED)).hasSize(1);
        }
    }

    @Test
    @DisplayName("a factory that starts its thread itself is refused, and that thread goes home")
    void factoryThatStartsItsThread() {
        AtomicBoolean starting = new AtomicBoolean();
        List<Thread> made = new ArrayList<>();
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(1)
                        .seam(CoreFixture.SEAM.withThreads(r -> {
                            Thread thread = new Thread(r);
                            if (starting.get()) {
                                made.add(thread);
                                thread.start();
                            }
                            return thread;
                        }))
                        .start()) {
            starting.set(true);
            TickRegistration map = scheduler.register("map", DEDICATED, t -> {});
            assertThat(map.placement()).isEqualTo(Placement.POOL);
            eventually("the thread has ended", () -> made.stream().noneMatch(Thread::isAlive));
            assertThat(made).hasSize(1);
            assertThat(log.events(Level.WARN)).hasSize(1);
        }
    }

    @Test
    @DisplayName("B59: five at once on two slots: two dedicated, three in the pool, told and all ticking")
    void fiveAtOnce() {
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(2).start()) {
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                maps.add(scheduler.register("map-" + i, DEDICATED, t -> {}));
            }
            eventually("all tick", () -> maps.stream().allMatch(m -> m.stats().ticksEnded() >= 5));

            assertThat(maps)
                    .extracting(TickRegistration::placement)
                    .containsExactly(
                            Placement.DEDICATED, Placement.DEDICATED, Placement.POOL, Placement.POOL, Placement.POOL);
            assertThat(maps).allMatch(m -> m.requestedPlacement() == Placement.DEDICATED);
            assertThat(scheduler.stats().dedicatedMaps()).isEqualTo(2);
            assertThat(scheduler.stats().dedicatedThreads()).isEqualTo(2);
            assertThat(scheduler.stats().dedicatedRefused()).isEqualTo(3);
            assertThat(workerThreads(Placement.DEDICATED)).hasSize(2);
            assertThat(log.messages(Level.INFO))
                    .filteredOn(m -> m.contains("runs in the pool"))
                    .hasSize(3)
                    .allMatch(m -> m.contains("all 2 dedicated threads are taken"));

            maps.get(0).unregister().join();
            assertThat(maps.get(2).placement()).as("stays until it is moved").isEqualTo(Placement.POOL);
            assertThat(maps.get(2).moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
        }
    }

    @Test
    @DisplayName("with no dedicated threads at all every map runs in the pool")
    void noSlots() {
        try (TickScheduler scheduler = pool(1).start()) {
            TickRegistration map = scheduler.register("map", DEDICATED, t -> {});
            assertThat(map.placement()).isEqualTo(Placement.POOL);
            eventually("ticks", () -> map.stats().ticksEnded() > 0);
        }
    }

    @Test
    @DisplayName("stepped, a slot handed on while its map leaves is served by the stepper's next worker")
    void slotHandedOnWhenStepped() {
        ManualClock clock = new ManualClock(0);
        TickStepper stepper = pool(1).dedicatedThreads(1)
                .seam(CoreFixture.SEAM.withClock(clock))
                .startStepped();
        TickScheduler scheduler = stepper.scheduler();
        AtomicReference<TickRegistration> second = new AtomicReference<>();
        TickRegistration first = scheduler.register("first", DEDICATED, t -> {});
        CompletableFuture<Void> next =
                first.unregister(t -> {}).thenRun(() -> second.set(scheduler.register("second", DEDICATED, t -> {})));

        for (int ms = 0; ms < 10; ms++) {
            for (TickStepper.Worker worker : stepper.workers()) {
                if (worker.begin()) {
                    worker.end();
                }
            }
            clock.advance(1_000_000);
        }

        assertThat(next).isCompleted();
        assertThat(second.get().placement()).isEqualTo(Placement.DEDICATED);
        assertThat(second.get().stats().ticks()).isGreaterThan(5);
    }

    @Test
    @DisplayName("a listener on the leaving thread may hand its slot on at once")
    void slotHandedOnByItsOwnThread() {
        AtomicReference<TickScheduler> holder = new AtomicReference<>();
        AtomicReference<TickRegistration> second = new AtomicReference<>();
        AtomicInteger ticks = new AtomicInteger();
        TickListener next = new TickListener() {
            @Override
            public void onUnregistered(TickRegistration registration) {
                if (registration.name().equals("first")) {
                    second.set(holder.get().register("second", DEDICATED, t -> ticks.incrementAndGet()));
                }
            }
        };
        try (TickScheduler scheduler =
                pool(1).dedicatedThreads(1).listener(next).start()) {
            holder.set(scheduler);
            CountDownLatch ticked = new CountDownLatch(1);
            TickRegistration first = scheduler.register("first", DEDICATED, t -> ticked.countDown());
            await20s(ticked);
            first.unregister(t -> {}).join();

            assertThat(second.get().placement()).isEqualTo(Placement.DEDICATED);
            eventually("ticks on that thread", () -> ticks.get() > 3);
            assertThat(workerThreads(Placement.DEDICATED)).hasSize(1);
            assertThat(scheduler.shutdown(Duration.ofSeconds(20)).isClean()).isTrue();
        }
    }
}
