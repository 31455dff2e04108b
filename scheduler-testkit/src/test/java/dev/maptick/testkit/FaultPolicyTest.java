package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.maptick.core.ControlResult;
import dev.maptick.core.FaultPolicy;
import dev.maptick.core.FaultStage;
import dev.maptick.core.FaultStanding;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.SettingsException;
import dev.maptick.core.Tick;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A map that throws is held back as its policy says, on its grid, and comes back; in virtual time. */
class FaultPolicyTest {
    private static final FaultPolicy BY_HAND = FaultPolicy.count().quarantine(3);

    private final RecordingListener events = new RecordingListener();
    private SteppedScheduler stepped = start(0);
    private boolean throwing = true;

    /** What the tick does before it throws or not. */
    private Consumer<Tick> before = tick -> {};

    private SteppedScheduler start(long clockStart) {
        return SteppedScheduler.builder()
                .clockStart(clockStart)
                .dedicatedThreads(1)
                .listener(events)
                .configure(b -> b.faultLogPerSecond(0))
                .start();
    }

    @AfterEach
    void close() {
        assertThat(stepped.scheduler().audit().lost()).isEmpty();
        stepped.close();
    }

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private TickOptions options(FaultPolicy policy) {
        return TickOptions.every(ms(50)).phase(Duration.ZERO).faultPolicy(policy);
    }

    private TickRegistration register(FaultPolicy policy) {
        return stepped.scheduler().register("house", options(policy), this::tick);
    }

    private void tick(Tick tick) {
        before.accept(tick);
        if (throwing) {
            throw new IllegalStateException("bad");
        }
    }

    /** When the ticks of a while started, in ms since the clock's start. */
    private List<Long> runMs(long millis) {
        return stepped.runFor(ms(millis)).stream()
                .map(t -> (t.startNanos() - stepped.clock().startNanos()) / 1_000_000)
                .toList();
    }

    private List<FaultStage> stages() {
        return events.events().stream()
                .filter(RecordingListener.FaultStageChanged.class::isInstance)
                .map(e -> ((RecordingListener.FaultStageChanged) e).now().stage())
                .toList();
    }

