package dev.maptick.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.AuditReport;
import dev.maptick.core.FaultPolicy;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.RebalanceReport;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.TickTask;
import dev.maptick.testkit.InvariantChecker;
import dev.maptick.testkit.SteppedWaiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real worker threads on virtual time, some of them held inside ticks for as long as the walk likes. Whenever all others
 * wait, no map may wait that is due for longer than promise 2 allows, a millisecond (a lost wake-up, a post nobody took over, a
 * newcomer nobody was told of would leave one), and no tick that found a free worker started later than that; with one worker
 * alone there is nobody to wait for, and each starts exactly at its deadline. A failing
 * run names its seed; {@code -Dmaptick.walk.seed=N} replays the operations.
 */
final class RealThreadsWalkTest {
    private static final long MS = 1_000_000;

    @ParameterizedTest(name = "{0} workers")
    @ValueSource(ints = {1, 2, 8})
    void noDueMapWaitsWhileAWorkerWaits(int workers) {
        walk(workers, 4, 250);
    }

    @Test
    @Tag("soak")
    void noDueMapWaitsWhileAWorkerWaitsForLong() {
        for (int workers : new int[] {1, 2, 3, 8}) {
            walk(workers, 60, 1_000);
        }
    }

    private static void walk(int workers, int lives, int steps) {
        Long only = Long.getLong("maptick.walk.seed");
        long quarantines = 0;
        for (int life = 0; life < lives; life++) {
            long seed = only == null ? 1_130L * workers + life : only;
            try {
                Life one = new Life(seed, workers);
                one.run(steps);
                quarantines += one.quarantines;
            } catch (Throwable t) {
                throw new AssertionError(
                        "workers " + workers + ", replay the operations with -Dmaptick.walk.seed=" + seed, t);
            }
        }
        assertThat(quarantines).as("quarantines").isPositive();
    }

    /** One scheduler from start to shutdown. */
    private static final class Life {
        private final SplittableRandom random;
        private int workers;

        /** How long a due map may wait while a worker does. */
        private final long graceNs;

        private final boolean resizes;

        private final SteppedWaiter time = new SteppedWaiter();
        private final InvariantChecker invariants = new InvariantChecker();
        private final TickScheduler scheduler;
        private final List<TickRegistration> maps = new ArrayList<>();
        private final AtomicInteger held = new AtomicInteger();
        private final Deque<CountDownLatch> latches = new ArrayDeque<>();
        private final ConcurrentLinkedQueue<CountDownLatch> toHold = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<String> late = new ConcurrentLinkedQueue<>();
        private volatile boolean saturated;

        /** Half of the maps go by it; with trials as short as this they come and go while requests meet them. */
        private final FaultPolicy faultPolicy =
                FaultPolicy.count().backOff(2).quarantine(3).trial(Duration.ofMillis(20), Duration.ofMillis(80));

        private int names;
        private long quarantines;

        Life(long seed, int workers) {
            random = new SplittableRandom(seed);
            this.workers = workers;
            // With one worker alone each starts exactly in time, as long as it stays alone.
            resizes = workers > 1;
            graceNs = workers == 1 ? 0 : MS;
            scheduler = TickScheduler.builder()
                    .poolThreads(workers)
                    .staggerSeed(seed)
                    .faultLogPerSecond(0)
                    // Ticks are held on purpose.
                    .noWatchdog()
                    .seam(time.seam().withProcessors(() -> 64).withThreads(invariants.threads()))
                    .start();
            invariants.attach(scheduler);
        }

        void run(int steps) {
            quiet();
            for (int i = 0; i < steps; i++) {
                operation();
                quiet();
                check();
                advance(random.nextLong(30 * MS));
                check();
            }
            while (!latches.isEmpty()) {
                release();
            }
            quiet();
            ShutdownReport report = scheduler.shutdown(Duration.ofSeconds(10));
            assertThat(report.isClean()).as("%s", report).isTrue();
            invariants.verify();
            assertThat(late).isEmpty();
            quarantines = scheduler.stats().quarantines();
        }

        /**
         * Waits until each worker waits or is held: only then does nothing move by itself. Those held are counted first. Workers
         * only add to them, so if the two counts make up all workers, nobody was awake when the second one was taken. The other
         * way round a worker could call one that was counted as waiting, be held itself, and be counted a second time for it.
         */
        private void quiet() {
            long giveUpNs = System.nanoTime() + 20_000 * MS;
            while (!isQuiet()) {
                assertThat(System.nanoTime() - giveUpNs)
                        .as("quiet: %s", time.states())
                        .isNegative();
                Thread.onSpinWait();
            }
            saturated = time.waiting() == 0;
        }

        /**
         * All that there are are counted first: meanwhile they only become fewer, one that is to leave once it is on its way out and has
         * called whom it had to, and then there is another look.
         */
        private boolean isQuiet() {
            int all = scheduler.workers().size();
            return held.get() + time.waiting() == all;
        }

