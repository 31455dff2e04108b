package dev.maptick.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.maptick.core.AuditReport;
import dev.maptick.core.ControlResult;
import dev.maptick.core.EventKind;
import dev.maptick.core.FaultPolicy;
import dev.maptick.core.FaultStage;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.PoolResize;
import dev.maptick.core.RebalanceReport;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.TickTask;
import dev.maptick.core.UnfinishedException;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Drives a real scheduler in virtual time through random operations and holds it against {@link ModelMap}s in plain lists.
 * One life of a scheduler: from start to a finished shutdown. Deterministic for its seed.
 */
final class RandomWalk {
    private static final long MS = 1_000_000;
    private static final long[] PERIODS_MS = {1, 25, 50, 125, 250};
    private static final int MOST_MAPS = 40;

    private final SplittableRandom random;
    private final int dedicatedSlots;
    private final TickStepper stepper;
    private final TickScheduler scheduler;
    private final Map<String, ModelMap> maps = new HashMap<>();
    private final Map<TickStepper.Worker, Long> endTimes = new HashMap<>();

    private long nowNs;
    private long arrivals;
    private int slotsUsed;
    private int names;
    private long costNs;
    private ModelMap expected;
    private AssertionError failure;
    private boolean severalWorkers;
    private int poolSize;
    private long resizes;
    private long stuck;
    private boolean ended;
    private long operations;
    private final long startNs;
    private long phasesMoved;
    private long quarantines;

    RandomWalk(long seed, int poolThreads, int dedicatedSlots, long clockStart) {
        random = new SplittableRandom(seed);
        this.dedicatedSlots = dedicatedSlots;
        severalWorkers = poolThreads > 1;
        poolSize = poolThreads;
        nowNs = clockStart;
        startNs = clockStart;
        stepper = TickScheduler.builder()
                .poolThreads(poolThreads)
                .dedicatedThreads(dedicatedSlots)
                .staggerSeed(seed)
                .faultLogPerSecond(0)
                .watchdog(Duration.ofMillis(200), Duration.ofMillis(500))
                .replacementThreads(Math.floorMod(seed, 3))
                .seam(SchedulerSeam.SYSTEM.withClock(() -> nowNs).withProcessors(() -> 64))
                .startStepped();
        scheduler = stepper.scheduler();
    }

    /** Walks; returns how many operations were made. */
    long walk(int steps) {
        for (int i = 0; i < steps; i++) {
            int dice = random.nextInt(100);
            if (dice < 60) {
                event();
            } else if (dice < 97) {
                operation();
            } else {
                pass(dice == 97 ? random.nextLong(8_000 * MS) : random.nextLong(3 * MS));
            }
        }
        shutdown();
        return operations;
    }

    /** How many maps were given another phase. */
    long phasesMoved() {
        return phasesMoved;
    }

    /** How many ticks ended in quarantine. */
    long quarantines() {
        return quarantines;
    }

    /** How often the pool was given another size. */
    long resizes() {
        return resizes;
    }

    /** How many ticks were reported as stuck. */
    long stuck() {
        return stuck;
    }

    // ---- time ----

    /** Time passes without anybody acting: the host was frozen. Ends and starts that fell due come late. */
    private void pass(long gapNs) {
        operations++;
        nowNs += gapNs;
        checkAll();
    }

    /** Goes to the next end or start and takes it; an end before a start at the same moment. */
    private boolean event() {
        operations++;
        TickStepper.Worker best = null;
        long bestGap = 0;
        boolean bestEnds = false;
        for (TickStepper.Worker worker : stepper.workers()) {
            Long end = endTimes.get(worker);
            boolean ends = end != null;
            if (!ends && !worker.hasNext()) {
                continue;
            }
            long gap = Math.max(0, (ends ? end : worker.nextDeadlineNanos()) - nowNs);
            if (best == null || gap < bestGap || (gap == bestGap && ends && !bestEnds)) {
                best = worker;
                bestGap = gap;
                bestEnds = ends;
            }
        }
        if (best == null) {
            return false;
        }
        if (guardLooks(bestGap)) {
            operations--;
            return event();
        }
        nowNs += bestGap;
        if (bestEnds) {
            end(best);
        } else {
            begin(best);
        }
        return true;
    }