    private static void assertAddsUp(TickRegistration map, long ticks, long suspended) {
        TickStats stats = map.stats();
        assertThat(stats.ticks()).isEqualTo(ticks);
        assertThat(stats.suspended()).isEqualTo(suspended);
        assertThat(stats.skipped()).isZero();
        assertThat(stats.gridPointsConsumed()).isEqualTo(ticks + suspended);
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void backOffLeavesOutPointsOfTheGridUntilATickGoesWell(long clockStart) {
        stepped.close();
        stepped = start(clockStart);
        TickRegistration map = register(FaultPolicy.count().backOff(3).backOffCap(1));

        assertThat(runMs(410)).containsExactly(0L, 50L, 100L, 200L, 300L, 400L);
        assertThat(map.state()).isEqualTo(TickState.SUSPENDED);
        assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.BACK_OFF);
        assertThat(map.faultStanding().cause()).contains("6 faults in a row", "IllegalStateException: bad");
        throwing = false;
        assertThat(runMs(200)).containsExactly(500L, 550L, 600L);

        assertAddsUp(map, 9, 4);
        assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.FREE);
        assertThat(stages()).containsExactly(FaultStage.BACK_OFF, FaultStage.FREE);
    }

    @Test
    void backOffGrowsByDoublingWithAJitterThatIsTheSameEachTime() {
        FaultPolicy policy = FaultPolicy.count().backOff(1).backOffCap(16);
        register(policy);
        List<Long> first = runMs(5_000);
        SteppedScheduler before = stepped;
        stepped = start(0);
        register(policy);
        List<Long> second = runMs(5_000);
        before.close();

        assertThat(second).isEqualTo(first);
        long most = 1;
        for (int i = 1; i < first.size(); i++) {
            long leftOut = (first.get(i) - first.get(i - 1)) / 50 - 1;
            assertThat(leftOut).as("before tick %s", i).isBetween((most + 1) / 2, most);
            most = Math.min(16, 2 * most);
        }
    }

    @Test
    void quarantineLastsUntilItIsEndedByHand() {
        TickRegistration map = register(BY_HAND);

        assertThat(runMs(1_000)).containsExactly(0L, 50L, 100L);
        FaultStanding standing = map.faultStanding();
        assertThat(standing.stage()).isEqualTo(FaultStage.QUARANTINE);
        assertThat(standing.untilNanos()).isEmpty();
        assertThat(standing.sinceNanos()).isEqualTo(100_000_000);
        assertThat(standing.cause()).isEqualTo("3 faults in a row, the latest java.lang.IllegalStateException: bad");
        assertThat(map.state()).isEqualTo(TickState.SUSPENDED);
        assertThat(map.wake()).isEqualTo(ControlResult.UNCHANGED);
        assertThat(runMs(10)).isEmpty();

        assertThat(map.resume()).isEqualTo(ControlResult.APPLIED);
        assertThat(map.resume()).isEqualTo(ControlResult.UNCHANGED);

        // The faults before are forgotten: three more it takes.
        assertThat(runMs(1_000)).containsExactly(1_050L, 1_100L, 1_150L);
        assertAddsUp(map, 6, 18);
        assertThat(stages()).containsExactly(FaultStage.QUARANTINE, FaultStage.FREE, FaultStage.QUARANTINE);
        SchedulerStats stats = stepped.scheduler().stats();
        assertThat(stats.quarantined()).isEqualTo(1);
        assertThat(stats.quarantines()).isEqualTo(2);
        assertThat(stats.backOffs()).isZero();
        assertThat(stepped.nextEventNanos()).isEmpty();
    }

    @Test
    void oneTrialTickFreesItOrDoublesTheTime() {
        TickRegistration map = register(FaultPolicy.count().quarantine(2).trial(ms(100), ms(300)));

        assertThat(runMs(1_100)).containsExactly(0L, 50L, 150L, 350L, 650L, 950L);
        throwing = false;
        assertThat(runMs(300)).containsExactly(1_250L, 1_300L, 1_350L, 1_400L);
        throwing = true;
        assertThat(runMs(220)).containsExactly(1_450L, 1_500L, 1_600L);

        assertThat(map.faultStanding().quarantines()).isEqualTo(7);
        assertThat(stages().stream().filter(FaultStage.FREE::equals)).hasSize(1);
        assertThat(map.stats().skipped()).isZero();
    }

    @Test
    void aFewFaultsWithinATimeAreEnough() {
        TickRegistration map = register(FaultPolicy.count().quarantineWithin(3, ms(201)));
        before = tick -> throwing = tick.number() % 2 == 1;

        assertThat(runMs(1_000)).containsExactly(0L, 50L, 100L, 150L, 200L);
        assertThat(map.faultStanding().cause()).startsWith("3 faults within 201 ms");
    }

    @Test
    void anOwnersSuspensionAndAQuarantineDoNotEndEachOther() {
        TickRegistration map = register(FaultPolicy.count().quarantine(1).trial(ms(100), ms(100)));
        assertThat(runMs(10)).containsExactly(0L);

        assertThat(map.suspendUntil(500_000_000)).isEqualTo(ControlResult.APPLIED);
        throwing = false;
        assertThat(runMs(600)).containsExactly(500L, 550L, 600L);

        throwing = true;
        assertThat(runMs(50)).containsExactly(650L);
        assertThat(map.suspend()).isEqualTo(ControlResult.APPLIED);
        assertThat(runMs(1_000)).isEmpty();
        assertThat(map.wake()).isEqualTo(ControlResult.APPLIED);
        throwing = false;
        assertThat(runMs(100)).containsExactly(1_700L, 1_750L);

        throwing = true;
        assertThat(runMs(50)).containsExactly(1_800L);
        assertThat(map.suspend()).isEqualTo(ControlResult.APPLIED);
        assertThat(map.wake()).isEqualTo(ControlResult.APPLIED);
        assertThat(map.state()).isEqualTo(TickState.SUSPENDED);
        assertThat(runMs(90)).containsExactly(1_900L);
    }

    @Test
    void aPeriodChangedInTheTickThatIsTheLastOneHolds() {
        TickRegistration map = register(FaultPolicy.count().backOff(1).backOffCap(1));
        before = tick -> {
            if (tick.number() == 1) {
                tick.registration().setPeriod(ms(20));
            }
        };

        // The new grid begins at 50; one point of it is left out.
        assertThat(runMs(120)).containsExactly(0L, 70L, 110L);
        assertThat(map.setPeriod(ms(250))).isEqualTo(ControlResult.APPLIED);
        throwing = false;
        assertThat(runMs(300)).containsExactly(380L);
        TickStats stats = map.stats();
        assertThat(stats.ticks() + stats.suspended()).isEqualTo(stats.gridPointsConsumed());
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    void aMoveLeavesItInQuarantine(Placement first) {
        TickRegistration map =
                stepped.scheduler().register("house", options(BY_HAND).placement(first), this::tick);
        assertThat(runMs(200)).hasSize(3);
        Placement other = first == Placement.POOL ? Placement.DEDICATED : Placement.POOL;

        map.moveTo(other);

        assertThat(map.placement()).isEqualTo(other);
        assertThat(runMs(200)).isEmpty();
        assertThat(map.state()).isEqualTo(TickState.SUSPENDED);
        map.resume();
        assertThat(runMs(200)).containsExactly(400L, 450L, 500L);
    }

    @Test
    void itLeavesFromQuarantineByItsLastTask() {
        List<Long> last = new ArrayList<>();
        TickRegistration map = stepped.scheduler()
                .register("house", options(BY_HAND).lastTask(t -> last.add(t.deadlineNanos())), this::tick);
        runMs(200);

        CompletableFuture<Void> gone = map.unregister();
        assertThat(gone).isNotDone();
        runMs(0);

        assertThat(gone).isCompleted();
        assertThat(last).containsExactly(200_000_000L);
        assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.QUARANTINE);
        assertThat(stepped.scheduler().stats().quarantined()).isZero();
    }

    @Test
    void itsThreadIsFreeOnceItHasLeftFromQuarantine() {
        TickOptions options = options(BY_HAND).placement(Placement.DEDICATED);
        for (int round = 0; round < 20; round++) {
            TickRegistration map = stepped.scheduler().register("house", options, this::tick);
            assertThat(map.placement()).isEqualTo(Placement.DEDICATED);
            runMs(200);
            assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.QUARANTINE);
            assertThat(stepped.scheduler().stats().dedicatedThreads()).isOne();

            assertThat(map.unregister()).isCompleted();

            assertThat(stepped.scheduler().stats().dedicatedThreads()).isZero();
        }
        assertThat(stepped.scheduler().stats().quarantined()).isZero();
        assertThat(stepped.scheduler().stats().quarantines()).isEqualTo(20);
    }

    @Test
    void aNewMapUnderTheNameOfAQuarantinedOneIsFree() {
        TickRegistration first = register(BY_HAND);
        runMs(200);
        assertThat(first.unregister()).isCompleted();
        throwing = false;

        TickRegistration second = register(BY_HAND);

        assertThat(second.faultStanding()).isEqualTo(FaultStanding.FREE);
        assertThat(runMs(100)).isNotEmpty();
        assertThat(first.faultStanding().stage()).isEqualTo(FaultStage.QUARANTINE);
    }

    @Test
    void aTickThatLeavesAndThrowsIsNotQuarantined() {
        TickRegistration map = register(FaultPolicy.count().quarantine(1));
        before = tick -> {
            var unusedFuture = tick.registration().unregister();
        };

        assertThat(runMs(200)).containsExactly(0L);
        assertThat(map.state()).isEqualTo(TickState.STOPPED);
        assertThat(stages()).isEmpty();
    }

    /** The moment between the decision and the end of the turn, on the worker itself. */
    @Test
    void whatIsAskedWhileItIsBeingQuarantinedHolds() {
        List<CompletableFuture<Void>> gone = new ArrayList<>();
        stepped.scheduler().addListener(new TickListener() {
            @Override
            public void onFaultStage(TickRegistration map, FaultStanding from, FaultStanding now) {
                if (map.name().equals("leaves")) {
                    gone.add(map.unregister());
                } else if (now.stage() == FaultStage.QUARANTINE) {
                    map.resume();
                }
            }
        });
        TickOptions options = options(FaultPolicy.count().quarantine(2));
        TickRegistration leaves = stepped.scheduler().register("leaves", options, this::tick);
        TickRegistration resumed = stepped.scheduler().register("resumed", options, this::tick);

        runMs(320);

        assertThat(gone).singleElement().satisfies(g -> assertThat(g).isCompleted());
        assertThat(leaves.stats().ticks()).isEqualTo(2);
        assertAddsUp(resumed, 7, 0);
        assertThat(resumed.faultStanding().quarantines()).isEqualTo(3);
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        stepped.scheduler().addListener(new TickListener() {
            @Override
            public void onFaultStage(TickRegistration map, FaultStanding from, FaultStanding now) {
                throw new AssertionError("listener");
            }
        });
        TickRegistration map = register(BY_HAND);

        assertThat(runMs(500)).hasSize(3);
        assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.QUARANTINE);
        assertThat(stepped.scheduler().stats().listenerFailures()).isEqualTo(1);
    }

    @Test
    void aFrozenHostNeitherLosesNorBurstsTheTrial() {
        TickRegistration map = register(FaultPolicy.count().quarantine(1).trial(ms(100), ms(100)));
        runMs(10);
        throwing = false;

        stepped.jump(Duration.ofSeconds(5));

        assertThat(runMs(100)).containsExactly(5_010L, 5_050L, 5_100L);
        assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.FREE);
    }

    @Test
    void badPoliciesAreRefusedWithEveryOtherBadOption() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> stepped.scheduler()
                        .register(
                                "bad",
                                TickOptions.every(Duration.ZERO)
                                        .faultPolicy(FaultPolicy.count().backOff(0)),
                                t -> {}))
                .withMessageContaining("period")
                .withMessageContaining("faultPolicy.backOff = 0");
    }
}
