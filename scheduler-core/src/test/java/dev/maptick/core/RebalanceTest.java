package dev.maptick.core;

import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Phases move by measured cost on request, and what a move leaves alone stays alone. Stepped but for the last. */
class RebalanceTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long PERIOD = 50 * MS;
    private static final long SLOT = MS / 4;
    private static final TickOptions EVERY_50 = TickOptions.every(Duration.ofMillis(50));

    /** A scheduler and its maps, each of which is held against its own grid at every tick. */
    private static final class World {
        private final ManualClock clock;
        private final long startNs;
        private final TickStepper stepper;
        private final TickScheduler scheduler;
        private final List<TickRegistration> maps = new ArrayList<>();

        World(long startNs) {
            this(startNs, CoreFixture.SEAM);
        }

        World(long startNs, SchedulerSeam seam) {
            this.startNs = startNs;
            clock = new ManualClock(startNs);
            stepper = pool(1).dedicatedThreads(1).seam(seam.withClock(clock)).startStepped();
            scheduler = stepper.scheduler();
        }

        TickRegistration add(TickOptions options, long costNs) {
            return add(options, costNs, () -> {});
        }

        TickRegistration add(TickOptions options, long costNs, Runnable inside) {
            return add(options, () -> costNs, inside);
        }

        private TickRegistration add(TickOptions options, LongSupplier costNs, Runnable inside) {
            long[] before = new long[1];
            TickRegistration map = scheduler.register("map-" + maps.size(), options, tick -> {
                assertThat(tick.startNanos() - tick.deadlineNanos()).isNotNegative();
                if (tick.number() > 1) {
                    assertThat(tick.deadlineNanos() - before[0]).isGreaterThanOrEqualTo(tick.periodNanos());
                }
                assertThat(tick.periodsElapsed()).isPositive();
                before[0] = tick.deadlineNanos();
                clock.advance(costNs.getAsLong());
                inside.run();
            });
            maps.add(map);
            return map;
        }

        /** Every twentieth map is heavy, nobody has said so, and they have come to lie in each twentieth slot. */
        void crowdedHouses(int count) {
            for (int i = 0; i < count; i++) {
                long[] costNs = new long[1];
                TickRegistration map = add(EVERY_50, () -> costNs[0], () -> {});
                costNs[0] = heavyIsEachTwentieth(phase(map) / SLOT);
            }
        }

        void houses(int count, LongUnaryOperator cost) {
            for (int i = 0; i < count; i++) {
                add(EVERY_50, cost.applyAsLong(i));
            }
        }

        void run(long forNs) {
            long untilNs = clock.nanoTime() + forNs;
            for (boolean any = true; any; ) {
                TickStepper.Worker next = null;
                for (TickStepper.Worker worker : stepper.workers()) {
                    boolean earlier = worker.hasNext()
                            && (next == null || worker.nextDeadlineNanos() - next.nextDeadlineNanos() < 0);
                    next = earlier ? worker : next;
                }
                any = next != null && next.nextDeadlineNanos() - untilNs < 0;
                if (any) {
                    clock.advanceTo(next.nextDeadlineNanos());
                    assertThat(next.begin()).isTrue();
                    next.end();
                }
            }
            clock.advanceTo(untilNs);
            assertThat(maps).allMatch(m -> CoreFixture.addsUp(m.stats()));
            assertThat(maps).allMatch(m -> m.stats().faults() == 0);
        }

        RebalanceReport rebalance() {
            RebalanceReport report = scheduler.rebalancePhases();
            assertThat(report.moved()
                            + report.noted()
                            + report.kept()
                            + report.fixed()
                            + report.dedicated()
                            + report.changed()
                            + report.unslotted())
                    .isEqualTo(report.registrations());
            assertThat(maps).allMatch(m -> CoreFixture.addsUp(m.stats()));
            return report;
        }

        long phase(TickRegistration map) {
            return Math.floorMod(
                    map.stats().nextDeadlineNanos() - startNs, map.stats().periodNanos());
        }

        /** Expected work of the fullest slot, by statistics alone. */
        long fullest() {
            Map<Long, Long> slots = new HashMap<>();
            maps.forEach(m -> slots.merge(phase(m) / SLOT, (long) m.stats().meanDurationNanos(), Long::sum));
            return slots.values().stream().mapToLong(Long::longValue).max().orElse(0);
        }

        List<Long> phases() {
            return maps.stream().map(this::phase).toList();
        }
    }

    private static long heavyIsEachTwentieth(long i) {
        return i % 20 == 0 ? 160 * US : 2 * US;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 3 * PERIOD})
    @DisplayName(
            "heavy maps that lie together come apart, each tick on its grid and a period or more after the one before")
    void heavyMapsComeApart(long startNs) {
        World world = new World(startNs);
        world.crowdedHouses(4_000);
        world.run(4 * PERIOD);
        List<Long> before = world.phases();
        List<TickStats> statsBefore =
                world.maps.stream().map(TickRegistration::stats).toList();
        long fullest = world.fullest();

        RebalanceReport report = world.rebalance();

        RebalanceReport.PeriodLoad load = report.periods().get(0);
        assertThat(report.periods()).hasSize(1);
        assertThat(load.maxNanosBefore()).isEqualTo(fullest).isGreaterThan(2 * load.meanNanos());
        assertThat(load.maxNanosAfter()).isEqualTo(world.fullest()).isLessThan(load.meanNanos() * 6 / 5);
        assertThat(load.registrations()).isEqualTo(4_000);
        assertThat(load.slots()).isEqualTo(200);
        assertThat(report.noted()).isZero();
        List<Long> after = world.phases();
        int moved = 0;
        for (int i = 0; i < before.size(); i++) {
            TickStats was = statsBefore.get(i);
            TickStats is = world.maps.get(i).stats();
            boolean moves = !before.get(i).equals(after.get(i));
            moved += moves ? 1 : 0;
            long byNs = is.nextDeadlineNanos() - was.nextDeadlineNanos();
            assertThat(byNs).isBetween(moves ? 1L : 0L, moves ? PERIOD - 1 : 0L);
            assertThat(is.gridPointsConsumed()).isEqualTo(was.gridPointsConsumed());
            assertThat(is.skipped()).isEqualTo(was.skipped());
        }
        assertThat(report.moved()).isEqualTo(moved).isLessThan(4_000 / 2);
        notCrowded(after);

        world.run(3 * PERIOD);
        for (int i = 0; i < before.size(); i++) {
            TickStats is = world.maps.get(i).stats();
            long ticks = is.ticks() - statsBefore.get(i).ticks();
            assertThat(ticks + is.skipped()).as("ticks after the move").isBetween(2L, 4L);
        }
        assertThat(world.phases()).isEqualTo(after);
        assertThat(world.rebalance().moved()).as("moved the second time").isZero();
    }

    private static void notCrowded(List<Long> phases) {
        Map<Long, Integer> inMs = new HashMap<>();
        phases.forEach(p -> inMs.merge(p / MS, 1, Integer::sum));
        assertThat(inMs.values()).allMatch(n -> n <= 1.5 * phases.size() * MS / PERIOD + 2);
    }

    @Test
    void sameOrderAndCostsSamePhases() {
        List<Long> phases = null;
        for (int i = 0; i < 2; i++) {
            World world = new World(7);
            world.crowdedHouses(2_000);
            world.run(2 * PERIOD);
            world.rebalance();
            assertThat(phases).isIn(null, world.phases());
            phases = world.phases();
        }
    }

    @Test
    @DisplayName("as long as maps have not ticked their hints count, and a set that is even stays")
    void hintsBeforeTheFirstTick() {
        World world = new World(0);
        for (int i = 0; i < 4_000; i++) {
            Duration hint = Duration.ofNanos(heavyIsEachTwentieth(i));
            world.add(EVERY_50.costHint(hint), heavyIsEachTwentieth(i));
        }
        RebalanceReport first = world.rebalance();
        assertThat(first.periods().get(0).meanNanos()).isEqualTo((200 * 160 + 3_800 * 2) * US / 200);

        World even = new World(0);
        even.houses(4_000, i -> 10 * US);
        assertThat(even.rebalance().kept()).isEqualTo(4_000);
        even.run(3 * PERIOD);
        assertThat(even.rebalance().kept()).isEqualTo(4_000);
    }

    @Test
    @DisplayName("few maps that share slots stay together if they cost next to nothing, and come apart if they do not")
    void fewMapsThatShareSlots() {
        World light = new World(0);
        light.houses(400, i -> 100 + i);
        light.run(3 * PERIOD);
        assertThat(light.rebalance().kept()).isEqualTo(400);

        World heavy = new World(0);
        heavy.houses(400, i -> 30 * US);
        heavy.run(3 * PERIOD);
        RebalanceReport.PeriodLoad load = heavy.rebalance().periods().get(0);
        assertThat(load.maxNanosBefore()).isEqualTo(240 * US);
        assertThat(load.maxNanosAfter()).isEqualTo(60 * US);
    }

    @Test
    @DisplayName(
            "maps that got a long period lie close together, and come to lie far apart in slots of several milliseconds")
    void longPeriod() {
        World world = new World(0);
        int count = 12_000;
        long longNs = 20_000 * MS;
        for (int i = 0; i < count; i++) {
            world.add(EVERY_50, US).setPeriod(Duration.ofNanos(longNs));
        }
        List<Long> before = world.phases();

        RebalanceReport report = world.rebalance();

        assertThat(report.moved()).isGreaterThan(count * 9 / 10);
        assertThat(report.periods().get(0).slots()).isEqualTo(4_000);
        List<Long> after = world.phases();
        Map<Long, Integer> inMs = new HashMap<>();
        for (int i = 0; i < count; i++) {
            if (!before.get(i).equals(after.get(i))) {
                inMs.merge(after.get(i) / MS, 1, Integer::sum);
            }
        }
        assertThat(inMs.values()).allMatch(n -> n <= 1.5 * count * MS / longNs + 2);
        assertThat(world.rebalance().moved()).as("moved the second time").isZero();
    }

    @Test
    @DisplayName("an empty scheduler, one map, and one that was shut down have nothing to move")
    void nothingToDo() {
        World world = new World(0);
        assertThat(world.rebalance().registrations()).isZero();
        world.add(EVERY_50, MS);
        world.run(PERIOD);
        assertThat(world.rebalance().kept()).isEqualTo(1);
        var unused = world.scheduler.shutdownAsync(Duration.ZERO);
        assertThat(world.rebalance().registrations()).isZero();
    }

    /** So many maps in one slot, all but the first of a fixed phase, that the first must leave it. */
    private static TickRegistration crowd(World world, TickOptions options, Runnable inside) {
        TickRegistration first = world.add(options, 10 * US, inside);
        long phase = world.phase(first) / SLOT * SLOT;
        for (int i = 0; i < 10; i++) {
            world.add(EVERY_50.phase(Duration.ofNanos(phase)), 100 * US);
        }
        return first;
    }

    @Test
    void fixedPhasesAndDedicatedMapsStay() {
        World world = new World(0);
        TickRegistration first = crowd(world, EVERY_50, () -> {});
        TickRegistration alone = world.add(EVERY_50.placement(Placement.DEDICATED), 3 * MS);
        assertThat(alone.placement()).isEqualTo(Placement.DEDICATED);
        world.run(2 * PERIOD);
        List<Long> before = world.phases();

        RebalanceReport report = world.rebalance();

        assertThat(report.moved()).isEqualTo(1);
        assertThat(report.fixed()).isEqualTo(10);
        assertThat(report.dedicated()).isEqualTo(1);
        for (int i = 0; i < before.size(); i++) {
            boolean stays = world.maps.get(i) != first;
            assertThat(world.phase(world.maps.get(i)) == before.get(i)).isEqualTo(stays);
        }
        RebalanceReport.PeriodLoad load = report.periods().get(0);
        assertThat(load.maxNanosBefore()).isEqualTo(1_010 * US);
        assertThat(load.maxNanosAfter()).isEqualTo(1_000 * US);
        world.run(2 * PERIOD);
        assertThat(world.rebalance().moved()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.class,
            names = {"NONE", "SUSPEND", "PERIOD", "MOVE", "LEAVE"})
    @DisplayName("a map inside a tick moves at the end of it, whatever else is asked of it during that tick")
    void insideATick(Request request) {
        World world = new World(Long.MAX_VALUE - 2 * PERIOD);
        RebalanceReport[] reports = new RebalanceReport[2];
        TickRegistration[] self = new TickRegistration[1];
        self[0] = crowd(world, EVERY_50, () -> {
            if (reports[0] == null && self[0].stats().ticks() == 3) {
                reports[0] = world.rebalance();
                reports[1] = world.rebalance();
                request.make(self[0]);
            }
        });
        world.run(2 * PERIOD);
        long phase = world.phase(self[0]);
        world.run(PERIOD);

        assertThat(reports[0].noted()).isEqualTo(1);
        assertThat(reports[0].moved()).isZero();
        assertThat(reports[1].noted()).as("noted the second time").isZero();
        assertThat(reports[1].kept()).isEqualTo(1);
        if (request == Request.LEAVE) {
            assertThat(self[0].state()).isEqualTo(TickState.STOPPED);
            return;
        }
        TickStats stats = self[0].stats();
        assertThat(stats.nextDeadlineNanos() - stats.lastDeadlineNanos()).isBetween(PERIOD + 1, 2 * PERIOD - 1);
        assertThat(Math.floorMod(stats.nextDeadlineNanos() - world.startNs, PERIOD))
                .isNotEqualTo(phase);
        assertThat(stats.skipped() + stats.suspended()).isZero();
        assertThat(stats.periodNanos()).isEqualTo(request == Request.PERIOD ? PERIOD / 2 : PERIOD);
        assertThat(stats.placement()).isEqualTo(request == Request.MOVE ? Placement.DEDICATED : Placement.POOL);
        self[0].resume();
        world.run(3 * PERIOD);
        assertThat(self[0].stats().ticks()).isGreaterThan(4);
    }

    /** What may be asked of a map in the tick in which its move is noted. */
    private enum Request {
        NONE,
        SUSPEND,
        PERIOD,
        MOVE,
        LEAVE;

        @SuppressWarnings("FutureReturnValueIgnored") // it leaves when it leaves
        void make(TickRegistration map) {
            switch (this) {
                case NONE -> {}
                case SUSPEND -> map.suspend();
                case PERIOD -> map.setPeriod(Duration.ofNanos(RebalanceTest.PERIOD / 2));
                case MOVE -> map.moveTo(Placement.DEDICATED);
                case LEAVE -> map.unregister();
            }
        }
    }

    @Test
    @DisplayName("what changed its period or is about to move to a thread of its own in this very tick is left alone")
    void changedInThisTick() {
        for (Request request : new Request[] {Request.PERIOD, Request.MOVE, Request.LEAVE}) {
            World world = new World(0);
            RebalanceReport[] report = new RebalanceReport[1];
            TickRegistration[] self = new TickRegistration[1];
            self[0] = crowd(world, EVERY_50, () -> {
                if (report[0] == null && self[0].stats().ticks() == 2) {
                    request.make(self[0]);
                    report[0] = world.rebalance();
                }
            });
            world.run(3 * PERIOD);
            assertThat(report[0].moved() + report[0].noted()).isZero();
            assertThat(report[0].dedicated()).isEqualTo(request == Request.MOVE ? 1 : 0);
            assertThat(report[0].changed()).isEqualTo(request == Request.MOVE ? 0 : 1);
        }
    }

    @Test
    @DisplayName("a suspended map moves, and resumes on its new grid: by itself, and on request")
    void suspended() {
        for (boolean byItself : new boolean[] {true, false}) {
            World world = new World(Long.MAX_VALUE - 6 * PERIOD);
            TickRegistration map = crowd(world, EVERY_50, () -> {});
            world.run(2 * PERIOD);
            long phase = world.phase(map);
            long untilNs = world.clock.nanoTime() + 6 * PERIOD;
            assertThat(byItself ? map.suspendUntil(untilNs) : map.suspend()).isEqualTo(ControlResult.APPLIED);
            world.run(3 * PERIOD);

            assertThat(world.rebalance().moved()).isEqualTo(1);

            assertThat(map.state()).isEqualTo(TickState.SUSPENDED);
            long newPhase = world.phase(map);
            assertThat(newPhase).isNotEqualTo(phase);
            world.run(4 * PERIOD);
            map.resume();
            world.run(PERIOD);
            TickStats stats = map.stats();
            assertThat(world.phase(map)).isEqualTo(newPhase);
            assertThat(stats.ticks()).isBetween(3L, 4L);
            assertThat(stats.suspended()).isBetween(5L, 7L);
            assertThat(stats.skipped()).isZero();
        }
    }

    @Test
    @DisplayName("an overdue map keeps its turn's count and ticks late at most once, on its new grid")
    void overdue() {
        World world = new World(0);
        TickRegistration map = crowd(world, EVERY_50, () -> {});
        world.run(2 * PERIOD);
        long due = map.stats().nextDeadlineNanos();
        world.clock.advance(10 * PERIOD + 3);
        assertThat(world.rebalance().moved()).isEqualTo(1);
        assertThat(map.stats().nextDeadlineNanos() - due).isBetween(1L, PERIOD - 1);
        assertThat(map.stats().skipped()).isZero();
        world.run(2 * PERIOD);
        assertThat(map.stats().skipped()).isBetween(8L, 9L);
    }

    @Test
    @DisplayName(
            "the stagger hears of moves, so that later registrations fill what is empty and leaving frees the right slot")
    void staggerHears() {
        World world = new World(0);
        TickRegistration map = crowd(world, EVERY_50, () -> {});
        world.run(2 * PERIOD);
        long old = world.phase(map) / MS;
        world.rebalance();
        long taken = world.phase(map) / MS;
        for (int i = 0; i < 10; i++) {
            leave(world.maps.get(1 + i));
        }

        // 50 milliseconds, one of them taken: 49 others come first, the old one among them, and then none is left.
        Set<Long> filled = millisOf(world, 49);
        assertThat(filled).hasSize(49).contains(old).doesNotContain(taken);

        leave(map);
        assertThat(millisOf(world, 1)).containsExactly(taken);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // at once, outside its tick
    private static void leave(TickRegistration map) {
        map.unregister();
    }

    private static Set<Long> millisOf(World world, int newcomers) {
        Set<Long> millis = new HashSet<>();
        LongStream.range(0, newcomers).forEach(i -> millis.add(world.phase(world.add(EVERY_50, 0)) / MS));
        return millis;
    }

    @Test
    @DisplayName(
            "periods are spread each by itself, also those changed to, and leaving later frees the slot it came with")
    void severalPeriods() {
        World world = new World(0);
        for (int i = 0; i < 1_000; i++) {
            long cost = i % 20 == 0 ? 100 * US : US;
            TickRegistration map = world.add(TickOptions.every(Duration.ofMillis(i % 2 == 0 ? 25 : 50)), cost);
            if (i % 3 == 0) {
                map.setPeriod(Duration.ofMillis(250));
            }
        }
        world.run(10 * PERIOD);
        RebalanceReport report = world.rebalance();
        assertThat(report.periods())
                .extracting(RebalanceReport.PeriodLoad::periodNanos)
                .containsExactly(25 * MS, 50 * MS, 250 * MS);
        assertThat(report.periods()).allMatch(p -> p.maxNanosAfter() <= p.maxNanosBefore());
        world.run(10 * PERIOD);
        assertThat(world.rebalance().moved()).isZero();
        world.maps.forEach(RebalanceTest::leave);
        assertThat(world.scheduler.stats().registered()).isZero();
        world.maps.clear();
        for (long period : new long[] {25, 50}) {
            Set<Long> millis = new HashSet<>();
            for (int i = 0; i < period; i++) {
                TickRegistration map = world.scheduler.register(
                        "new-" + period + "-" + i, TickOptions.every(Duration.ofMillis(period)), t -> {});
                millis.add(world.phase(map) / MS);
            }
            assertThat(millis).as("slots of %d ms are empty again", period).hasSize((int) period);
        }
    }

    @Test
    @DisplayName("of a stagger given from outside no slots are known: nothing moves, and the report says why")
    void foreignStagger() {
        World world = new World(0, CoreFixture.SEAM.withStagger((period, cost) -> 0));
        for (int i = 0; i < 20; i++) {
            world.add(EVERY_50, MS);
        }
        world.add(EVERY_50.phase(Duration.ofMillis(1)), MS);
        world.run(2 * PERIOD);
        RebalanceReport report = world.rebalance();
        assertThat(report.unslotted()).isEqualTo(20);
        assertThat(report.fixed()).isEqualTo(1);
        assertThat(report.moved()).isZero();
        assertThat(report.periods()).isEmpty();
    }

    @Test
    @Timeout(120)
    @DisplayName(
            "on real threads, among all other requests and from inside ticks: grids hold, and the stagger loses no slot")
    void racesWithOtherRequests() throws Exception {
        AtomicLong costs = new AtomicLong();
        SchedulerSeam seam = CoreFixture.SEAM.withClock(() -> System.nanoTime() + costs.get());
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        AtomicLong moved = new AtomicLong();
        try (TickScheduler scheduler = pool(2).dedicatedThreads(1).seam(seam).start()) {
            AtomicReferenceArray<TickRegistration> maps = new AtomicReferenceArray<>(100);
            IntConsumer enter = i -> {
                long[] before = new long[1];
                maps.set(i, scheduler.register("map-" + i, TickOptions.every(Duration.ofMillis(10)), tick -> {
                    if (tick.number() > 1 && tick.deadlineNanos() - before[0] < 10 * MS) {
                        wrong.add(tick + " comes after " + before[0]);
                    }
                    before[0] = tick.deadlineNanos();
                    costs.addAndGet(heavyIsEachTwentieth(i));
                    if (i == 50 && tick.number() % 4 == 0) {
                        moved.addAndGet(scheduler.rebalancePhases().moved());
                    }
                }));
            };
            IntStream.range(0, 100).forEach(enter);
            CoreFixture.eventually("ticks", () -> maps.get(99).stats().ticks() > 3);
            List<CompletableFuture<Void>> actors = new ArrayList<>();
            for (int actor = 0; actor < 2; actor++) {
                int first = actor;
                actors.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 300; i++) {
                                moved.addAndGet(scheduler.rebalancePhases().moved());
                            }
                        },
                        RebalanceTest::onThread));
                actors.add(CompletableFuture.runAsync(
                        () -> {
                            SplittableRandom random = new SplittableRandom(first);
                            for (int i = 0; i < 4_000; i++) {
                                int map = 2 * random.nextInt(50) + first;
                                if (request(maps.get(map), random)) {
                                    enter.accept(map);
                                }
                            }
                        },
                        RebalanceTest::onThread));
            }
            actors.forEach(CompletableFuture::join);
            for (int i = 0; i < 100; i++) {
                TickRegistration map = maps.get(i);
                assertThat(map.stats()).matches(CoreFixture::addsUp);
                assertThat(map.stats().faults()).isZero();
                map.unregister().join();
            }
            assertThat(wrong).isEmpty();
            assertThat(moved.get()).isPositive();
            Set<Long> phases = new HashSet<>();
            for (int i = 0; i < 10; i++) {
                TickRegistration map =
                        scheduler.register("new-" + i, TickOptions.every(Duration.ofMillis(10)), t -> {});
                phases.add(Math.floorMod(map.stats().firstDeadlineNanos(), 10 * MS));
            }
            assertThat(phases).as("one in each millisecond").hasSize(10);
        }
    }

    private static void onThread(Runnable action) {
        Thread thread = new Thread(action, "actor");
        thread.setDaemon(true);
        thread.start();
    }

    /** Any request; true if it has left by it. */
    private static boolean request(TickRegistration map, SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> map.suspend();
            case 1 -> map.suspendUntil(map.stats().nextDeadlineNanos() + 1);
            case 2, 3 -> map.resume();
            case 4 -> map.setPeriod(Duration.ofMillis(10 + 10 * random.nextInt(2)));
            case 5, 6 -> map.moveTo(random.nextBoolean() ? Placement.DEDICATED : Placement.POOL);
            default -> {
                map.unregister().join();
                return true;
            }
        }
        return false;
    }
}
