package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Placement;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InvariantCheckerTest {
    private final InvariantChecker checker = new InvariantChecker();
    private final FakeRegistration subject = new FakeRegistration("house");

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private void told(long deadline, long start, long end, long skipped) {
        checker.onTick(subject, Placement.POOL, 0, deadline, start, end, skipped, null);
    }

    private void verifyFinds(String... parts) {
        assertThatThrownBy(checker::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(parts)
                .hasMessageStartingWith(parts.length + " violations:");
    }

    @Test
    void findsNothingInABusySteppedScheduler() {
        try (SteppedScheduler stepped = SteppedScheduler.builder()
                .poolThreads(3)
                .dedicatedThreads(2)
                .configure(b -> b.faultLogPerSecond(0))
                .start()) {
            checker.attach(stepped.scheduler());
            Random random = new Random(11);
            for (int i = 0; i < 30; i++) {
                TickTask body = checker.wrap(tick -> {
                    stepped.clock().advance(random.nextInt(120_000_000));
                    TickRegistration self = tick.registration();
                    switch (random.nextInt(12)) {
                        case 0 -> self.moveTo(random.nextBoolean() ? Placement.POOL : Placement.DEDICATED);
                        case 1 -> self.suspendUntil(stepped.clock().nanoTime() + random.nextInt(300_000_000));
                        case 2 -> self.setPeriod(ms(25 + random.nextInt(200)));
                        case 3 -> throw new IllegalStateException("deliberate");
                        case 4 -> {
                            if (random.nextInt(20) == 0) {
                                var unused = self.unregister(
                                        checker.wrap(last -> stepped.clock().advance(ms(5))));
                            }
                        }
                        default -> {
                            // only its cost
                        }
                    }
                });
                stepped.scheduler().register("map-" + i, TickOptions.every(ms(50)), body);
            }
            for (int second = 0; second < 20; second++) {
                stepped.runFor(Duration.ofSeconds(1));
                checker.verify();
            }
            assertThat(stepped.scheduler().stats().ticks()).isGreaterThan(500);
        }
        checker.verify();
        assertThat(checker.violations()).isEmpty();
    }

    @Test
    void findsNothingWithRealThreads() {
        SteppedWaiter time = new SteppedWaiter();
        TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(3)
                .seam(time.seam().withThreads(checker.threads()).withProcessors(() -> 8))
                .start();
        checker.attach(scheduler);
        for (int i = 0; i < 20; i++) {
            scheduler.register("map-" + i, TickOptions.every(ms(50)), checker.wrap(tick -> {}));
        }
        time.advanceWhenQuiet(3, ms(1_000).toNanos());
        checker.verify();
        scheduler.shutdown(ms(100));
        checker.verify();
    }

    @Test
    void r1FindsGridPointsThatAreNotAccountedFor() {
        checker.onRegistered(subject);
        told(0, 0, 120, 2);
        subject.ticks = 1;
        subject.skipped = 2;
        subject.consumed = 3;
        checker.verify();

        subject.consumed = 4;
        verifyFinds("R1 house: 1 ticks + 2 skipped + 0 suspended = 3, but 4 grid points consumed");
    }

    @Test
    void r1FindsCountsThatTheListenerWasNotTold() {
        checker.onRegistered(subject);
        subject.ticks = 1;
        subject.skipped = 2;
        subject.suspended = 3;
        subject.consumed = 6;

        verifyFinds("ticks ended: 1 counted, 0 told", "skipped: 2 counted, 0 told", "suspended: 3 counted, 0 told");
    }

    @Test
    void r1TakesPointsToldOutsideTicksIntoAccount() {
        checker.onRegistered(subject);
        checker.onSkipped(subject, 2);
        checker.onSuspendedPoints(subject, 3);
        subject.skipped = 2;
        subject.suspended = 3;
        subject.consumed = 5;

        checker.verify();
    }

    @Test
    void r2FindsTwoThreadsInsideOneMap() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        TickTask holding = checker.wrap(tick -> {
            inside.countDown();
            assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
        });
        TickTask passing = checker.wrap(tick -> {});
        run(passing, new FakeTick(subject, 1, 0, 0, false));
        Thread first = new Thread(() -> run(holding, new FakeTick(subject, 2, 50, 50, false)), "first");
        first.start();
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        run(passing, new FakeTick(subject, 3, 100, 100, false));
        release.countDown();
        first.join();
        run(passing, new FakeTick(subject, 4, 150, 150, false));

        verifyFinds("R2 house: entered by " + Thread.currentThread().getName() + " while first was inside");
    }

    private static void run(TickTask body, Tick tick) {
        try {
            body.tick(tick);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void r2FindsATickThatDoesNotSeeTheOneBeforeIt() {
        TickTask body = checker.wrap(tick -> {});
        run(body, new FakeTick(subject, 4, 0, 0, false));
        run(body, new FakeTick(subject, 5, 50, 50, false));
        run(body, new FakeTick(subject, 5, 50, 50, true));
        checker.verify();
        run(body, new FakeTick(subject, 7, 100, 100, false));

        verifyFinds("R2 house: tick 7 found tick 5 to be the one before it");
    }

    @Test
    void r2FindsOverlappingIntervals() {
        told(0, 0, 60, 0);
        told(50, 60, 70, 0);
        told(100, 100, 130, 0);
        checker.onLastTask(subject, Placement.POOL, 129, 140, null);

        assertThat(checker.violations())
                .containsExactly("R2 house: a tick started at 129, before the one before it ended at 130");
    }

    @Test
    void r3FindsEarlyStartsAndDeadlinesOffTheGrid() {
        told(50, 49, 51, 0);
        told(101, 101, 102, 0);
        run(checker.wrap(tick -> {}), new FakeTick(subject, 1, 150, 149, false));

        assertThat(checker.violations())
                .containsExactly(
                        "R3 house: told to have started at 49, before its deadline 50",
                        "R3 house: deadline 101 is not on the grid that began at 0 with period 50",
                        "R3 house: started at 149, before its deadline 150");
    }

    @Test
    void r5FindsCodeThatRunsAfterItsMapHasLeft() {
        checker.onUnregistered(subject);
        run(checker.wrap(tick -> {}), new FakeTick(subject, 1, 0, 0, false));
        run(checker.wrap(tick -> {}), new FakeTick(subject, 1, 0, 0, true));
        told(0, 0, 1, 0);
        checker.onUnregistered(subject);

        assertThat(checker.violations())
                .containsExactly(
                        "R5 house: tick 1 ran after it had left",
                        "R5 house: last task ran after it had left",
                        "R5 house: told of a tick after it had left",
                        "R5 house: left twice");
    }

    @Test
    void r6FindsAPoolThreadThatIsMissing() {
        SteppedWaiter time = new SteppedWaiter();
        TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(2)
                .seam(time.seam().withThreads(checker.threads()).withProcessors(() -> 8))
                .start();
        checker.attach(scheduler);
        time.awaitWaiting(2);
        checker.verify();
        Thread extra = checker.threads().newThread(() -> awaitForEver());
        extra.setName("maptick-pool-7");
        extra.setDaemon(true);
        extra.start();

        verifyFinds("R6: 2 pool threads configured, 3 alive");
        extra.interrupt();
        scheduler.close();
    }

    private static void awaitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void keepsABoundedNumberOfViolationsAndCountsTheRest() {
        for (int i = 0; i < 1_500; i++) {
            checker.onLastTask(subject, Placement.POOL, -i * 10L, 5, null);
        }

        assertThat(checker.violations()).hasSize(1_000);
        assertThatThrownBy(checker::verify).hasMessageStartingWith("1499 violations:");
    }

    @Test
    void isAttachedOnce() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            checker.attach(stepped.scheduler());

            assertThatThrownBy(() -> checker.attach(stepped.scheduler())).isInstanceOf(IllegalStateException.class);
        }
    }

    /** A tick with given facts. */
    private record FakeTick(
            TickRegistration registration, long number, long deadlineNanos, long startNanos, boolean isLast)
            implements Tick {
        @Override
        public long periodNanos() {
            return 50;
        }

        @Override
        public long skipped() {
            return 0;
        }

        @Override
        public long periodsElapsed() {
            return 1;
        }
    }
}