    /** The guard looks if it is to before the next event: threads may come and go. */
    private boolean guardLooks(long beforeGapNs) {
        OptionalLong due = stepper.guardDueNanos();
        if (due.isEmpty() || due.getAsLong() - nowNs >= beforeGapNs) {
            return false;
        }
        nowNs += Math.max(0, due.getAsLong() - nowNs);
        stepper.stepGuard();
        severalWorkers |= poolWorkers() > 1;
        stuck = scheduler.events().count(EventKind.STUCK);
        if (!ended) {
            checkThreads();
        }
        return true;
    }

    private int poolWorkers() {
        int count = 0;
        for (TickStepper.Worker worker : stepper.workers()) {
            count += worker.placement() == Placement.POOL ? 1 : 0;
        }
        return count;
    }

    /** Those told to leave are gone, or in their last tick. */
    private void resize() {
        int size = random.nextInt(1, 10);
        PoolResize done = scheduler.resizePool(size);
        boolean same = size == poolSize;
        assertThat(done)
                .isEqualTo(new PoolResize(
                        same ? PoolResize.Outcome.UNCHANGED : PoolResize.Outcome.RESIZED, poolSize, size));
        poolSize = size;
        severalWorkers |= size > 1;
        resizes += same ? 0 : 1;
    }

    private void checkThreads() {
        int free = 0;
        int workers = 0;
        for (TickStepper.Worker worker : stepper.workers()) {
            workers += worker.placement() == Placement.POOL ? 1 : 0;
            free += worker.placement() == Placement.POOL && worker.current() == null ? 1 : 0;
        }
        SchedulerStats stats = scheduler.stats();
        assertThat(scheduler.threadPlan().poolThreads()).isEqualTo(poolSize);
        assertThat(stats.poolThreads())
                .as("%s", stats)
                .isEqualTo(workers)
                .isEqualTo(poolSize + stats.replacements() + stats.leavingThreads());
        // One may be in a body at this moment, which its stepper does not know yet.
        assertThat(free).isLessThanOrEqualTo(poolSize + (int) stats.replacements() + 1);
        assertThat(stats.stuck()).isEqualTo(scheduler.stuck().size());
    }

    private void begin(TickStepper.Worker worker) {
        boolean pool = worker.placement() == Placement.POOL;
        expected = head(worker, pool);
        costNs = 0;
        assertThat(worker.begin()).isTrue();
        if (failure != null) {
            throw failure;
        }
        ModelMap map = expected;
        if (map != null) {
            fail("body of " + map + " did not run");
        }
        TickRegistration current = worker.current();
        assertThat(current).isNotNull();
        endTimes.put(worker, nowNs + costNs);
        checkAll();
    }

    /** The map that must run next on this worker: the earliest of its lane, the one whose last turn is longest ago first. */
    private ModelMap head(TickStepper.Worker worker, boolean pool) {
        ModelMap head = null;
        for (ModelMap map : maps.values()) {
            if (map.queued && map.dedicated != pool && (head == null || map.before(head))) {
                if (pool || isLaneOf(worker, map)) {
                    head = map;
                }
            }
        }
        assertThat(head).as("something must be queued").isNotNull();
        assertThat(head.dueNs - nowNs).as("never early: %s", head).isLessThanOrEqualTo(0);
        return head;
    }

    /** A dedicated worker has one map; which one shows by its deadline, and exactly when it begins. */
    private boolean isLaneOf(TickStepper.Worker worker, ModelMap map) {
        return map.dueNs == worker.nextDeadlineNanos();
    }

