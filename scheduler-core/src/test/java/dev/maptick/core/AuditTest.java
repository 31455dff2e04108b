package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.maptick.core.AuditReport.Loss;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults planted by hand, one for each sentence of {@link PlaceCheck}: each is found, told once, and nothing is repaired. */
@Timeout(60)
class AuditTest {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final int MAPS = 20;

    private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 3_000_000);
    private final List<TickEntry> maps = new ArrayList<>();
    private TickStepper stepper = start();

    private TickStepper start() {
        maps.clear();
        // So that it is plain where a fault has to be planted.
        System.setProperty("maptick.poolLanes", "1");
        try {
            stepper = CoreFixture.pool(2)
                    .dedicatedThreads(1)
                    .seam(CoreFixture.SEAM.withClock(clock))
                    .startStepped();
        } finally {
            System.clearProperty("maptick.poolLanes");
        }
        for (int i = 0; i < MAPS; i++) {
            maps.add((TickEntry) scheduler().register("map-" + i, TickOptions.every(PERIOD), tick -> {}));
        }
        return stepper;
    }

    private DefaultTickScheduler scheduler() {
        return (DefaultTickScheduler) stepper.scheduler();
    }

    private Lane pool() {
        return scheduler().pool().lane(0);
    }

    /** Every one has one tick. */
    private void aRound() {
        for (int i = 0; i < MAPS; i++) {
            TickStepper.Worker worker = stepper.workers().get(i % 2);
            clock.advanceTo(worker.nextDeadlineNanos());
            assertThat(worker.begin()).isTrue();
            worker.end();
        }
    }

    /** What a fault of the scheduler does under the lane's lock. */
    private void plant(Runnable fault) {
        Lane lane = pool();
        lane.lock();
        try {
            fault.run();
        } finally {
            lane.unlock();
        }
    }

    private DeadlineQueue<TickEntry> queue() {
        return pool().queue();
    }

    private void finds(TickEntry map, String what) {
        assertThat(scheduler().audit().lost()).containsExactly(new Loss(map.name(), what));
        assertThat(scheduler().audit().checked()).isEqualTo(MAPS);
    }

    /** The same in a scheduler whose pool keeps its maps in a heap alone. */
    private void onAHeap() {
        System.setProperty("maptick.queue", "heap");
        try {
            stepper = start();
        } finally {
            System.clearProperty("maptick.queue");
        }
    }

    @AfterEach
    void noPropertyRemains() {
        System.clearProperty("maptick.queue");
    }

    @Test
    void findsNothingInASoundScheduler() {
        aRound();
        maps.get(0).suspend();
        maps.get(1).suspendUntil(clock.nanoTime() + 1_000_000_000);
        maps.get(2).moveTo(Placement.DEDICATED);
        stepper.workers().get(0).begin();
        AuditReport report = scheduler().audit();
        assertThat(report.checked()).isEqualTo(MAPS);
        assertThat(report.isClean()).as("%s", report).isTrue();
        assertThat(scheduler().stats().lostMaps()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatIsInNoQueue(boolean heap) {
        if (heap) {
            onAHeap();
        }
        aRound();
        plant(() -> queue().remove(maps.get(7)));
        finds(maps.get(7), "waits in no queue");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatIsQueuedTwice(boolean heap) {
        if (heap) {
            onAHeap();
        }
        aRound();
        TickEntry map = maps.get(7);
        plant(() -> {
            map.index = QueueNode.NOT_QUEUED;
            map.slot = null;
            queue().add(map);
        });
        finds(map, "stands in the queue a second time");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatStandsElsewhere(boolean heap) {
        if (heap) {
            onAHeap();
        }
        plant(() -> maps.get(7).index++);
        assertThat(scheduler().audit().lost())
                .contains(new Loss("map-7", "does not stand in the queue where it says"))
                .contains(new Loss("map-7", "stands in the queue a second time"));
    }

    @Test
    void oneThatTheCursorHasPassed() {
        aRound();
        TickEntry map = maps.get(7);
        assertThat(map.staysInSlot()).isTrue();
        plant(() -> map.setDue(map.dueNs - PERIOD.toNanos()));
        finds(map, "stands in the queue where nobody comes to it in time");
    }

    @Test
    void oneThatStandsTooDeepInTheHeap() {
        onAHeap();
        TickEntry map =
                maps.stream().filter(m -> m.index == MAPS - 1).findFirst().orElseThrow();
        plant(() -> map.setDue(map.dueNs - PERIOD.toNanos()));
        finds(map, "stands in the queue where nobody comes to it in time");
    }

    @Test
    void oneThatNobodyHolds() {
        plant(() -> maps.get(7).hold(1));
        finds(maps.get(7), "held by worker 1, which will not come to it");
    }

    @Test
    void oneThatNobodyRuns() {
        plant(() -> maps.get(7).run(0));
        finds(maps.get(7), "run by worker 0, which is not in its tick");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 77})
    void oneOfAWorkerThatDoesNotExist(int worker) {
        plant(() -> maps.get(7).hold(worker));
        finds(maps.get(7), "belongs to worker " + worker + ", which does not exist or does not serve its lane");
    }

    @Test
    void oneWhoseWorkerHasPassedIt() {
        stepper = CoreFixture.pool(1).seam(CoreFixture.SEAM.withClock(clock)).startStepped();
        maps.clear();
        for (int i = 0; i < MAPS; i++) {
            TickOptions sameTime = TickOptions.every(PERIOD).phase(Duration.ZERO);
            maps.add((TickEntry) scheduler().register("map-" + i, sameTime, tick -> {}));
        }
        TickStepper.Worker worker = stepper.workers().get(0);
        clock.advanceTo(worker.nextDeadlineNanos());
        worker.begin();
        assertThat(maps.get(1).isHeld()).isTrue();
        assertThat(scheduler().audit().isClean()).isTrue();

        // The second one's start is refused for no reason, and the third one is begun.
        plant(() -> maps.get(1).run(0));
        worker.end();
        worker.begin();
        plant(() -> maps.get(1).hold(0));
        finds(maps.get(1), "held by worker 0, which will not come to it");
    }

    @Test
    @DisplayName("one whose tick has ended and that nobody put back")
    void oneWhoseWorkerIsDone() {
        aRound();
        TickEntry map = maps.get(MAPS - 1);
        TickStepper.Worker worker = stepper.workers().get(0);
        while (worker.current() != map) {
            clock.advanceTo(worker.nextDeadlineNanos());
            worker.begin();
            if (worker.current() != map) {
                worker.end();
            }
        }
        assertThat(scheduler().audit().isClean()).isTrue();
        worker.end();
        plant(() -> map.run(0));
        finds(map, "run by worker 0, which is not in its tick");
    }

    @Test
    void oneInATickOfNobody() {
        plant(() -> maps.get(7).setState(TickState.RUNNING));
        finds(maps.get(7), "in a tick that no worker runs");
    }

    @Test
    void oneThatIsSuspendedAndTicks() {
        maps.get(7).suspend();
        plant(() -> pool().add(maps.get(7), clock.nanoTime()));
        finds(maps.get(7), "suspended without end, and queued");
    }

    @Test
    void oneThatRunsAndIsQueuedAgain() {
        onAHeap();
        TickStepper.Worker worker = stepper.workers().get(0);
        clock.advanceTo(worker.nextDeadlineNanos());
        worker.begin();
        TickEntry map = (TickEntry) worker.current();
        plant(() -> queue().add(map));
        finds(map, "belongs to worker 0, and is queued outside its slot");
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    void oneThatHasLeftAndIsStillQueued(Placement placement) {
        maps.get(7).moveTo(placement);
        TickEntry gone = (TickEntry) scheduler().register("gone", TickOptions.every(PERIOD), tick -> {});
        assertThat(gone.unregister()).isDone();
        Lane lane = maps.get(7).lane;
        lane.lock();
        lane.add(gone, clock.nanoTime() + 1);
        lane.unlock();
        assertThat(scheduler().audit().lost())
                .containsExactly(new Loss("gone", "stands in the queue of a lane that it has left"));
    }

    @Test
    void isToldOnceAndStaysCountedAndIsNotRepaired() {
        try (LogCapture log = new LogCapture()) {
            plant(() -> queue().remove(maps.get(7)));
            assertThat(scheduler().stats().lostMaps()).isEqualTo(1);
            assertThat(scheduler().stats().lostMaps()).isEqualTo(1);
            assertThat(scheduler().audit().isClean()).isFalse();
            assertThat(maps.get(7).isQueued()).isFalse();
            assertThat(log.messages(Level.ERROR))
                    .containsExactly("map \"map-7\" of \"default\" is lost, which is a fault of the scheduler:"
                            + " waits in no queue (0 lost maps left out since the record before)");

            plant(() -> queue().add(maps.get(7)));
            assertThat(scheduler().audit().isClean()).isTrue();
            assertThat(scheduler().stats().lostMaps()).as("stays counted").isEqualTo(1);
        }
    }

    @Test
    void manyAreCountedAndNotAllLogged() {
        try (LogCapture log = new LogCapture()) {
            plant(() -> maps.forEach(queue()::remove));
            assertThat(scheduler().audit().lost()).hasSize(MAPS);
            assertThat(scheduler().stats().lostMaps()).isEqualTo(MAPS);
            assertThat(log.messages(Level.ERROR)).hasSizeBetween(1, MAPS - 1);
        }
    }

    @Test
    void readingTheCountsGoesRoundAllMapsInTheEnd() {
        int many = 3 * Audit.A_LOOK + 5;
        List<TickEntry> all = IntStream.range(0, many)
                .mapToObj(i -> (TickEntry) scheduler().register("house-" + i, TickOptions.every(HOUR), tick -> {}))
                .toList();
        // Past the round under way, which does not know all of them.
        for (int i = 0; i < 5; i++) {
            assertThat(scheduler().stats().lostMaps()).isZero();
        }
        plant(() -> all.forEach(queue()::remove));
        long before = 0;
        for (int i = 0; i < 9; i++) {
            long lost = scheduler().stats().lostMaps();
            assertThat(lost - before).isLessThanOrEqualTo(Audit.A_LOOK);
            before = lost;
        }
        assertThat(before).isEqualTo(many);
    }

    @Test
    @DisplayName("with assertions on, a shutdown asks first; it goes on all the same")
    void shutdownAsks() {
        plant(() -> queue().remove(maps.get(7)));
        assertThatThrownBy(() -> scheduler().shutdownAsync(HOUR))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("map-7")
                .hasMessageContaining("waits in no queue");
        assertThat(stepper.stepShutdown()).isTrue();
        assertThat(scheduler().registrations()).isEmpty();
    }

    // ---- the wake-up that does not come ----

    @Test
    void oneThatWaitsForLongWhileAWorkerWaits() {
        ManualClock realTime = new ManualClock(-5);
        try (LaneWorld world = new LaneWorld(1, 0)) {
            world.step(world.workers.get(0));
            TickEntry map = (TickEntry) world.registerFar("map", 5);
            Listeners listeners = new Listeners(List.of());
            Registry registry = new Registry(
                    new Completions(Runnable::run, listeners), listeners, new Phases(world.clock, (p, c) -> 0));
            registry.enter(map);
            Audit audit = new Audit(registry, new WorkerTable(1), world.crew(), world.clock, realTime, listeners);
            for (int look = 1; look < OverdueSuspects.LOOKS; look++) {
                realTime.advance(OverdueSuspects.APART_NS);
                world.advanceToMs(11_000);
                assertThat(audit.all().isClean())
                        .as("a freeze before look %d", look)
                        .isTrue();
                assertThat(audit.all().isClean()).as("again at once").isTrue();
            }
            realTime.advance(OverdueSuspects.APART_NS);
            audit.look();
            assertThat(audit.lost()).isEqualTo(1);
            assertThat(audit.all().lost()).containsExactly(new Loss("map", "due since 10 s while a worker waits"));

            // It has its turn.
            do {
                world.step(world.workers.get(0));
            } while (world.workers.get(0).point != LaneWorld.Point.WAIT);
            assertThat(map.ticks()).isEqualTo(1);
            assertThat(audit.all().isClean()).isTrue();
        }
    }

    // ---- no false alarm ----

    @Test
    @DisplayName("beside workers, moves and suspensions nothing is found that is not there")
    void noFalseAlarm() {
        try (TickScheduler busy = CoreFixture.pool(4).dedicatedThreads(1).start()) {
            List<TickRegistration> all = IntStream.range(0, 200)
                    .mapToObj(i -> busy.register("map-" + i, TickOptions.every(MS.multipliedBy(1 + i % 3)), tick -> {}))
                    .toList();
            for (int i = 0; i < 2_000; i++) {
                TickRegistration map = all.get(i % all.size());
                switch (i % 5) {
                    case 0 -> map.suspend();
                    case 1 -> map.setPeriod(MS.multipliedBy(1 + i % 4));
                    case 2 -> map.moveTo(i % 2 == 0 ? Placement.DEDICATED : Placement.POOL);
                    case 3 -> map.suspendUntil(busy.nanoTime() + 1_000_000);
                    default -> all.get((i - 4) % all.size()).resume();
                }
                AuditReport report = busy.audit();
                assertThat(report.isClean()).as("%s", report).isTrue();
            }
            assertThat(busy.stats().lostMaps()).isZero();
        }
    }

    @Test
    void aSchedulerThatIsNotStartedOrOverIsSound() {
        TickScheduler early = CoreFixture.pool(1).build();
        assertThat(early.audit()).isEqualTo(new AuditReport(0, List.of()));
        assertThatCode(early::close).doesNotThrowAnyException();
        assertThat(early.audit().checked()).isZero();
    }
}
