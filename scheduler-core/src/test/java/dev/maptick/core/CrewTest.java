package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How a pool is divided into lanes, and that a worker takes from all of them. Would catch: a pool that is not divided at all,
 * maps of one place in several lanes, a lane that nobody comes to, and stolen ticks that nobody counts.
 */
class CrewTest {
    private static final long MS = 1_000_000;
    private static final Duration PERIOD = Duration.ofMillis(50);

    /** Workers that are stepped, and empty maps. */
    private static final class World {
        final ManualClock clock = new ManualClock(0);
        final TickStepper stepper;
        final DefaultTickScheduler scheduler;

        /** Due times in the order of the ticks. */
        final List<Long> deadlines = new ArrayList<>();

        World(int workers) {
            stepper = CoreFixture.pool(workers)
                    .seam(CoreFixture.SEAM.withClock(clock))
                    .startStepped();
            scheduler = (DefaultTickScheduler) stepper.scheduler();
        }

        TickEntry add(int number, TickOptions options) {
            return (TickEntry)
                    scheduler.register("map-" + number, options, tick -> deadlines.add(tick.deadlineNanos()));
        }

        /** One worker does all, the others being stuck for all that it knows. */
        int runAll(int worker) {
            int ticks = 0;
            while (stepper.workers().get(worker).begin()) {
                stepper.workers().get(worker).end();
                ticks++;
            }
            return ticks;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 2", "5, 2", "6, 3", "8, 4", "31, 15", "32, 16", "64, 16", "1024, 16"})
    void twoLanesFromTwoWorkersOnAndThenOneForEveryTwo(int workers, int lanes) {
        assertThat(Crew.lanesFor(workers)).isEqualTo(lanes);
    }

    @Test
    @DisplayName("what is due in the same place is in the same lane, and each lane gets its part")
    void placesAreDivided() {
        World world = new World(8);
        int[] maps = new int[4];
        for (int i = 0; i < 4_000; i++) {
            TickEntry entry = world.add(i, TickOptions.every(PERIOD));
            maps[entry.lane.number]++;
            assertThat(entry.lane)
                    .isSameAs(world.scheduler
                            .pool()
                            .laneFor(PERIOD.toNanos(), entry.stats().nextDeadlineNanos()));
        }
        assertThat(maps).hasSize(4);
        for (int n : maps) {
            assertThat(n).isBetween(500, 1_500);
        }
    }

    @Test
    @DisplayName("a worker with nothing to do names no map that it has run, in whichever lane and however long a run")
    void nothingIsRemembered() {
        World world = new World(4);
        for (int i = 0; i < 400; i++) {
            TickEntry unused = world.add(i, TickOptions.every(PERIOD));
        }
        TickStepper.Worker worker = world.stepper.workers().get(0);
        world.clock.advanceTo(PERIOD.toNanos() - 1);
        assertThat(worker.begin()).isTrue();
        assertThat(world.scheduler.pool().remembers()).isTrue();
        worker.end();

        assertThat(world.runAll(0)).isEqualTo(399);

        assertThat(world.scheduler.pool().remembers()).isFalse();
    }

    @Test
    @DisplayName(
            "one worker runs the maps of all lanes, within half a millisecond of their order, and what it steals is counted")
    void aWorkerTakesFromAllLanes() {
        World world = new World(4);
        Set<Integer> lanes = new HashSet<>();
        int own = 0;
        for (int i = 0; i < 400; i++) {
            TickEntry entry = world.add(i, TickOptions.every(PERIOD));
            lanes.add(entry.lane.number);
            own += entry.lane.number == 0 ? 1 : 0;
        }
        assertThat(lanes).containsExactlyInAnyOrder(0, 1);
        world.clock.advanceTo(PERIOD.toNanos() - 1);

        assertThat(world.runAll(0)).isEqualTo(400);

        assertThat(world.scheduler.stats().stolen()).isEqualTo(400 - own).isPositive();
        long latest = 0;
        for (long deadline : world.deadlines) {
            assertThat(latest - deadline).isLessThanOrEqualTo(MS / 2);
            latest = Math.max(latest, deadline);
        }
    }

    @Test
    @DisplayName("two lanes take turns slot by slot: what shares a wake-up is in one lane")
    void slotsAreDividedBetweenTwoLanes() {
        World world = new World(2);
        SlotGrid slots = SlotGrid.of(PERIOD.toNanos(), 250_000, true);
        Map<Integer, Set<Integer>> lanesOfSlot = new HashMap<>();
        int[] maps = new int[2];
        for (int i = 0; i < 2_000; i++) {
            TickEntry entry = world.add(i, TickOptions.every(PERIOD));
            int slot = slots.slotAt(Math.floorMod(entry.dueNs, PERIOD.toNanos()));
            lanesOfSlot.computeIfAbsent(slot, s -> new HashSet<>()).add(entry.lane.number);
            maps[entry.lane.number]++;
        }
        assertThat(lanesOfSlot)
                .hasSize(200)
                .allSatisfy((slot, lanes) -> assertThat(lanes).hasSize(1));
        assertThat(maps[0]).isBetween(900, 1_100);
    }

    @Test
    @DisplayName("with one thread the order is exact and nothing is stolen")
    void oneWorkerHasOneLane() {
        World world = new World(1);
        for (int i = 0; i < 400; i++) {
            world.add(i, TickOptions.every(PERIOD));
        }
        world.clock.advanceTo(PERIOD.toNanos() - 1);

        assertThat(world.runAll(0)).isEqualTo(400);

        assertThat(world.scheduler.stats().stolen()).isZero();
        assertThat(world.deadlines).isSorted();
    }

    @Test
    @DisplayName(
            "a run is what is due within a quarter of a millisecond, in order; what is due later stays in the queue")
    void aRunIsWhatIsDueTogether() {
        World world = new World(1);
        List<TickEntry> maps = new ArrayList<>();
        for (int micros : new int[] {251, 0, 100, 250, 1_500}) {
            maps.add(world.add(micros, TickOptions.every(PERIOD).phase(Duration.ofNanos(1_000L * micros))));
        }
        world.clock.advanceTo(maps.get(1).dueNs + MS);

        TickStepper.Worker worker = world.stepper.workers().get(0);
        assertThat(worker.begin()).isTrue();

        assertThat(maps.get(1).isInTick()).isTrue();
        assertThat(maps).extracting(QueueNode::isHeld).containsExactly(false, false, true, true, false);
        worker.end();
        assertThat(world.runAll(0)).isEqualTo(3);
        assertThat(world.deadlines).hasSize(4).isSorted();
    }

    @Test
    @DisplayName("what comes late from a dedicated thread goes before what a worker holds and is due later")
    void whatComesLateGoesFirst() {
        ManualClock clock = new ManualClock(0);
        TickStepper stepper = CoreFixture.pool(1)
                .dedicatedThreads(1)
                .seam(CoreFixture.SEAM.withClock(clock))
                .startStepped();
        List<Long> order = new ArrayList<>();
        TickOptions options = TickOptions.every(PERIOD);
        TickRegistration late = stepper.scheduler()
                .register(
                        "late",
                        options.phase(Duration.ofNanos(100_000)).placement(Placement.DEDICATED),
                        tick -> order.add(tick.deadlineNanos()));
        for (int micros : new int[] {0, 50, 150, 200}) {
            stepper.scheduler().register("map-" + micros, options.phase(Duration.ofNanos(1_000L * micros)), tick -> {
                order.add(tick.deadlineNanos());
                late.moveTo(Placement.POOL);
            });
        }
        clock.advanceTo(PERIOD.toNanos() + 5 * MS);

        TickStepper.Worker worker = stepper.workers().get(0);
        while (worker.begin()) {
            worker.end();
        }

        assertThat(order).hasSize(5).isSorted();
        assertThat(stepper.scheduler().audit().lost()).isEmpty();
    }

    @Test
    @DisplayName("threads that register at one moment make room once, not each twice as much as the one before")
    void roomIsMadeOnce() throws InterruptedException {
        World world = new World(1);
        Lane lane = world.scheduler.pool().lane(0);
        List<Thread> threads = new ArrayList<>();
        lane.lock();
        try {
            for (int i = 0; i < 16; i++) {
                Thread thread = new Thread(lane::expectOneMore);
                thread.start();
                threads.add(thread);
            }
            CoreFixture.eventually(
                    "all wait for the lock",
                    () -> threads.stream().allMatch(t -> t.getState() == Thread.State.WAITING));
        } finally {
            lane.unlock();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(lane.room()).isBetween(16, 32);
    }

    @Test
    @DisplayName("a thread with enough to do reads the clock twice a tick at most: for the run, and at the tick's end")
    void twoReadingsOfTheClockForEachTick() {
        // Each reading takes longer than a run may, so a run is one tick; and there is always more to do than time.
        AtomicLong nowNs = new AtomicLong();
        AtomicLong readings = new AtomicLong();
        NanoClock clock = () -> {
            if (Thread.currentThread().getName().startsWith("maptick-pool")) {
                readings.incrementAndGet();
            }
            return nowNs.addAndGet(60_000);
        };
        CountDownLatch registered = new CountDownLatch(1);
        List<Long> atTick = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        TickTask noteReadings = tick -> {
            if (registered.getCount() == 0 && atTick.size() <= 1_000) {
                atTick.add(readings.get());
                if (atTick.size() > 1_000) {
                    done.countDown();
                }
            }
        };
        TickScheduler scheduler =
                CoreFixture.pool(1).seam(CoreFixture.SEAM.withClock(clock)).start();
        for (int i = 0; i < 100; i++) {
            scheduler.register("map-" + i, TickOptions.every(Duration.ofMillis(1)), noteReadings);
        }
        registered.countDown();
        CoreFixture.await20s(done);
        scheduler.shutdown(CoreFixture.LIMIT);

        assertThat(atTick.get(1_000) - atTick.get(0)).isBetween(1_000L, 2_000L);
    }
}