    private void end(TickStepper.Worker worker) {
        ModelMap map = maps.get(worker.current().name());
        endTimes.remove(worker);
        worker.end();
        settle(map);
        checkAll();
    }

    // ---- bodies ----

    /** A failed check inside a tick is a fault like any other to the scheduler, so it is kept for the walk. */
    private TickTask told(TickTask body) {
        return tick -> {
            try {
                body.tick(tick);
            } catch (WalkFault e) {
                throw e;
            } catch (Throwable t) {
                failure = new AssertionError("inside a tick", t);
                throw t;
            }
        };
    }

    private void onTick(Tick tick, ModelMap map) {
        assertThat(tick.isLast()).isFalse();
        takeExpected(map, tick);
        long previousNs = map.deadlineNs;
        if (map.state == TickState.SUSPENDED) {
            map.suspended += map.walkTo(map.dueNs);
            map.suspendAsked = false;
            map.faultSuspended = false;
        }
        map.queued = false;
        map.arrival = arrivals++;
        map.state = TickState.RUNNING;
        map.deadlineNs = map.pointNs;
        map.pointNs += map.periodNs;
        map.ticks++;
        assertThat(tick.deadlineNanos()).as("deadline of %s", map).isEqualTo(map.deadlineNs);
        assertThat(tick.startNanos()).isEqualTo(nowNs);
        assertThat(tick.number()).isEqualTo(map.ticks);
        assertThat(tick.periodNanos()).isEqualTo(map.periodNs);
        assertThat(tick.skipped()).as("skipped before %s", map).isEqualTo(map.skippedSinceTick);
        assertThat(tick.periodsElapsed())
                .as("periods elapsed of %s", map)
                .isEqualTo(map.hasTicked ? Math.max(1, (map.deadlineNs - previousNs) / map.periodNs) : 1);
        map.skippedSinceTick = 0;
        map.hasTicked = true;
        body(map);
        // Faults come in rows.
        map.throwing = random.nextInt(map.throwing ? 4 : 20) <= (map.throwing ? 2 : 0);
        if (map.throwing) {
            map.faults++;
            throw new WalkFault();
        }
    }

    private void onLast(Tick tick, ModelMap map) {
        assertThat(tick.isLast()).isTrue();
        takeExpected(map, tick);
        map.queued = false;
        map.state = TickState.LAST_RUNNING;
        map.lastTasks++;
        assertThat(map.lastTasks).isEqualTo(1);
        assertThat(tick.number()).isEqualTo(map.ticks);
        assertThat(tick.deadlineNanos()).isEqualTo(map.dueNs);
        body(map);
        map.lastThrows = random.nextInt(10) == 0;
        if (map.lastThrows) {
            throw new WalkFault();
        }
    }

    private void takeExpected(ModelMap map, Tick tick) {
        // Which of two equal dedicated lanes a worker serves, and in which order a shutdown asks, is nobody's promise.
        // Of
        // several workers of the pool one may begin what is due up to a millisecond later than what another one holds.
        boolean orderOpen = map.dedicated || ended;
        long openNs = severalWorkers && !map.dedicated ? MS : orderOpen ? 0 : -1;
        boolean allowed =
                expected != null && openNs >= 0 && map.queued && Math.abs(map.dueNs - expected.dueNs) <= openNs;
        if (expected != map && !allowed) {
            fail("expected " + expected + " but " + map + " runs");
        }
        expected = null;
        assertThat(map.isInTick()).as("two ticks at once of %s", map).isFalse();
        assertThat(map.state).isNotEqualTo(TickState.STOPPED);
        assertThat(tick.registration().isOwnerThread()).isTrue();
    }

    private void body(ModelMap map) {
        switch (random.nextInt(12)) {
            case 0 -> costNs = random.nextLong(5 * map.periodNs);
            case 1 -> costNs = map.periodNs * random.nextInt(4);
            case 2 -> costNs = map.periodNs + random.nextLong(-2, 3);
            default -> costNs = random.nextLong(2 * MS);
        }
        if (random.nextInt(6) == 0) {
            operation();
        } else if (random.nextInt(8) == 0) {
            request(map);
        }
    }

