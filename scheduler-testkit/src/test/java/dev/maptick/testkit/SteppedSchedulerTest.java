package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.RefusedException;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.TickState;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SteppedSchedulerTest {
    private static final TickTask NOTHING = tick -> {};

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Every so many milliseconds, first at the given millisecond after the start. */
    private static TickOptions every(long millis, long phase) {
        return TickOptions.every(ms(millis)).phase(ms(phase));
    }

    private static List<Long> startsMs(SteppedScheduler stepped, List<TickTrace> ticks) {
        return ticks.stream()
                .map(tick -> (tick.startNanos() - stepped.clock().startNanos()) / 1_000_000)
                .toList();
    }

    private static TickTask costing(SteppedScheduler stepped, long... millis) {
        Duration[] costs = new Duration[millis.length];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = ms(millis[i]);
        }
        return TickTasks.costing(stepped.clock(), costs);
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void ticksAreAtTheirDeadlinesWhereverTheClockStarts(long start) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(start).start()) {
            stepped.scheduler().register("a", every(50, 20), costing(stepped, 1));

            List<TickTrace> ticks = stepped.runFor(ms(171));

            assertThat(startsMs(stepped, ticks)).containsExactly(20L, 70L, 120L, 170L);
            assertThat(ticks)
                    .allMatch(tick -> tick.deadlineNanos() == tick.startNanos()
                            && tick.durationNanos() == 1_000_000
                            && tick.latenessNanos() == 0
                            && tick.skipped() == 0
                            && tick.worker() == 0
                            && tick.placement() == Placement.POOL
                            && !tick.last()
                            && tick.fault() == null);
            assertThat(ticks).extracting(TickTrace::number).containsExactly(1L, 2L, 3L, 4L);
            assertThat(stepped.clock().elapsed()).isEqualTo(ms(171));
        }
    }

    @Test
    void runsIncludeWhatHappensAtTheirVeryEnd() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.scheduler().register("a", every(50, 0), NOTHING);

            assertThat(startsMs(stepped, stepped.runUntil(0))).containsExactly(0L);
            assertThat(startsMs(stepped, stepped.runUntil(49_999_999))).isEmpty();
            assertThat(startsMs(stepped, stepped.runUntil(50_000_000))).containsExactly(50L);
            assertThat(startsMs(stepped, stepped.runFor(ms(100)))).containsExactly(100L, 150L);
        }
    }

    @Test
    void aTickInFlightAtTheEndOfARunIsInTheNextOnesResult() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.scheduler().register("a", every(50, 0), costing(stepped, 30));

            assertThat(stepped.runFor(ms(10))).isEmpty();
            assertThat(stepped.inFlight()).isEqualTo(1);
            assertThat(stepped.scheduler().find("a")).get().matches(a -> a.state() == TickState.RUNNING);
            assertThat(stepped.runFor(ms(20)))
                    .extracting(TickTrace::startNanos, TickTrace::endNanos)
                    .containsExactly(tuple(0L, 30_000_000L));
            assertThat(stepped.inFlight()).isZero();
        }
    }

    @Test
    void singleStepsTellStartAndEnd() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            assertThat(stepped.runNext()).isEmpty();
            assertThat(stepped.nextEventNanos()).isEmpty();
            stepped.scheduler().register("a", every(50, 20), costing(stepped, 120));

            assertThat(stepped.nextEventNanos()).hasValue(20_000_000);
            SteppedEvent start = stepped.runNext().orElseThrow();
            SteppedEvent end = stepped.runNext().orElseThrow();

            assertThat(start).isEqualTo(new SteppedEvent(20_000_000, 0, "a", 1, false, null));
            assertThat(start.isEnd()).isFalse();
            TickTrace trace =
                    new TickTrace("a", 1, 20_000_000, 20_000_000, 140_000_000, 2, 0, Placement.POOL, false, null);
            assertThat(end).isEqualTo(new SteppedEvent(140_000_000, 0, "a", 1, false, trace));
            assertThat(end.isEnd()).isTrue();
            assertThat(stepped.nextEventNanos()).hasValue(170_000_000);
        }
    }

    @Test
    void workersOverlapInVirtualTimeAndTheClockIsNotMovedTwice() {
        try (SteppedScheduler stepped = SteppedScheduler.start(2)) {
            for (String name : List.of("a", "b", "c")) {
                stepped.scheduler().register(name, every(100, 0), costing(stepped, 30));
            }

            assertThat(stepped.runFor(ms(99)))
                    .extracting(TickTrace::name, TickTrace::worker, TickTrace::startNanos, TickTrace::endNanos)
                    .containsExactly(
                            tuple("a", 0, 0L, 30_000_000L),
                            tuple("b", 1, 0L, 30_000_000L),
                            tuple("c", 0, 30_000_000L, 60_000_000L));
        }
    }

    @Test
    void atOneInstantEndsComeBeforeStartsAndTheLowestFreeWorkerTakesTheTurn() {
        try (SteppedScheduler stepped = SteppedScheduler.start(3)) {
            stepped.scheduler().register("a", every(1_000, 0), costing(stepped, 50));
            stepped.scheduler().register("b", every(1_000, 10), costing(stepped, 40));
            stepped.scheduler().register("c", every(1_000, 50), costing(stepped, 5));

            List<String> events = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                SteppedEvent event = stepped.runNext().orElseThrow();
                events.add(event.atNanos() / 1_000_000 + (event.isEnd() ? " end " : " start ") + event.name() + " on "
                        + event.worker());
            }

            assertThat(events)
                    .containsExactly(
                            "0 start a on 0",
                            "10 start b on 1",
                            "50 end a on 0",
                            "50 end b on 1",
                            "50 start c on 0",
                            "55 end c on 0");
        }
    }

    @Test
    void tracesAreInTheOrderOfStartsAndTheConsumerHearsEnds() {
        try (SteppedScheduler stepped = SteppedScheduler.start(2)) {
            stepped.scheduler().register("long", every(1_000, 0), costing(stepped, 50));
            stepped.scheduler().register("short", every(1_000, 10), costing(stepped, 5));

            assertThat(stepped.runFor(ms(999))).extracting(TickTrace::name).containsExactly("long", "short");
            List<String> ends = new ArrayList<>();
            stepped.runUntil(stepped.clock().at(ms(1_999)), tick -> ends.add(tick.name()));
            assertThat(ends).containsExactly("short", "long");
        }
    }

    @Test
    void overdueMapsRunEarliestDeadlineFirstAndFirstComeFirstServedAmongEquals() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.scheduler().register("block", every(1_000, 0), costing(stepped, 100));
            for (String name : List.of("late-2", "late-1", "early", "late-3")) {
                stepped.scheduler().register(name, every(1_000, name.equals("early") ? 20 : 30), costing(stepped, 1));
            }

            List<TickTrace> ticks = stepped.runFor(ms(999));

            assertThat(ticks)
                    .extracting(TickTrace::name)
                    .containsExactly("block", "early", "late-2", "late-1", "late-3");
            assertThat(startsMs(stepped, ticks)).containsExactly(0L, 100L, 101L, 102L, 103L);
            assertThat(ticks.get(1).latenessNanos()).isEqualTo(80_000_000);
        }
    }

    @Test
    void whatATickAsksForIsTimedByItsOwnTime() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            AtomicReference<TickRegistration> child = new AtomicReference<>();
            stepped.scheduler().register("parent", every(1_000, 0), tick -> {
                stepped.clock().advance(ms(130));
                child.compareAndSet(null, stepped.scheduler().register("child", every(100, 0), NOTHING));
            });

            assertThat(stepped.runFor(ms(450)))
                    .extracting(TickTrace::name, TickTrace::startNanos)
                    .containsExactly(
                            tuple("parent", 0L),
                            tuple("child", 200_000_000L),
                            tuple("child", 300_000_000L),
                            tuple("child", 400_000_000L));
            assertThat(child.get().stats().firstDeadlineNanos()).isEqualTo(200_000_000);
        }
    }

    @Test
    void faultsAreInTheTraceAndCostOneTick() {
        try (SteppedScheduler stepped = SteppedScheduler.builder()
                .configure(b -> b.faultLogPerSecond(0))
                .start()) {
            IllegalStateException failure = new IllegalStateException("deliberate");
            stepped.scheduler().register("a", every(50, 0), tick -> {
                stepped.clock().advance(ms(60));
                if (tick.number() == 1) {
                    throw failure;
                }
            });

            assertThat(stepped.runFor(ms(199)))
                    .extracting(TickTrace::startNanos, TickTrace::durationNanos, TickTrace::fault, TickTrace::skipped)
                    .containsExactly(tuple(0L, 60_000_000L, failure, 1L), tuple(100_000_000L, 60_000_000L, null, 1L));
        }
    }

    @Test
    void lastTasksAreInTheTraceDueAtTheEndOfTheTickInFlight() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            CompletableFuture<?>[] gone = new CompletableFuture<?>[1];
            stepped.scheduler().register("a", every(50, 0), tick -> {
                stepped.clock().advance(ms(10));
                if (tick.number() == 2) {
                    gone[0] = tick.registration()
                            .unregister(last -> stepped.clock().advance(ms(7)));
                }
            });

            List<TickTrace> ticks = stepped.runFor(ms(66));

            assertThat(ticks).hasSize(2).noneMatch(TickTrace::last);
            assertThat(gone[0]).isNotDone();
            assertThat(stepped.runFor(ms(1_000)))
                    .containsExactly(new TickTrace(
                            "a", 2, 60_000_000, 60_000_000, 67_000_000, 0, 0, Placement.POOL, true, null));
            assertThat(gone[0]).isCompleted();
            assertThat(stepped.nextEventNanos()).isEmpty();
        }
    }

    @Test
    void anUnregisterFromOutsideWaitsForTheTickInFlightInVirtualTime() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            TickRegistration a = stepped.scheduler().register("a", every(50, 0), costing(stepped, 20));
            stepped.runFor(ms(5));

            CompletableFuture<Void> gone = a.unregister();

            stepped.runUntil(19_999_999);
            assertThat(gone).isNotDone();
            stepped.runUntil(20_000_000);
            assertThat(gone).isCompleted();
        }
    }

    @Test
    void dedicatedWorkersComeAndGoAndTickBesideAFullPool() {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().dedicatedThreads(1).start()) {
            stepped.scheduler().register("hog", every(50, 0), costing(stepped, 50));
            for (int round = 1; round <= 3; round++) {
                TickRegistration arena = stepped.scheduler()
                        .register("arena", every(50, 0).placement(Placement.DEDICATED), costing(stepped, 10));

                List<TickTrace> ticks = stepped.runFor(ms(149));

                assertThat(ticks)
                        .filteredOn(tick -> tick.name().equals("arena"))
                        .as("round %d", round)
                        .hasSize(3)
                        .allMatch(tick -> tick.latenessNanos() == 0
                                && tick.worker() == 1
                                && tick.placement() == Placement.DEDICATED);
                assertThat(arena.unregister()).isCompleted();
                stepped.runFor(ms(1));
            }
            assertThat(stepped.scheduler().stats().dedicatedThreads()).isZero();
            assertThat(stepped.scheduler().stats().dedicatedRefused()).isZero();
        }
    }

    @Test
    void aMoveAskedForInATickHoldsFromItsEndAndKeepsTheGrid() {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().dedicatedThreads(1).start()) {
            stepped.scheduler().register("a", every(50, 0), tick -> {
                stepped.clock().advance(ms(60));
                if (tick.number() == 1) {
                    assertThat(tick.registration().moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
                } else if (tick.number() == 2) {
                    assertThat(tick.registration().moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
                }
            });

            assertThat(stepped.runFor(ms(299)))
                    .extracting(TickTrace::startNanos, TickTrace::placement, TickTrace::worker, TickTrace::fault)
                    .containsExactly(
                            tuple(0L, Placement.POOL, 0, null),
                            tuple(100_000_000L, Placement.DEDICATED, 1, null),
                            tuple(200_000_000L, Placement.POOL, 0, null));
            assertThat(stepped.scheduler().stats().dedicatedThreads()).isZero();
        }
    }

    @Test
    void suspendedMapsHaveNoEventsUntilTheirTime() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            TickRegistration a = stepped.scheduler().register("a", every(50, 0), NOTHING);
            stepped.runFor(ms(60));
            a.suspendUntil(stepped.clock().at(ms(401)));

            assertThat(stepped.nextEventNanos()).hasValue(450_000_000);
            assertThat(startsMs(stepped, stepped.runFor(ms(440)))).containsExactly(450L, 500L);
            assertThat(a.stats().suspended()).isEqualTo(7);
            a.suspend();
            assertThat(stepped.nextEventNanos()).isEmpty();
            assertThat(stepped.runFor(Duration.ofDays(1))).isEmpty();
            a.resume();
            assertThat(stepped.runFor(ms(49))).hasSize(1).first().matches(tick -> tick.latenessNanos() == 0);
        }
    }

    @Test
    void aJumpMakesOneLateTickAndNoBurst() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.scheduler().register("a", every(50, 20), NOTHING);
            stepped.runFor(ms(30));

            stepped.jump(Duration.ofSeconds(5));

            List<TickTrace> ticks = stepped.runFor(ms(100));
            assertThat(startsMs(stepped, ticks)).containsExactly(5_030L, 5_070L, 5_120L);
            assertThat(ticks.get(0).skipped()).isEqualTo(99);
        }
    }

    @Test
    void aJumpHoldsUpTicksInFlight() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.scheduler().register("a", every(50, 0), costing(stepped, 30, 1));
            stepped.runFor(ms(10));

            stepped.jump(ms(400));
            assertThat(stepped.nextEventNanos()).hasValue(430_000_000);

            assertThat(stepped.runFor(ms(50)))
                    .extracting(TickTrace::startNanos, TickTrace::endNanos, TickTrace::skipped)
                    .containsExactly(tuple(0L, 430_000_000L, 8L), tuple(450_000_000L, 451_000_000L, 0L));
        }
    }

    @Test
    void timeThatAListenerTakesMakesTicksInFlightEndLate() {
        ManualClock clock = new ManualClock();
        SlowListener slow = new SlowListener(clock);
        try (SteppedScheduler stepped = SteppedScheduler.builder()
                .clock(clock)
                .poolThreads(2)
                .listener(slow)
                .start()) {
            stepped.scheduler().register("a", every(100, 0), costing(stepped, 5));
            stepped.scheduler().register("b", every(100, 0), costing(stepped, 8));

            assertThat(stepped.runFor(ms(99)))
                    .extracting(TickTrace::name, TickTrace::endNanos)
                    .containsExactly(tuple("a", 5_000_000L), tuple("b", 15_000_000L));
        }
    }

    /** Takes 10 ms for each tick of "a". */
    private record SlowListener(ManualClock clock) implements dev.maptick.core.TickListener {
        @Override
        public void onTick(
                TickRegistration registration,
                Placement placement,
                int worker,
                long deadlineNanos,
                long startNanos,
                long endNanos,
                long skipped,
                Throwable fault) {
            if (registration.name().equals("a")) {
                clock.advance(ms(10));
            }
        }
    }

    @Test
    void sameSeedAndSameCallsGiveTheSameTrace() {
        List<List<TickTrace>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (SteppedScheduler stepped = SteppedScheduler.builder()
                    .seed(42)
                    .poolThreads(3)
                    .clockStart(-1)
                    .start()) {
                Random random = new Random(7);
                TickTask body = TickTasks.costing(stepped.clock(), () -> random.nextInt(20_000_000));
                for (int i = 0; i < 20; i++) {
                    stepped.scheduler().register("map-" + i, TickOptions.every(ms(50)), body);
                }
                runs.add(stepped.runFor(Duration.ofSeconds(5)));
            }
        }

        assertThat(runs.get(0)).hasSizeGreaterThan(1_000).isEqualTo(runs.get(1));
    }

    @Test
    void shutdownRunsLastTasksInVirtualTime() {
        SteppedScheduler stepped = SteppedScheduler.start();
        AtomicInteger lasts = new AtomicInteger();
        TickTask last = tick -> {
            stepped.clock().advance(ms(40));
            lasts.incrementAndGet();
        };
        stepped.scheduler().register("a", every(50, 0).lastTask(last), costing(stepped, 30));
        stepped.scheduler().register("b", every(50, 10).lastTask(last), costing(stepped, 30));
        stepped.scheduler().register("none", every(50, 20), NOTHING);
        stepped.runFor(ms(5));

        ShutdownReport report = stepped.shutdown(Duration.ofSeconds(1));

        assertThat(report.isClean()).isTrue();
        assertThat(report.stopped()).isEqualTo(3);
        assertThat(report.took()).isEqualTo(ms(25 + 40 + 40));
        assertThat(lasts).hasValue(2);
        assertThat(stepped.shutdown(Duration.ZERO)).isEqualTo(report);
        assertThat(stepped.runNext()).isEmpty();
        assertThatThrownBy(() -> stepped.scheduler().register("late", every(50, 0), NOTHING))
                .isInstanceOf(RefusedException.class);
        stepped.close();
    }

    @Test
    void shutdownWithoutMapsIsOverAtOnce() {
        SteppedScheduler stepped = SteppedScheduler.start(4);

        assertThat(stepped.shutdown(Duration.ZERO).isClean()).isTrue();
        assertThat(stepped.clock().elapsed()).isZero();
    }

    @Test
    void shutdownStopsAtItsLimitAndNamesWhatDidNotFinish() {
        // Else a thread would stand in for the one that is busy, and run the other's last task.
        SteppedScheduler stepped = SteppedScheduler.builder()
                .configure(TickSchedulerBuilder::noWatchdog)
                .start();
        CompletableFuture<?>[] gone = new CompletableFuture<?>[2];
        TickRegistration busy = stepped.scheduler().register("busy", every(50, 0), costing(stepped, 3_000));
        TickRegistration waiting =
                stepped.scheduler().register("waiting", every(50, 10).lastTask(NOTHING), NOTHING);
        stepped.runFor(ms(5));
        gone[0] = busy.unregister();
        gone[1] = waiting.unregister();

        ShutdownReport report = stepped.shutdown(Duration.ofSeconds(1));

        assertThat(report.took()).isEqualTo(Duration.ofSeconds(1));
        assertThat(stepped.clock().elapsed()).isEqualTo(ms(1_005));
        assertThat(report.unfinished())
                .extracting(ShutdownReport.Unfinished::name)
                .containsExactlyInAnyOrder("busy", "waiting");
        assertThat(gone).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(stepped.inFlight()).isEqualTo(1);
        assertThat(stepped.runFor(Duration.ofSeconds(10)))
                .extracting(TickTrace::name)
                .containsExactly("busy");
        assertThat(busy.state()).isEqualTo(TickState.STOPPED);
    }

    @Test
    void aShutdownAskedForInATickIsCarriedOutByTheRun() {
        SteppedScheduler stepped = SteppedScheduler.start(2);
        AtomicReference<CompletableFuture<ShutdownReport>> report = new AtomicReference<>();
        stepped.scheduler().register("stopper", every(50, 0), tick -> {
            stepped.clock().advance(ms(10));
            report.set(stepped.scheduler().shutdownAsync(ms(100)));
        });
        stepped.scheduler().register("other", every(50, 1).lastTask(costing(stepped, 5)), NOTHING);

        stepped.runFor(ms(50));

        assertThat(report.get()).isCompleted();
        assertThat(report.get().join().isClean()).isTrue();
    }

    @Test
    void aLimitSetElsewherePassesBeforeALaterEvent() {
        SteppedScheduler stepped = SteppedScheduler.start();
        stepped.scheduler().register("busy", every(50, 0), costing(stepped, 3_000));
        stepped.runFor(ms(5));
        CompletableFuture<ShutdownReport> report = stepped.scheduler().shutdownAsync(ms(100));

        stepped.runFor(ms(99));
        assertThat(report).isNotDone();
        List<TickTrace> rest = stepped.runFor(Duration.ofSeconds(10));

        assertThat(report.join().unfinished())
                .extracting(ShutdownReport.Unfinished::name)
                .containsExactly("busy");
        assertThat(report.join().took()).isEqualTo(ms(100));
        assertThat(rest).hasSize(1);
        assertThat(stepped.shutdown(ms(1))).isEqualTo(report.join());
    }

    @Test
    void aLimitAtTheVeryEndOfARunPassesInItAndAfterTheEventsOfThatInstant() {
        for (long cost : new long[] {105, 106}) {
            SteppedScheduler stepped = SteppedScheduler.start();
            stepped.scheduler().register("busy", every(50, 0), costing(stepped, cost));
            stepped.runFor(ms(5));
            CompletableFuture<ShutdownReport> report = stepped.scheduler().shutdownAsync(ms(100));

            stepped.runFor(ms(100));

            assertThat(report).isCompleted();
            assertThat(report.join().isClean()).isEqualTo(cost == 105);
        }
    }

    @Test
    void aShutdownJoinsOneUnderWayAndItsLimit() {
        SteppedScheduler stepped = SteppedScheduler.start();
        stepped.scheduler().register("busy", every(50, 0), costing(stepped, 3_000));
        stepped.runFor(ms(5));
        CompletableFuture<ShutdownReport> report = stepped.scheduler().shutdownAsync(ms(100));

        assertThat(stepped.shutdown(Duration.ofSeconds(60))).isEqualTo(report.join());
        assertThat(report.join().took()).isEqualTo(ms(100));
    }

    @Test
    void completionsGivenElsewhereHoldAShutdownUntilItsLimit() {
        List<Runnable> held = new ArrayList<>();
        SteppedScheduler stepped =
                SteppedScheduler.builder().completions(held::add).start();
        TickRegistration a = stepped.scheduler().register("a", every(50, 0).lastTask(NOTHING), NOTHING);
        CompletableFuture<Void> gone = a.unregister();

        ShutdownReport report = stepped.shutdown(ms(500));

        assertThat(report.took()).isEqualTo(ms(500));
        assertThat(a.state()).isEqualTo(TickState.STOPPED);
        assertThat(gone).isNotDone();
        List.copyOf(held).forEach(Runnable::run);
        assertThat(gone).isCompleted();
    }

    @Test
    void aRunWithoutProgressFails() {
        SteppedScheduler stepped =
                SteppedScheduler.builder().eventsPerInstant(1_000).start();
        AtomicInteger maps = new AtomicInteger();
        AtomicReference<TickTask> breeding = new AtomicReference<>();
        breeding.set(tick -> {
            stepped.scheduler().register("map-" + maps.incrementAndGet(), every(50, 0), breeding.get());
            var unused = tick.registration().unregister();
        });
        stepped.scheduler().register("first", every(50, 0), breeding.get());

        assertThatThrownBy(() -> stepped.runFor(ms(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than 1000 events")
                .hasMessageContaining("without time moving");
        assertThat(maps.get()).isBetween(499, 501);
    }

    @Test
    void stepsFromInsideAStepAreRefused() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            List<Throwable> refusals = new ArrayList<>();
            stepped.scheduler().register("a", every(50, 0), tick -> {
                for (Runnable step : List.<Runnable>of(
                        stepped::runNext, () -> stepped.runFor(ms(1)), () -> stepped.jump(ms(1)), stepped::close)) {
                    try {
                        step.run();
                    } catch (IllegalStateException e) {
                        refusals.add(e);
                    }
                }
            });
            stepped.runNext();

            assertThat(refusals).hasSize(4).allMatch(e -> e.getMessage().contains("inside a step"));
            assertThat(stepped.runFor(ms(60))).hasSize(2);
        }
    }

    @Test
    void runsIntoThePastAreRefused() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            stepped.runFor(ms(10));

            assertThatThrownBy(() -> stepped.runUntil(9_999_999)).hasMessageContaining("1 ns before now");
            assertThatThrownBy(() -> stepped.jump(ms(-1))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> SteppedScheduler.builder().eventsPerInstant(0))
                    .hasMessageContaining("eventsPerInstant=0");
        }
    }

    @Test
    void theBlockingShutdownOfTheSchedulerItselfRefusesWhileMapsAreInTheirTicks() {
        SteppedScheduler stepped = SteppedScheduler.start();
        stepped.scheduler().register("a", every(50, 0), costing(stepped, 10));
        stepped.runFor(ms(1));

        assertThatThrownBy(() -> stepped.scheduler().shutdown(ms(10))).isInstanceOf(IllegalStateException.class);
        assertThat(stepped.shutdown(ms(10)).isClean()).isTrue();
    }

    @Test
    void keepsUpWithHundredsOfThousandsOfTicks() {
        try (SteppedScheduler stepped = SteppedScheduler.start(4)) {
            for (int i = 0; i < 1_000; i++) {
                stepped.scheduler().register("map-" + i, TickOptions.every(ms(50)), costing(stepped, 0));
            }
            AtomicInteger ticks = new AtomicInteger();

            stepped.runUntil(stepped.clock().at(Duration.ofSeconds(15)) - 1, tick -> ticks.incrementAndGet());

            assertThat(ticks).hasValue(300_000);
            assertThat(stepped.scheduler().stats().ticks()).isEqualTo(300_000);
        }
    }
}
