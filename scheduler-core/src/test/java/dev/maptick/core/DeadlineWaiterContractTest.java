package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link DeadlineWaiter} for real threads must do. The number of looks at the clock stands for the turns of its
 * loop, so a wait that spins is caught without measuring processor time.
 */
@Timeout(30)
abstract class DeadlineWaiterContractTest {
    private static final long MS = 1_000_000;
    private static final long HOUR = 3_600_000_000_000L;

    /** A waiter on the given clock, whose owner is the thread that prepares it first. */
    abstract DeadlineWaiter newWaiter(NanoClock clock);

    /** Counts how often it is read. */
    private static final class CountingClock implements NanoClock {
        private final NanoClock clock;
        private final AtomicLong reads = new AtomicLong();

        CountingClock(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            reads.incrementAndGet();
            return clock.nanoTime();
        }
    }

    private final CountingClock clock = new CountingClock(NanoClock.SYSTEM);

    @Test
    void signalAfterPrepareEndsAWaitThatHasNotBegun() {
        DeadlineWaiter waiter = newWaiter(clock);

        waiter.prepare();
        waiter.signal();
        waiter.awaitSignal();

        waiter.prepare();
        waiter.signal();
        waiter.awaitUntil(System.nanoTime() + HOUR);
    }

    @Test
    void signalEndsAWaitUnderWay() throws Exception {
        for (boolean timed : new boolean[] {false, true}) {
            DeadlineWaiter waiter = newWaiter(clock);
            CompletableFuture<Void> ended = new CompletableFuture<>();
            Thread owner = owner(waiter, timed, ended);

            await().atMost(Duration.ofSeconds(10)).until(() -> isParked(owner));
            assertThat(ended).isNotDone();
            waiter.signal();

            ended.get(10, TimeUnit.SECONDS);
            owner.join();
        }
    }

    private static Thread owner(DeadlineWaiter waiter, boolean timed, CompletableFuture<Void> ended) {
        Thread owner = new Thread(() -> {
            waiter.prepare();
            if (timed) {
                waiter.awaitUntil(System.nanoTime() + HOUR);
            } else {
                waiter.awaitSignal();
            }
            ended.complete(null);
        });
        owner.setDaemon(true);
        owner.start();
        return owner;
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void signalBeforePrepareIsForgotten() {
        DeadlineWaiter waiter = newWaiter(clock);
        waiter.signal();
        waiter.prepare();
        waiter.signal();
        waiter.prepare();

        assertWaitsFor(waiter, 20 * MS);
    }

    @Test
    void aSignalEndsOneWaitOnly() {
        DeadlineWaiter waiter = newWaiter(clock);
        waiter.prepare();
        waiter.signal();
        waiter.awaitSignal();

        waiter.prepare();

        assertWaitsFor(waiter, 20 * MS);
    }

    @Test
    @DisplayName("a permit left behind by code inside a tick neither ends the wait nor makes it spin")
    void stalePermit() {
        DeadlineWaiter waiter = newWaiter(clock);
        waiter.prepare();
        LockSupport.unpark(Thread.currentThread());

        assertWaitsFor(waiter, 20 * MS);
        assertThat(clock.reads.get()).isLessThanOrEqualTo(10);
    }

    @Test
    @DisplayName("a thread interrupted before the wait waits all the same, without spinning, and ends uninterrupted")
    void interruptedBefore() {
        DeadlineWaiter waiter = newWaiter(clock);
        waiter.prepare();
        Thread.currentThread().interrupt();

        assertWaitsFor(waiter, 50 * MS);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(clock.reads.get()).isLessThanOrEqualTo(10);
    }

    @Test
    void interruptsDuringTheWaitCostATurnEachAtMost() throws Exception {
        DeadlineWaiter waiter = newWaiter(clock);
        int interrupts = 20;
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread owner = owner(waiter, true, ended);
        for (int i = 0; i < interrupts; i++) {
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> isParked(owner));
            owner.interrupt();
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> isParked(owner));

        assertThat(ended).isNotDone();
        waiter.signal();
        ended.get(10, TimeUnit.SECONDS);
        assertThat(clock.reads.get()).isLessThanOrEqualTo(2L * interrupts + 10);
    }

    @Test
    void aPassedDeadlineReturnsAtOnce() {
        ManualClock still = new ManualClock(Long.MIN_VALUE + 5);
        DeadlineWaiter waiter = newWaiter(still);
        waiter.prepare();

        waiter.awaitUntil(Long.MIN_VALUE + 5);
        waiter.awaitUntil(Long.MIN_VALUE + 4);
        waiter.awaitUntil(Long.MAX_VALUE);
        waiter.awaitUntil(Long.MAX_VALUE - HOUR);
    }

    @Test
    void waitsAcrossTheWrapOfTheCounter() {
        long offset = Long.MAX_VALUE - 5 * MS - System.nanoTime();
        NanoClock wrapping = () -> System.nanoTime() + offset;
        DeadlineWaiter waiter = newWaiter(wrapping);
        waiter.prepare();
        long deadline = wrapping.nanoTime() + 20 * MS;

        waiter.awaitUntil(deadline);

        assertThat(deadline).isNegative();
        assertThat(wrapping.nanoTime() - deadline).isNotNegative();
    }

    @Test
    @DisplayName("on a clock that stands just before the deadline the wait parks on, and a signal ends it")
    void aClockThatStandsStill() throws Exception {
        ManualClock still = new ManualClock(Long.MAX_VALUE - 10);
        CountingClock counted = new CountingClock(still);
        DeadlineWaiter waiter = newWaiter(counted);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread owner = new Thread(() -> {
            waiter.prepare();
            waiter.awaitUntil(Long.MIN_VALUE + 40_000);
            ended.complete(null);
        });
        owner.setDaemon(true);
        owner.start();

        for (int i = 0; i < 3; i++) {
            long before = counted.reads.get();
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> counted.reads.get() > before && isParked(owner));
        }
        assertThat(ended).isNotDone();
        waiter.signal();
        ended.get(10, TimeUnit.SECONDS);
        owner.join();
    }

    @Test
    void neverReturnsEarlyWithoutASignal() {
        DeadlineWaiter waiter = newWaiter(clock);
        for (int i = 0; i < 100; i++) {
            waiter.prepare();
            assertWaitsFor(waiter, i * 20_000L);
        }
    }

    private void assertWaitsFor(DeadlineWaiter waiter, long ns) {
        long deadline = System.nanoTime() + ns;
        waiter.awaitUntil(deadline);
        assertThat(System.nanoTime() - deadline).as("past the deadline").isNotNegative();
    }
}