    /** The model's side of putting a tick back. */
    private void settle(ModelMap map) {
        if (map.state == TickState.LAST_RUNNING) {
            left(map);
            return;
        }
        map.endTick(nowNs);
        boolean moved = map.nextPlacement != null;
        if (map.nextPlacement != null) {
            boolean toDedicated = map.nextPlacement == Placement.DEDICATED;
            map.nextPlacement = null;
            if (!toDedicated) {
                slotsUsed--;
            }
            map.dedicated = toDedicated;
        }
        if (map.stopping) {
            if (!map.throwing) {
                map.forget();
            }
            if (map.hasLast) {
                map.state = TickState.LAST_WAITING;
                queue(map, nowNs);
            } else {
                left(map);
            }
            return;
        }
        map.judge(nowNs);
        quarantines += map.faultSuspended && map.stage == FaultStage.QUARANTINE ? 1 : 0;
        if (map.phaseOpen) {
            phasesMoved += map.movePhase(map.registration.stats().nextDeadlineNanos()) > 0 ? 1 : 0;
            map.phaseOpen = false;
        }
        if (map.newPeriodNs != 0) {
            map.changePeriod(map.newPeriodNs, nowNs, false);
            map.newPeriodNs = 0;
        }
        map.state = map.isSuspended() ? TickState.SUSPENDED : TickState.WAITING;
        long turn = map.arrival;
        queueAsSuspended(map);
        if (!moved) {
            // Its place among equals is that of its last turn.
            map.arrival = turn;
        }
    }

    private void left(ModelMap map) {
        map.state = TickState.STOPPED;
        map.queued = false;
        if (map.dedicated) {
            slotsUsed--;
            map.dedicated = false;
        }
        maps.remove(map.name);
        assertThat(map.gone).as("future of %s", map).isDone();
        assertThat(map.gone.isCompletedExceptionally()).isEqualTo(map.lastThrows);
        assertThat(scheduler.find(map.name)).isEmpty();
    }

    private void queue(ModelMap map, long dueNs) {
        map.dueNs = dueNs;
        map.arrival = arrivals++;
        map.queued = true;
    }

    private void queueAsSuspended(ModelMap map) {
        map.queued = false;
        if ((map.suspendAsked && !map.suspendLimited) || (map.faultSuspended && !map.faultLimited)) {
            return;
        }
        long point = map.pointNs;
        while ((map.suspendAsked && point - map.untilNs < 0) || (map.faultSuspended && point - map.faultUntilNs < 0)) {
            point += map.periodNs;
        }
        queue(map, point);
    }

    // ---- operations ----

    private void operation() {
        operations++;
        List<ModelMap> all = new ArrayList<>(maps.values());
        if (ended && all.isEmpty()) {
            return;
        }
        if (!ended && (all.isEmpty() || (random.nextInt(6) == 0 && all.size() < MOST_MAPS))) {
            register();
        } else if (!ended && random.nextInt(10) == 0) {
            rebalance(all);
        } else if (!ended && random.nextInt(12) == 0) {
            resize();
        } else {
            all.sort((a, b) -> a.name.compareTo(b.name));
            request(all.get(random.nextInt(all.size())));
        }
        checkAll();
    }