        /** Moves on from deadline to deadline of those who wait. */
        private void advance(long gapNs) {
            long targetNs = time.clock().nanoTime() + gapNs;
            for (; ; ) {
                quiet();
                long nowNs = time.clock().nanoTime();
                if (nowNs == targetNs) {
                    return;
                }
                long next = targetNs;
                for (SteppedWaiter.State state : time.states()) {
                    Long deadline = state.deadlineNanos();
                    if (deadline != null) {
                        next = Math.min(next, Math.max(nowNs, deadline));
                    }
                }
                time.advanceTo(next);
            }
        }

        private void operation() {
            int dice = random.nextInt(14);
            if (maps.isEmpty() || (dice < 3 && maps.size() < 60)) {
                register();
            } else if (dice < 5) {
                hold();
            } else if (dice < 7) {
                release();
            } else if (dice == 12) {
                rebalance();
            } else if (dice == 13) {
                resize();
            } else {
                request(maps.get(random.nextInt(maps.size())), dice);
            }
        }

        private void register() {
            long periodNs = random.nextBoolean() ? 20 * MS : random.nextLong(MS, 60 * MS);
            MissPolicy policy = random.nextBoolean() ? MissPolicy.SKIP : MissPolicy.RUN_LATE;
            boolean faulty = random.nextInt(4) == 0;
            TickTask body = tick -> {
                // A late point under RUN_LATE follows the map's own overrun, with any number of workers free.
                if (policy == MissPolicy.SKIP && tick.latenessNanos() > graceNs && !saturated) {
                    late.add(tick + " was " + tick.latenessNanos() + " ns late with a worker free");
                }
                CountDownLatch latch = toHold.poll();
                if (latch != null) {
                    held.incrementAndGet();
                    latch.await();
                }
                if (faulty && tick.number() % 16 >= 8) {
                    throw new IllegalStateException("planned");
                }
            };
            TickOptions options = TickOptions.every(Duration.ofNanos(periodNs))
                    .missPolicy(policy)
                    .costHint(Duration.ofNanos(random.nextLong(MS)));
            if (random.nextInt(3) == 0) {
                // With those to be staggered that were there before.
                options = options.phase(Duration.ofNanos(random.nextLong(MS)));
            }
            if (random.nextBoolean()) {
                options = options.faultPolicy(faultPolicy);
            }
            if (random.nextBoolean()) {
                options = options.lastTask(tick -> {});
            }
            maps.add(scheduler.register("map-" + names++, options, invariants.wrap(body)));
        }

        /** Others look meanwhile, and ticks are held. */
        private void rebalance() {
            RebalanceReport report = scheduler.rebalancePhases();
            assertThat(report.registrations())
                    .isEqualTo(scheduler.registrations().size());
            assertThat(report.noted()).isLessThanOrEqualTo(held.get());
        }

        /** Live: some wait, some are held, one leads; whoever is to leave does so at once or when it is released. */
        private void resize() {
            if (resizes) {
                workers = random.nextInt(2, 10);
                assertThat(scheduler.resizePool(workers).now()).isEqualTo(workers);
            }
        }

        /** The next tick to run stays inside until released. */
        private void hold() {
            if (held.get() + toHold.size() < workers) {
                CountDownLatch latch = new CountDownLatch(1);
                latches.add(latch);
                toHold.add(latch);
            }
        }

        private void release() {
            CountDownLatch latch = latches.poll();
            if (latch != null && !toHold.remove(latch)) {
                // Counted out here and not by the tick, so that from now on quiet() waits for that worker too.
                held.decrementAndGet();
                latch.countDown();
            }
        }

        private void request(TickRegistration map, int dice) {
            switch (dice) {
                case 7 -> map.suspend();
                case 8 -> map.suspendUntil(time.clock().nanoTime() + random.nextLong(100 * MS));
                case 9 -> {
                    var unused = random.nextBoolean() ? map.resume() : map.wake();
                }
                case 10 -> map.setPeriod(Duration.ofNanos(random.nextLong(MS, 60 * MS)));
                default -> {
                    var unused = map.unregister();
                    maps.remove(map);
                }
            }
        }

        /** Those that wait for their last task are no longer in the walk's own list. */
        private long audited() {
            return scheduler.registrations().size();
        }

        private void check() {
            long nowNs = time.clock().nanoTime();
            boolean workerWaits = time.waiting() > 0;
            assertThat(scheduler.audit()).as("no map is lost").isEqualTo(new AuditReport(audited(), List.of()));
            for (TickRegistration map : maps) {
                TickStats stats = map.stats();
                assertThat(stats.ticks() + stats.skipped() + stats.suspended())
                        .as("grid equation: %s", stats)
                        .isEqualTo(stats.gridPointsConsumed());
                assertThat(stats.placement()).isEqualTo(Placement.POOL);
                if (workerWaits && stats.state() == TickState.WAITING) {
                    assertThat(stats.nextDeadlineNanos() - nowNs)
                            .as("a due map waits while a worker waits: %s, %s", map, time.states())
                            .isGreaterThan(-graceNs);
                }
            }
            if (workerWaits) {
                assertThat(scheduler.stats().overdue()).isZero();
                assertThat(scheduler.stats().stopping()).isLessThanOrEqualTo(held.get());
            }
        }
    }
}
