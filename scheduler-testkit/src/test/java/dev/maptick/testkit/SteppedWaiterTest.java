package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Placement;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import dev.maptick.core.spi.DeadlineWaiter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SteppedWaiterTest {
    private static final TickTask NOTHING = tick -> {};

    private final RecordingListener record = new RecordingListener();
    private SteppedWaiter time = new SteppedWaiter();
    private TickScheduler scheduler;

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static TickOptions every(long millis, long phase) {
        return TickOptions.every(ms(millis)).phase(ms(phase));
    }

    private void start(int poolThreads, int dedicatedThreads) {
        begin(poolThreads, dedicatedThreads);
        time.awaitWaiting(poolThreads);
    }

    private void begin(int poolThreads, int dedicatedThreads) {
        scheduler = TickScheduler.builder()
                .poolThreads(poolThreads)
                .dedicatedThreads(dedicatedThreads)
                .listener(record)
                .seam(time.seam().withProcessors(() -> 64))
                .start();
    }

    @AfterEach
    void stop() {
        if (scheduler != null) {
            scheduler.close();
        }
    }

    private long startMs(RecordingListener.Ticked tick) {
        return (tick.startNanos() - time.clock().startNanos()) / 1_000_000;
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void realWorkersTickExactlyAtVirtualDeadlinesWhereverTheClockStarts(long clockStart) {
        time = new SteppedWaiter(new ManualClock(clockStart));
        start(2, 0);
        scheduler.register("a", every(50, 0), NOTHING);
        scheduler.register("b", every(125, 60), NOTHING);

        time.advanceWhenQuiet(2, time.clock().at(ms(200)));

        assertThat(record.ticks("a")).extracting(this::startMs).containsExactly(0L, 50L, 100L, 150L, 200L);
        assertThat(record.ticks("b")).extracting(this::startMs).containsExactly(60L, 185L);
        assertThat(record.ticks()).allMatch(tick -> tick.startNanos() == tick.deadlineNanos());
        assertThat(time.waiting()).isEqualTo(2);
        assertThat(time.waits()).isEqualTo(time.wakeUps() + 2);
    }

    @Test
    void nothingRunsBeforeTimeMoves() {
        start(1, 0);
        scheduler.register("a", every(50, 20), NOTHING);
        time.awaitWaiting(1);

        time.advanceTo(19_999_999);
        time.awaitWaiting(1);
        assertThat(record.ticks()).isEmpty();
        time.advanceBy(Duration.ofNanos(1));
        time.awaitWaiting(1);
        assertThat(record.ticks()).hasSize(1);
    }

    @Test
    void oneStepOverManyDeadlinesIsAFreeze() {
        start(2, 0);
        scheduler.register("a", every(50, 20), NOTHING);
        time.awaitWaiting(2);

        time.advanceTo(ms(5_030).toNanos());
        time.awaitWaiting(2);

        assertThat(record.ticks()).extracting(this::startMs).containsExactly(5_030L);
        assertThat(record.skipped("a")).isEqualTo(100);
    }

    /** Case B15 (PaperMC/Folia#257) in virtual time: an earlier deadline wakes who must wake, and nobody else. */
    @Test
    void anEarlierMapWakesOneWorkerAtOnceAndNoMoreThanTwoUntilItHasTicked() {
        start(4, 0);
        scheduler.register("slow", every(250, 0), NOTHING);
        time.awaitWaiting(4);
        for (int round = 0; round < 1_000; round++) {
            time.advanceBy(Duration.ofNanos(7_777_777));
            time.awaitWaiting(4);
            Map<String, Long> before = wakeUps();
            long now = time.clock().nanoTime();
            TickRegistration quick = scheduler.register("quick", every(25, 3), NOTHING);
            time.awaitWaiting(4);
            long deadline = quick.stats().nextDeadlineNanos();
            assertThat(deadline - now).isBetween(0L, ms(25).toNanos());
            assertThat(wokenSince(before)).as("register, round %d", round).isLessThanOrEqualTo(1);

            time.advanceWhenQuiet(4, deadline);

            assertThat(wokenSince(before)).as("tick, round %d", round).isLessThanOrEqualTo(2);
            assertThat(quick.stats().ticks()).isEqualTo(1);
            assertThat(quick.stats().lastStartNanos()).isEqualTo(deadline);
            assertThat(quick.unregister()).isCompleted();
        }
        assertThat(record.skipped("slow")).isZero();
    }

    private Map<String, Long> wakeUps() {
        return time.states().stream()
                .collect(Collectors.toMap(SteppedWaiter.State::thread, SteppedWaiter.State::wakeUps));
    }

    private long wokenSince(Map<String, Long> before) {
        return time.states().stream()
                .filter(state -> state.wakeUps() > before.get(state.thread()))
                .count();
    }

    @Test
    void aTickHeldOpenHoldsUpItsUnregisterAndNothingElse() throws InterruptedException {
        start(2, 0);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        TickRegistration held = scheduler.register("held", every(50, 0), tick -> {
            inside.countDown();
            release.await();
        });
        scheduler.register("other", every(50, 10), NOTHING);
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        time.awaitWaiting(1);

        CompletableFuture<Void> gone = held.unregister();
        time.advanceWhenQuiet(1, ms(120).toNanos());

        assertThat(gone).isNotDone();
        assertThat(record.ticks("other")).extracting(this::startMs).containsExactly(10L, 60L, 110L);
        release.countDown();
        time.awaitWaiting(2);
        assertThat(gone).isCompleted();
    }

    @Test
    void dedicatedWorkersAreCountedWhileTheyLive() {
        start(1, 1);
        TickRegistration arena = scheduler.register("arena", every(50, 0).placement(Placement.DEDICATED), NOTHING);
        time.advanceWhenQuiet(2, ms(100).toNanos());

        assertThat(record.ticks("arena"))
                .extracting(RecordingListener.Ticked::placement)
                .containsOnly(Placement.DEDICATED);
        assertThat(time.states())
                .extracting(SteppedWaiter.State::thread)
                .containsExactly("maptick-pool-0", "maptick-dedicated-1");
        assertThat(arena.unregister()).isCompleted();
        time.awaitWaiting(1);
    }

    @Test
    void statesTellWhatEachWorkerWaitsFor() {
        start(2, 0);
        scheduler.register("a", every(50, 20), NOTHING);
        time.awaitWaiting(2);

        assertThat(time.states())
                .hasSize(2)
                .allMatch(state -> state.waiting() && state.waits() == state.wakeUps() + 1)
                .extracting(SteppedWaiter.State::deadlineNanos)
                .containsExactlyInAnyOrder(20_000_000L, null);
    }

    @Test
    void aTickThatMovesTheClockReleasesWhoIsDue() {
        start(2, 0);
        scheduler.register("mover", every(1_000, 10), tick -> time.clock().advance(ms(30)));
        scheduler.register("other", every(1_000, 20), NOTHING);
        time.awaitWaiting(2);

        time.advanceTo(ms(10).toNanos());
        time.awaitWaiting(2);

        assertThat(record.ticks("other")).extracting(this::startMs).containsExactly(40L);
        assertThat(time.clock().elapsed()).isEqualTo(ms(40));
    }

    @Test
    void aFailedHandshakeTellsWhereEachWorkerIs() throws InterruptedException {
        time = new SteppedWaiter(new ManualClock(), ms(100));
        begin(2, 0);
        waitFor(2);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        scheduler.register("held", every(50, 0), tick -> holdHere(inside, release));
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        waitFor(1);

        assertThatThrownBy(() -> time.awaitWaiting(2))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("1 workers wait and not 2")
                .hasMessageContaining("does not wait")
                .hasMessageContaining("holdHere")
                .hasMessageContaining("waits for a signal");
        release.countDown();
        waitFor(2);
        time.awaitWaiting(2);
        assertThatThrownBy(() -> time.awaitWaiting(1)).hasMessageContaining("2 workers wait and not 1");
    }

    /** For where the patience under test is shorter than a machine under load may take. */
    private void waitFor(int workers) {
        long giveUpNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (time.waiting() != workers) {
            assertThat(System.nanoTime() - giveUpNs).as("%s", time.states()).isNegative();
            Thread.onSpinWait();
        }
    }

    private static void holdHere(CountDownLatch inside, CountDownLatch release) throws InterruptedException {
        inside.countDown();
        release.await();
    }

    @Test
    void shutdownNeedsNoTimeUnlessATickIsHeld() {
        start(3, 1);
        AtomicInteger lasts = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            scheduler.register("map-" + i, every(250, i).lastTask(tick -> lasts.incrementAndGet()), NOTHING);
        }
        scheduler.register(
                "arena",
                every(50, 0).placement(Placement.DEDICATED).lastTask(tick -> lasts.incrementAndGet()),
                NOTHING);

        ShutdownReport report = scheduler.shutdown(Duration.ofSeconds(1));

        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(lasts).hasValue(51);
        assertThat(time.clock().elapsed()).isZero();
        assertThat(time.waiting()).isZero();
    }

    @Test
    void theLimitOfAShutdownPassesInVirtualTime() throws Exception {
        start(2, 0);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        scheduler.register("held", every(50, 0), tick -> holdHere(inside, release));
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<ShutdownReport> report = scheduler.shutdownAsync(ms(300));
        time.awaitWaiting(1);
        time.advanceBy(Duration.ofNanos(299_999_999));
        time.awaitWaiting(1);
        assertThat(report).isNotDone();
        time.advanceBy(Duration.ofNanos(1));

        assertThat(report.get(20, TimeUnit.SECONDS).unfinished())
                .extracting(ShutdownReport.Unfinished::name)
                .containsExactly("held");
        assertThat(report.join().took()).isEqualTo(ms(300));
        release.countDown();
    }

    @Test
    void aSignalBetweenDecisionAndWaitIsNotLostAndAnEarlierOneIsForgotten() throws InterruptedException {
        DeadlineWaiter waiter = time.get();
        CountDownLatch prepared = new CountDownLatch(1);
        CountDownLatch signalled = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        waiter.signal();
        Thread owner = new Thread(() -> {
            waiter.prepare();
            prepared.countDown();
            awaitQuietly(signalled);
            waiter.awaitSignal();
            first.countDown();
            waiter.prepare();
            waiter.awaitUntil(time.clock().nanoTime() - 1);
            Thread.currentThread().interrupt();
            waiter.awaitUntil(1_000);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            second.countDown();
        });
        owner.start();
        assertThat(prepared.await(20, TimeUnit.SECONDS)).isTrue();
        waiter.signal();
        signalled.countDown();

        assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
        time.awaitWaiting(1);
        time.advanceTo(999);
        assertThat(time.waiting()).isEqualTo(1);
        time.advanceTo(1_000);
        assertThat(time.waiting()).isZero();
        assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
        owner.join();
        assertThat(time.waits()).isEqualTo(3);
        assertThat(time.wakeUps()).isEqualTo(3);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void refusesToGoBackAndToHaveNoPatience() {
        time.advanceBy(ms(5));

        assertThatThrownBy(() -> time.advanceTo(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> time.advanceWhenQuiet(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SteppedWaiter(time.clock(), Duration.ZERO)).hasMessageContaining("patience");
    }
}