    /** Which of those that may move do is the scheduler's business; where to, by how much and at what count is the model's. */
    private void rebalance(List<ModelMap> all) {
        RebalanceReport report = scheduler.rebalancePhases();
        int fixed = 0;
        int dedicated = 0;
        int changed = 0;
        int moved = 0;
        int mayBeNoted = 0;
        for (ModelMap map : all) {
            if (map.stopping) {
                changed++;
            } else if (map.dedicated || map.nextPlacement != null) {
                dedicated++;
            } else if (map.newPeriodNs != 0 && map.newPeriodNs != map.periodNs) {
                changed++;
            } else if (map.fixedPhase) {
                fixed++;
            } else if (map.isInTick()) {
                mayBeNoted++;
                map.phaseOpen |= report.noted() > 0;
            } else if (map.movePhase(map.registration.stats().nextDeadlineNanos()) > 0) {
                moved++;
                long turn = map.arrival;
                queueAsSuspended(map);
                map.arrival = turn;
            }
        }
        phasesMoved += moved;
        assertThat(report.registrations()).isEqualTo(all.size());
        assertThat(report.fixed()).isEqualTo(fixed);
        assertThat(report.dedicated()).isEqualTo(dedicated);
        assertThat(report.changed()).isEqualTo(changed);
        assertThat(report.moved()).isEqualTo(moved);
        assertThat(report.noted()).isBetween(0, mayBeNoted);
        assertThat(report.kept()).isEqualTo(all.size() - fixed - dedicated - changed - moved - report.noted());
        for (RebalanceReport.PeriodLoad load : report.periods()) {
            assertThat(load.maxNanosAfter()).as("%s", load).isGreaterThanOrEqualTo(load.meanNanos());
        }
    }

    /** Any, or the one of a map that is there, so that some lie together. */
    private long fixedPhase(long periodNs) {
        for (ModelMap map : maps.values()) {
            if (map.periodNs == periodNs && random.nextBoolean()) {
                return Math.floorMod(map.pointNs - startNs, periodNs);
            }
        }
        return random.nextLong(periodNs);
    }

    private void register() {
        String name = "map-" + names++;
        boolean wantsThread = random.nextInt(5) == 0;
        MissPolicy policy = random.nextInt(3) == 0 ? MissPolicy.RUN_LATE : MissPolicy.SKIP;
        long periodNs = period();
        boolean last = random.nextInt(3) == 0;
        ModelMap[] cell = new ModelMap[1];
        TickOptions options = TickOptions.every(Duration.ofNanos(periodNs))
                .missPolicy(policy)
                .placement(wantsThread ? Placement.DEDICATED : Placement.POOL);
        boolean hasFaultPolicy = random.nextInt(3) == 0;
        long firstTrialNs = random.nextBoolean() ? 0 : random.nextLong(MS, 1_000 * MS);
        if (hasFaultPolicy) {
            FaultPolicy faults = FaultPolicy.count().backOff(2).backOffCap(1).quarantine(4);
            options = options.faultPolicy(
                    firstTrialNs == 0
                            ? faults
                            : faults.trial(Duration.ofNanos(firstTrialNs), Duration.ofNanos(2 * firstTrialNs)));
        }
        boolean fixedPhase = random.nextBoolean();
        if (fixedPhase) {
            options = options.phase(Duration.ofNanos(fixedPhase(periodNs)));
        }
        if (last) {
            options = options.lastTask(told(t -> onLast(t, cell[0])));
        }
        TickRegistration registration = scheduler.register(name, options, told(t -> onTick(t, cell[0])));
        long first = registration.stats().firstDeadlineNanos();
        assertThat(first - nowNs).as("first deadline within one period").isBetween(0L, periodNs - 1);
        ModelMap map = new ModelMap(name, policy, periodNs, first);
        cell[0] = map;
        map.registration = registration;
        map.hasLast = last;
        map.fixedPhase = fixedPhase;
        map.hasFaultPolicy = hasFaultPolicy;
        map.firstTrialNs = firstTrialNs;
        map.dedicated = wantsThread && slotsUsed < dedicatedSlots;
        slotsUsed += map.dedicated ? 1 : 0;
        maps.put(name, map);
        queue(map, first);
        assertThatRefused(name, Refusal.NAME_TAKEN);
    }

    private void assertThatRefused(String name, Refusal refusal) {
        try {
            scheduler.register(name, TickOptions.every(Duration.ofMillis(50)), t -> {});
            fail("registered twice: " + name);
        } catch (RefusedException e) {
            assertThat(e.refusal()).isEqualTo(refusal);
        }
    }

