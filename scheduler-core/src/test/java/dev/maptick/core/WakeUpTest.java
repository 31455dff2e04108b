package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Case B15: a newcomer with an earlier deadline wakes one worker at once, and hardly anybody else. */
@Timeout(60)
class WakeUpTest {
    private static final long SEED = 15;

    /** Parks, and counts how often it was left. */
    private static final class CountingWaiter implements DeadlineWaiter {
        private final DeadlineWaiter waiter = new ParkingWaiter(NanoClock.SYSTEM);
        private final AtomicInteger waits = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();

        /** Called, and not awake yet: its leaving belongs to the act before. */
        private volatile boolean called;

        @Override
        public void prepare() {
            called = false;
            waiter.prepare();
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            waits.incrementAndGet();
            waiter.awaitUntil(deadlineNanos);
            left.incrementAndGet();
        }

        @Override
        public void awaitSignal() {
            waits.incrementAndGet();
            waiter.awaitSignal();
            left.incrementAndGet();
        }

        @Override
        public void signal() {
            called = true;
            waiter.signal();
        }

        boolean isWaiting() {
            return waits.get() == left.get() + 1 && !called;
        }
    }

    private final List<CountingWaiter> waiters = new CopyOnWriteArrayList<>();

    private TickScheduler start(int threads) {
        TickScheduler scheduler = pool(threads)
                .seam(CoreFixture.SEAM.withWaiters(() -> {
                    CountingWaiter waiter = new CountingWaiter();
                    waiters.add(waiter);
                    return waiter;
                }))
                .start();
        eventually("all wait", () -> waiters.stream().allMatch(CountingWaiter::isWaiting));
        return scheduler;
    }

    private int left() {
        return waiters.stream().mapToInt(w -> w.left.get()).sum();
    }

    @Test
    @DisplayName("B15 a: with zero maps nobody wakes; the first map is then served")
    void firstMap() {
        try (TickScheduler scheduler = start(2)) {
            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .atMost(CoreFixture.LIMIT)
                    .until(() -> left() == 0);
            CountDownLatch ticked = new CountDownLatch(1);
            scheduler.register("map", TickOptions.every(Duration.ofMillis(25)), t -> ticked.countDown());
            await20s(ticked);
        }
    }

    @Test
    @DisplayName("a map that is suspended costs no wake-up")
    void suspendedMap() {
        try (TickScheduler scheduler = start(2)) {
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), t -> {});
            eventually("ticks", () -> map.stats().ticksEnded() >= 3);
            map.suspend();
            eventually(
                    "suspended, and the wait for its old deadline over",
                    () -> map.state() == TickState.SUSPENDED && waiters.stream().allMatch(CountingWaiter::isWaiting));
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(CoreFixture.LIMIT)
                    .until(new Callable<>() {
                        private int before = -1;
                        private int same;

                        @Override
                        public Boolean call() {
                            int now = left();
                            same = now == before ? same + 1 : 0;
                            before = now;
                            return same >= 100;
                        }
                    });
        }
    }

    @Test
    @DisplayName(
            "B15 b: 1,000 newcomers are served at their own deadlines while the only worker watches one an hour off")
    void newcomerIsEarlier() {
        int rounds = 1_000;
        SplittableRandom random = new SplittableRandom(SEED);
        long ticks = 0;
        try (TickScheduler scheduler = start(1)) {
            TickRegistration far =
                    scheduler.register("far", TickOptions.every(HOUR).phase(HOUR.minusMinutes(1)), t -> {});
            for (int i = 0; i < rounds; i++) {
                CountDownLatch ticked = new CountDownLatch(1);
                Duration phase = Duration.ofNanos(random.nextLong(1_000_000));
                TickRegistration near =
                        scheduler.register("near", TickOptions.every(MS).phase(phase), t -> ticked.countDown());
                await20s(ticked);
                near.unregister().join();
                ticks += near.stats().ticks();
            }

            assertThat(far.stats().ticks()).isZero();
            assertThat(far.stats().skipped()).isZero();
            assertThat(far.stats().suspended()).isZero();
            assertThat(scheduler.stats().ticks()).isEqualTo(ticks);
            // For each newcomer: woken by it, perhaps once more by a signal that came late, at its deadline, and at the
            // deadline it left behind. Not: a turn for each of many looks at the clock.
            assertThat((long) left()).isLessThanOrEqualTo(3L * rounds + ticks);
        }
    }

    @Test
    @DisplayName("B15 c: of four parked workers at most two leave their wait for one newcomer")
    void atMostTwoWake() {
        try (TickScheduler scheduler = start(4)) {
            TickRegistration far =
                    scheduler.register("far", TickOptions.every(HOUR).phase(HOUR.minusMinutes(1)), t -> {});
            long startNs =
                    far.stats().firstDeadlineNanos() - HOUR.minusMinutes(1).toNanos();
            int served = 0;
            for (int round = 0; round < 1_000 && served < 50; round++) {
                eventually("all wait", () -> waiters.stream().limit(4).allMatch(CountingWaiter::isWaiting));
                int[] before =
                        waiters.stream().limit(4).mapToInt(w -> w.left.get()).toArray();
                CountDownLatch ticked = new CountDownLatch(1);
                Duration soon = Duration.ofNanos(scheduler.nanoTime() - startNs + 2_000_000);
                TickRegistration near =
                        scheduler.register("near", TickOptions.every(HOUR).phase(soon), t -> ticked.countDown());
                // If this thread was held up, the point has passed and the next one is an hour off: another round.
                if (near.stats().firstDeadlineNanos() - startNs == soon.toNanos()) {
                    await20s(ticked);
                    eventually("all wait", () -> waiters.stream().limit(4).allMatch(CountingWaiter::isWaiting));
                    served++;
                }
                int woken = 0;
                for (int i = 0; i < before.length; i++) {
                    woken += waiters.get(i).left.get() > before[i] ? 1 : 0;
                }
                near.unregister().join();
                assertThat(woken)
                        .as("workers that left their wait, round %d", round)
                        .isLessThanOrEqualTo(2);
            }
            assertThat(served).isEqualTo(50);
            assertThat(far.stats().ticks()).isZero();
        }
    }
}