    private long period() {
        return random.nextInt(4) == 0
                ? random.nextLong(MS, 300 * MS)
                : PERIODS_MS[random.nextInt(PERIODS_MS.length)] * MS;
    }

    private void request(ModelMap map) {
        switch (random.nextInt(10)) {
            case 0 -> unregister(map);
            case 1, 2 -> suspend(map, false, 0);
            case 3 -> suspend(map, true, nowNs + random.nextLong(-100 * MS, 2_000 * MS));
            case 4, 5 -> resume(map);
            case 6, 7 -> setPeriod(map, period());
            default -> move(map, random.nextBoolean() ? Placement.DEDICATED : Placement.POOL);
        }
    }

    private void unregister(ModelMap map) {
        boolean first = !map.stopping;
        boolean given = random.nextInt(3) == 0;
        TickTask last = told(t -> onLast(t, map));
        CompletableFuture<Void> gone = given ? map.registration.unregister(last) : map.registration.unregister();
        if (map.gone != null) {
            assertThat(gone).as("one future for each registration").isSameAs(map.gone);
        }
        map.gone = gone;
        if (first) {
            map.hasLast |= given;
            leave(map);
        }
    }

    private void leave(ModelMap map) {
        map.stopping = true;
        if (map.isInTick()) {
            assertThat(map.gone).isNotDone();
        } else if (map.hasLast) {
            map.state = TickState.LAST_WAITING;
            queue(map, nowNs);
        } else {
            left(map);
        }
    }

    private void suspend(ModelMap map, boolean limited, long askedNs) {
        // A time that has passed means now.
        long untilNs = askedNs - nowNs < 0 ? nowNs : askedNs;
        boolean same = map.suspendAsked && map.suspendLimited == limited && (!limited || map.untilNs == untilNs);
        ControlResult result = limited ? map.registration.suspendUntil(askedNs) : map.registration.suspend();
        if (answered(map, result, same)) {
            map.suspendAsked = true;
            map.suspendLimited = limited;
            map.untilNs = untilNs;
            if (!map.isInTick()) {
                map.state = TickState.SUSPENDED;
                queueAsSuspended(map);
            }
        }
    }

    private void resume(ModelMap map) {
        boolean byHand = random.nextBoolean();
        ControlResult result = byHand ? map.registration.resume() : map.registration.wake();
        boolean lifted = byHand && map.faultSuspended;
        if (answered(map, result, !map.suspendAsked && !lifted)) {
            map.suspendAsked = false;
            if (lifted) {
                map.faultSuspended = false;
                map.forget();
            }
            if (!map.isInTick() && map.faultSuspended && map.faultLimited && map.faultUntilNs - nowNs <= 0) {
                map.faultSuspended = false;
            }
            if (!map.isInTick() && map.faultSuspended) {
                queueAsSuspended(map);
            } else if (!map.isInTick()) {
                map.suspended += map.walkTo(nowNs);
                map.state = TickState.WAITING;
                queueAsSuspended(map);
            }
        }
    }

    private void setPeriod(ModelMap map, long periodNs) {
        boolean same = (map.newPeriodNs != 0 ? map.newPeriodNs : map.periodNs) == periodNs;
        ControlResult result = map.registration.setPeriod(Duration.ofNanos(periodNs));
        if (answered(map, result, same)) {
            if (map.isInTick()) {
                map.newPeriodNs = periodNs;
            } else {
                map.changePeriod(periodNs, nowNs, map.isSuspended());
                queueAsSuspended(map);
            }
        }
    }

    /** Whether the request changed something; checks the answer. */
    private boolean answered(ModelMap map, ControlResult result, boolean same) {
        if (map.stopping) {
            assertThat(result).isEqualTo(ControlResult.GONE);
            return false;
        }
        assertThat(result).isEqualTo(same ? ControlResult.UNCHANGED : ControlResult.APPLIED);
        return !same;
    }

    private void move(ModelMap map, Placement to) {
        MoveResult result = map.registration.moveTo(to);
        if (map.stopping) {
            assertThat(result).isEqualTo(MoveResult.GONE);
            return;
        }
        if (map.placementToBe() == to) {
            assertThat(result).isEqualTo(MoveResult.ALREADY_THERE);
            return;
        }
        boolean there = map.dedicated == (to == Placement.DEDICATED);
        if (to == Placement.DEDICATED && !there && slotsUsed == dedicatedSlots) {
            assertThat(result).isEqualTo(MoveResult.NO_FREE_THREAD);
            return;
        }
        assertThat(result).isEqualTo(MoveResult.MOVED);
        if (there) {
            // Takes back a move noted during this tick.
            if (map.nextPlacement == Placement.DEDICATED) {
                slotsUsed--;
            }
            map.nextPlacement = null;
            return;
        }
        if (to == Placement.DEDICATED) {
            slotsUsed++;
        }
        if (map.isInTick()) {
            map.nextPlacement = to;
            return;
        }
        if (to == Placement.POOL) {
            slotsUsed--;
        }
        map.dedicated = to == Placement.DEDICATED;
        if (map.queued) {
            queue(map, map.dueNs);
        }
    }

    // ---- the end ----

    private void shutdown() {
        boolean hurried = random.nextInt(4) == 0;
        CompletableFuture<ShutdownReport> report =
                scheduler.shutdownAsync(hurried ? Duration.ZERO : Duration.ofHours(24));
        for (ModelMap map : List.copyOf(maps.values())) {
            boolean first = !map.stopping;
            map.gone = map.registration.unregister();
            if (first) {
                leave(map);
            }
        }
        assertThatRefused("late", Refusal.STOPPING);
        ended = true;
        while (!stepper.stepShutdown()) {
            assertThat(event())
                    .as("a shutdown that is not over has something to wait for")
                    .isTrue();
        }
        ShutdownReport told = report.join();
        assertThat(told.unfinished()).hasSize(maps.size());
        for (ModelMap map : maps.values()) {
            assertThat(map.gone).isCompletedExceptionally();
            assertThat(map.gone.handle((v, t) -> t).join()).isInstanceOf(UnfinishedException.class);
        }
        if (!hurried) {
            assertThat(told.isClean()).as("%s", told).isTrue();
            assertThat(scheduler.stats().registered()).isZero();
            assertThat(stepper.workers()).isEmpty();
        }
    }

    /** A fault the walk throws on purpose. */
    private static final class WalkFault extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    // ---- comparison ----

    private void checkAll() {
        if (ended) {
            return;
        }
        assertThat(scheduler.registrations()).hasSize(maps.size());
        assertThat(scheduler.stats().dedicatedThreads()).isEqualTo(slotsUsed);
        checkThreads();
        assertThat(scheduler.audit()).as("no map is lost").isEqualTo(new AuditReport(maps.size(), List.of()));
        for (ModelMap map : maps.values()) {
            check(map);
        }
    }

    private void check(ModelMap map) {
        TickStats stats = map.registration.stats();
        boolean holds = stats.ticks() + stats.skipped() + stats.suspended() == stats.gridPointsConsumed()
                && stats.ticks() == map.ticks
                && stats.skipped() == map.skipped
                && stats.suspended() == map.suspended
                && stats.state() == map.state
                && stats.nextDeadlineNanos() == map.pointNs
                && stats.periodNanos() == map.periodNs
                && (stats.placement() == Placement.DEDICATED) == map.dedicated
                && (map.isInTick() || map.registration.faultStanding().stage() == map.stage)
                && (map.gone == null || !map.gone.isDone());
        if (!holds) {
            fail("model: " + map + ", dedicated=" + map.dedicated + "\nfound: " + stats);
        }
        if (!map.isInTick()) {
            assertThat(stats.faults()).isEqualTo(map.faults);
        }
    }
}
