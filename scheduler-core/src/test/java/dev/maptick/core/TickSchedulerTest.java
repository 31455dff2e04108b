package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.addsUp;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.Level;
import dev.maptick.core.CoreFixture.HeldTick;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scheduler on real threads: orders and counts, never times. Virtual time has the exact figures. */
@Timeout(60)
class TickSchedulerTest {
    @BeforeEach
    void noThreadOfATestBefore() {
        noThreadRemains();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 30_000_000})
    @DisplayName("ticks across zero and the wrap of the clock: never early, numbered without a gap, counts add up")
    void ticksOnAnyClock(long origin) {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        try (TickScheduler scheduler = pool(2).seam(CoreFixture.SEAM.withClock(CoreFixture.shifted(origin)))
                .start()) {
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                AtomicLong number = new AtomicLong();
                maps.add(scheduler.register("map-" + i, TickOptions.every(Duration.ofMillis(5)), tick -> {
                    if (tick.latenessNanos() < 0 || scheduler.nanoTime() - tick.deadlineNanos() < 0) {
                        wrong.add("early: " + tick.latenessNanos());
                    }
                    if (tick.number() != number.incrementAndGet()) {
                        wrong.add("tick " + tick.number() + " after " + (number.get() - 1));
                    }
                    if (tick.periodsElapsed() != tick.skipped() + 1) {
                        wrong.add(tick.periodsElapsed() + " periods, " + tick.skipped() + " skipped");
                    }
                }));
            }
            eventually(
                    "20 ticks each", () -> maps.stream().allMatch(m -> m.stats().ticksEnded() >= 20));
            maps.forEach(m -> m.unregister().join());

            assertThat(wrong).isEmpty();
            assertThat(maps).allMatch(m -> addsUp(m.stats()));
        }
    }

    @Test
    @DisplayName("R2: no map is ever inside two ticks, on any mix of pool, dedicated threads and moves")
    void oneThreadAtATime() {
        AtomicInteger overlaps = new AtomicInteger();
        List<TickRegistration> maps = new ArrayList<>();
        try (TickScheduler scheduler = pool(3).dedicatedThreads(2).start()) {
            for (int i = 0; i < 8; i++) {
                AtomicBoolean inside = new AtomicBoolean();
                long[] plain = new long[1];
                maps.add(scheduler.register("map-" + i, TickOptions.every(MS), tick -> {
                    if (!inside.compareAndSet(false, true)) {
                        overlaps.incrementAndGet();
                    }
                    // Plain, on purpose: what one tick wrote the next one sees, on whichever thread.
                    if (++plain[0] != tick.number()) {
                        overlaps.incrementAndGet();
                    }
                    inside.set(false);
                }));
            }
            for (int round = 0; round < 300; round++) {
                TickRegistration map = maps.get(round % maps.size());
                map.moveTo(round % 3 == 0 ? Placement.POOL : Placement.DEDICATED);
                if (round % 5 == 0) {
                    map.suspend();
                    map.resume();
                }
            }
            eventually(
                    "30 ticks each", () -> maps.stream().allMatch(m -> m.stats().ticksEnded() >= 30));
            maps.forEach(m -> m.unregister().join());
        }
        assertThat(overlaps).hasValue(0);
        assertThat(maps).allMatch(m -> addsUp(m.stats()));
    }

    @Test
    @DisplayName("promise 2: with one thread, maps that are due together run in deadline order")
    void deadlineOrder() {
        try (TickScheduler scheduler = pool(1).start()) {
            HeldTick held = new HeldTick();
            TickRegistration blocker = scheduler.register("blocker", TickOptions.every(MS), held);
            await20s(held.entered);
            ConcurrentLinkedQueue<Long> order = new ConcurrentLinkedQueue<>();
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                maps.add(scheduler.register(
                        "map-" + i,
                        TickOptions.every(Duration.ofMillis(100)).phase(Duration.ofMillis((i * 37) % 100)),
                        tick -> {
                            if (tick.number() == 1) {
                                order.add(tick.deadlineNanos());
                            }
                        }));
            }
            CompletableFuture<Void> gone = blocker.unregister();
            eventually("all due", () -> scheduler.stats().overdue() == maps.size());
            held.released.countDown();
            eventually("a tick each", () -> order.size() == maps.size());

            gone.join();
            assertThat(List.copyOf(order)).isSortedAccordingTo((a, b) -> Long.signum(a - b));
            // The one thread may be held up right now, and then all are overdue until it goes on.
            eventually("not all are overdue", () -> scheduler.stats().overdue() < maps.size());
        }
    }

    @Test
    @DisplayName("promise 8: unregister is idempotent, and its last task is the first one asked for")
    void lastTaskIsTheFirstOneAskedFor() {
        try (TickScheduler scheduler = pool(1).start()) {
            ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();
            TickRegistration map = scheduler.register(
                    "map", TickOptions.every(HOUR).lastTask(t -> ran.add("from the options")), t -> ran.add("tick"));
            CompletableFuture<Void> gone = map.unregister(t -> ran.add("first"));
            assertThat(map.unregister(t -> ran.add("second"))).isSameAs(gone);
            assertThat(map.unregister()).isSameAs(gone);
            gone.join();

            assertThat(ran).containsExactly("first");
            assertThat(map.state()).isEqualTo(TickState.STOPPED);
            assertThat(map.resume()).isEqualTo(ControlResult.GONE);
            assertThat(map.suspend()).isEqualTo(ControlResult.GONE);
            assertThat(map.suspendUntil(0)).isEqualTo(ControlResult.GONE);
            assertThat(map.setPeriod(MS)).isEqualTo(ControlResult.GONE);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.GONE);
        }
    }

    @Test
    @DisplayName("promise 8: a last task runs once, outside the counts, with isLast() true only there")
    void lastTaskIsOutsideTheCounts() {
        AtomicInteger lastInBody = new AtomicInteger();
        ConcurrentLinkedQueue<String> last = new ConcurrentLinkedQueue<>();
        try (TickScheduler scheduler = pool(2).start()) {
            TickRegistration map = scheduler.register(
                    "map",
                    TickOptions.every(MS)
                            .lastTask(t -> last.add(t.isLast() + " after " + t.number() + ", owner "
                                    + t.registration().isOwnerThread() + ", late " + (t.latenessNanos() < 0))),
                    t -> {
                        if (t.isLast()) {
                            lastInBody.incrementAndGet();
                        }
                    });
            eventually("5 ticks", () -> map.stats().ticksEnded() >= 5);
            map.unregister().join();

            TickStats stats = map.stats();
            assertThat(last).containsExactly("true after " + stats.ticks() + ", owner true, late false");
            assertThat(lastInBody).hasValue(0);
            assertThat(map.isOwnerThread()).isFalse();
            assertThat(addsUp(stats)).isTrue();
            assertThat(scheduler.stats().lastTasks()).isEqualTo(1);
            assertThat(scheduler.stats().ticks()).isEqualTo(stats.ticks());
        }
    }

    @Test
    @DisplayName("B22: the future waits for the tick in flight, and the last task comes once, after it")
    void unregisterDuringATick() {
        try (TickScheduler scheduler = pool(2).start()) {
            HeldTick held = new HeldTick();
            AtomicInteger ticksEnded = new AtomicInteger();
            AtomicReference<String> order = new AtomicReference<>("");
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), t -> {
                held.tick(t);
                order.updateAndGet(s -> s + "tick ");
                ticksEnded.incrementAndGet();
            });
            await20s(held.entered);
            CompletableFuture<Void> gone = map.unregister(t -> order.updateAndGet(s -> s + "last "));

            assertThat(gone).isNotDone();
            assertThat(map.state()).isEqualTo(TickState.RUNNING);
            held.released.countDown();
            gone.join();
            assertThat(order).hasValue("tick last ");
            assertThat(ticksEnded).hasValue(1);
        }
    }

    @Test
    @DisplayName("B22: a map that waits its turn leaves at once, without a thread; with a last task it runs that first")
    void unregisterWhileWaitingForABusyPool() {
        try (TickScheduler scheduler = pool(1).start()) {
            HeldTick held = new HeldTick();
            TickRegistration blocker = scheduler.register("blocker", TickOptions.every(MS), held);
            await20s(held.entered);
            AtomicInteger ticks = new AtomicInteger();
            AtomicInteger lasts = new AtomicInteger();
            TickRegistration plain = scheduler.register("plain", TickOptions.every(MS), t -> ticks.incrementAndGet());
            TickRegistration withLast = scheduler.register("last", TickOptions.every(MS), t -> ticks.incrementAndGet());
            eventually("both due", () -> scheduler.stats().overdue() == 2);

            assertThat(plain.unregister()).isDone();
            assertThat(scheduler.find("plain")).isEmpty();
            CompletableFuture<Void> gone = withLast.unregister(t -> lasts.incrementAndGet());
            assertThat(gone).isNotDone();
            assertThat(withLast.state()).isEqualTo(TickState.LAST_WAITING);
            assertThat(scheduler.stats().stopping()).isEqualTo(1);

            held.released.countDown();
            gone.join();
            assertThat(ticks).hasValue(0);
            assertThat(lasts).hasValue(1);
            assertThat(blocker.state()).isNotEqualTo(TickState.STOPPED);
        }
    }

    @Test
    @DisplayName("promise 15: a name is taken until the future is done, then free with nothing left of the first")
    void names() {
        try (TickScheduler scheduler = pool(1).start()) {
            HeldTick held = new HeldTick();
            TickRegistration first = scheduler.register("house", TickOptions.every(MS), held);
            await20s(held.entered);
            CompletableFuture<Void> gone = first.unregister();

            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> scheduler.register("house", TickOptions.every(MS), t -> {}))
                    .withMessageContaining("name taken")
                    .withMessageContaining("\"house\"")
                    .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.NAME_TAKEN));
            assertThat(scheduler.find("house")).containsSame(first);
            CompletableFuture<TickRegistration> second = gone.thenApply(
                    v -> scheduler.register("house", TickOptions.every(HOUR).phase(Duration.ZERO), t -> {}));
            held.released.countDown();

            TickRegistration fresh = second.orTimeout(20, TimeUnit.SECONDS).join();
            assertThat(fresh.stats().ticks()).isZero();
            assertThat(fresh.stats().gridPointsConsumed()).isZero();
            assertThat(scheduler.find("house")).containsSame(fresh);
            assertThat(first.state()).isEqualTo(TickState.STOPPED);
            assertThat(scheduler.registrations()).containsExactly(fresh);
        }
    }

    @Test
    @DisplayName("listeners hear one departure before the next registration of the name")
    void listenersHearNamesInOrder() {
        ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        TickListener listener = new TickListener() {
            @Override
            public void onRegistered(TickRegistration registration) {
                heard.add("in");
            }

            @Override
            public void onUnregistered(TickRegistration registration) {
                heard.add("out");
            }
        };
        int rounds = 300;
        try (TickScheduler scheduler = pool(2).listener(listener).start()) {
            for (int i = 0; i < rounds; i++) {
                TickRegistration map = scheduler.register("house", TickOptions.every(MS), t -> {});
                (i % 2 == 0 ? map.unregister() : map.unregister(t -> {})).join();
            }
        }
        assertThat(heard).hasSize(2 * rounds);
        String before = "out";
        for (String now : heard) {
            assertThat(now).isNotEqualTo(before);
            before = now;
        }
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    @DisplayName("promise 14: suspend, resume and wake from outside; points passed count as suspended, the grid stays")
    void suspendAndResume(Placement placement) {
        try (TickScheduler scheduler = pool(1).dedicatedThreads(1).start()) {
            TickRegistration map =
                    scheduler.register("map", TickOptions.every(MS).placement(placement), t -> {});
            long origin = map.stats().firstDeadlineNanos();
            eventually("ticks", () -> map.stats().ticksEnded() >= 3);

            assertThat(map.wake()).isEqualTo(ControlResult.UNCHANGED);
            assertThat(map.suspend()).isEqualTo(ControlResult.APPLIED);
            assertThat(map.suspend()).isEqualTo(ControlResult.UNCHANGED);
            eventually("suspended", () -> map.state() == TickState.SUSPENDED);
            long ticks = map.stats().ticks();
            long until = scheduler.nanoTime() + 20_000_000;
            eventually("20 periods", () -> scheduler.nanoTime() - until > 0);
            assertThat(map.stats().ticks()).isEqualTo(ticks);
            assertThat(scheduler.stats().suspended()).isEqualTo(1);

            assertThat(map.wake()).isEqualTo(ControlResult.APPLIED);
            eventually("ticks on", () -> map.stats().ticks() > ticks);
            map.unregister().join();
            TickStats stats = map.stats();
            assertThat(stats.suspended()).isGreaterThanOrEqualTo(19);
            assertThat(scheduler.stats().suspendedPoints()).isEqualTo(stats.suspended());
            assertThat(addsUp(stats)).isTrue();
            assertThat(stats.firstDeadlineNanos()).isEqualTo(origin);
            assertThat((stats.lastDeadlineNanos() - origin) % stats.periodNanos())
                    .isZero();
        }
    }

    @Test
    @DisplayName("promise 14: suspendUntil resumes by itself, at the first grid point not before the time, never early")
    void suspendUntil() {
        try (TickScheduler scheduler = pool(1).start()) {
            AtomicLong nextDeadline = new AtomicLong();
            AtomicLong until = new AtomicLong();
            AtomicLong elapsed = new AtomicLong();
            AtomicLong deadline = new AtomicLong();
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), tick -> {
                if (tick.number() == 3) {
                    deadline.set(tick.deadlineNanos());
                    until.set(tick.deadlineNanos() + 30_500_000);
                    assertThat(tick.registration().suspendUntil(until.get())).isEqualTo(ControlResult.APPLIED);
                } else if (tick.number() == 4) {
                    nextDeadline.set(tick.deadlineNanos());
                    elapsed.set(tick.periodsElapsed());
                }
            });
            eventually("5 ticks", () -> map.stats().ticksEnded() >= 5);
            map.unregister().join();

            assertThat(nextDeadline.get() - until.get()).isPositive();
            assertThat((nextDeadline.get() - until.get()) % 1_000_000)
                    .as("on the grid")
                    .isEqualTo(500_000);
            assertThat(elapsed).hasValue((nextDeadline.get() - deadline.get()) / 1_000_000);
            assertThat(map.stats().suspended() + map.stats().skipped()).isGreaterThanOrEqualTo(30);
            assertThat(map.stats().faults()).isZero();
            assertThat(addsUp(map.stats())).isTrue();
        }
    }

    @Test
    @DisplayName("requests made inside a tick take hold at its end: suspend then resume, suspend alone, a new period")
    void requestsInsideATick() {
        try (TickScheduler scheduler = pool(1).start()) {
            AtomicReference<TickState> inside = new AtomicReference<>();
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), tick -> {
                TickRegistration self = tick.registration();
                if (tick.number() == 1) {
                    assertThat(self.suspend()).isEqualTo(ControlResult.APPLIED);
                    assertThat(self.suspend()).isEqualTo(ControlResult.UNCHANGED);
                    assertThat(self.resume()).isEqualTo(ControlResult.APPLIED);
                    assertThat(self.resume()).isEqualTo(ControlResult.UNCHANGED);
                } else if (tick.number() == 2) {
                    assertThat(self.setPeriod(Duration.ofMillis(2))).isEqualTo(ControlResult.APPLIED);
                    assertThat(self.setPeriod(Duration.ofMillis(2))).isEqualTo(ControlResult.UNCHANGED);
                    assertThat(tick.periodNanos()).isEqualTo(1_000_000);
                } else if (tick.number() == 5) {
                    assertThat(tick.periodNanos()).isEqualTo(2_000_000);
                    assertThat(self.suspend()).isEqualTo(ControlResult.APPLIED);
                    inside.set(self.state());
                }
            });
            eventually("suspended", () -> map.state() == TickState.SUSPENDED);

            assertThat(inside).hasValue(TickState.RUNNING);
            assertThat(map.stats().ticks()).isEqualTo(5);
            assertThat(map.stats().faults()).isZero();
            assertThat(addsUp(map.stats())).isTrue();
        }
    }

    @Test
    @DisplayName("promise 14: a new period starts at a point of the old grid; the counts go on")
    void setPeriodFromOutside() {
        try (TickScheduler scheduler = pool(1).start()) {
            TickRegistration map = scheduler.register("map", TickOptions.every(HOUR), t -> {});
            long origin = map.stats().firstDeadlineNanos();

            assertThat(map.setPeriod(HOUR)).isEqualTo(ControlResult.UNCHANGED);
            assertThat(map.setPeriod(Duration.ofMinutes(1))).isEqualTo(ControlResult.APPLIED);

            TickStats stats = map.stats();
            assertThat(stats.periodNanos()).isEqualTo(60_000_000_000L);
            assertThat(stats.firstDeadlineNanos()).isEqualTo(origin).isEqualTo(stats.nextDeadlineNanos());
            assertThat(addsUp(stats)).isTrue();
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> map.setPeriod(Duration.ZERO))
                    .withMessageContaining("period = PT0S, allowed: 1 ms..1 h");
            assertThat(map.stats().periodNanos()).isEqualTo(60_000_000_000L);
        }
    }

    @Test
    @DisplayName("promise 14: a move changes placement and thread, never the grid; in and out of ticks")
    void moves() {
        ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        TickListener listener = new TickListener() {
            @Override
            public void onMoved(TickRegistration registration, Placement from, Placement to) {
                heard.add(registration.name() + " " + from + ">" + to);
            }
        };
        try (TickScheduler scheduler =
                pool(1).dedicatedThreads(1).listener(listener).start()) {
            AtomicReference<MoveResult> result = new AtomicReference<>();
            AtomicReference<Placement> target = new AtomicReference<>();
            AtomicReference<String> thread = new AtomicReference<>("");
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), tick -> {
                thread.set(Thread.currentThread().getName());
                Placement to = target.getAndSet(null);
                if (to != null) {
                    result.set(tick.registration().moveTo(to));
                }
            });
            long origin = map.stats().firstDeadlineNanos();
            eventually("a tick in the pool", () -> thread.get().startsWith("maptick-pool"));

            assertThat(map.moveTo(Placement.POOL)).isEqualTo(MoveResult.ALREADY_THERE);
            target.set(Placement.DEDICATED);
            eventually("ticks on its own thread", () -> thread.get().startsWith("maptick-dedicated"));
            assertThat(result).hasValue(MoveResult.MOVED);
            assertThat(map.placement()).isEqualTo(Placement.DEDICATED);
            target.set(Placement.POOL);
            eventually("ticks in the pool again", () -> thread.get().startsWith("maptick-pool"));
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            eventually("ticks on its own thread again", () -> thread.get().startsWith("maptick-dedicated"));

            TickRegistration second = scheduler.register("second", TickOptions.every(MS), t -> {});
            assertThat(second.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.NO_FREE_THREAD);
            assertThat(second.requestedPlacement()).isEqualTo(Placement.DEDICATED);
            assertThat(second.placement()).isEqualTo(Placement.POOL);
            assertThat(scheduler.stats().dedicatedRefused()).isEqualTo(1);

            map.unregister().join();
            eventually("the slot is free", () -> second.moveTo(Placement.DEDICATED) == MoveResult.MOVED);
            assertThat(map.stats().firstDeadlineNanos()).isEqualTo(origin);
            assertThat(addsUp(map.stats())).isTrue();
            // Told on the thread of a move, which may come later than what this thread sees.
            eventually("three moves and the second map's", () -> heard.size() == 4);
            // Each map's own are in order; the second map's may be told anywhere among the first one's.
            assertThat(heard)
                    .filteredOn(h -> h.startsWith("map "))
                    .containsExactly("map POOL>DEDICATED", "map DEDICATED>POOL", "map POOL>DEDICATED");
            assertThat(heard).contains("second POOL>DEDICATED");
        }
    }

    @Test
    @DisplayName(
            "promise 14: listeners hear the moves of a map in their order, though another thread made the later one")
    void movesToldInOrder() throws InterruptedException {
        ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        CountDownLatch telling = new CountDownLatch(1);
        CountDownLatch movedAgain = new CountDownLatch(1);
        TickListener listener = new TickListener() {
            @Override
            public void onMoved(TickRegistration registration, Placement from, Placement to) {
                telling.countDown();
                await20s(movedAgain);
                heard.add(from + ">" + to);
            }
        };
        try (TickScheduler scheduler =
                pool(1).dedicatedThreads(1).listener(listener).start()) {
            TickRegistration map = scheduler.register("map", TickOptions.every(HOUR), tick -> {});
            Thread first = new Thread(() -> map.moveTo(Placement.DEDICATED), "first mover");
            first.start();
            await20s(telling);
            assertThat(map.moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            assertThat(heard).isEmpty();
            movedAgain.countDown();
            first.join(20_000);
            assertThat(heard).containsExactly("POOL>DEDICATED", "DEDICATED>POOL", "POOL>DEDICATED");
        }
    }

    /** Parks, and holds the one of its signals that a test waits for. */
    private record HeldSignal(DeadlineWaiter waiter, Predicate<Thread> held, HeldTick hold) implements DeadlineWaiter {
        @Override
        public void prepare() {
            waiter.prepare();
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            waiter.awaitUntil(deadlineNanos);
        }

        @Override
        public void awaitSignal() {
            waiter.awaitSignal();
        }

        @Override
        public void signal() {
            if (held.test(Thread.currentThread())) {
                hold.tick(null);
            }
            waiter.signal();
        }
    }

    @Test
    @DisplayName(
            "promise 14: once a map is seen in the pool its dedicated thread is free, though that thread is held up")
    void aMapInThePoolHasGivenItsSlotBack() {
        HeldTick hold = new HeldTick();
        SchedulerSeam seam = CoreFixture.SEAM.withWaiters(() -> new HeldSignal(
                new ParkingWaiter(NanoClock.SYSTEM), t -> t.getName().startsWith("maptick-dedicated"), hold));
        try (TickScheduler scheduler = pool(1).dedicatedThreads(1).seam(seam).start()) {
            TickOptions options = TickOptions.every(MS).placement(Placement.DEDICATED);
            TickRegistration map = scheduler.register(
                    "map", options, tick -> tick.registration().moveTo(Placement.POOL));
            // The thread has made the move and is on its way to wake the pool's worker.
            await20s(hold.entered);

            assertThat(map.placement()).isEqualTo(Placement.POOL);
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
            hold.released.countDown();
        } finally {
            hold.released.countDown();
        }
    }

    @Test
    @DisplayName("a move asked for inside a tick can be taken back before its end, and gives its slot back")
    void moveTakenBack() {
        try (TickScheduler scheduler = pool(1).dedicatedThreads(1).start()) {
            CountDownLatch asked = new CountDownLatch(1);
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), tick -> {
                if (tick.number() == 1) {
                    TickRegistration self = tick.registration();
                    assertThat(self.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
                    assertThat(self.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.ALREADY_THERE);
                    assertThat(self.moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
                    assertThat(self.moveTo(Placement.POOL)).isEqualTo(MoveResult.ALREADY_THERE);
                    asked.countDown();
                }
            });
            await20s(asked);
            eventually("ticks on", () -> map.stats().ticksEnded() >= 3);

            assertThat(map.stats().faults()).isZero();
            assertThat(map.placement()).isEqualTo(Placement.POOL);
            assertThat(scheduler.stats().dedicatedThreads()).isZero();
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
        }
    }

    @Test
    @DisplayName("statistics can be read while everything ticks, and every snapshot adds up")
    void statsWhileTicking() throws Exception {
        try (TickScheduler scheduler = pool(2).start()) {
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                maps.add(scheduler.register("map-" + i, TickOptions.every(MS), t -> {}));
            }
            AtomicBoolean stop = new AtomicBoolean();
            AtomicReference<String> wrong = new AtomicReference<>();
            AtomicLong read = new AtomicLong();
            Thread reader = new Thread(() -> {
                long ticksBefore = 0;
                while (!stop.get()) {
                    for (TickRegistration map : maps) {
                        TickStats stats = map.stats();
                        long open = stats.ticks() - stats.ticksEnded();
                        if (!addsUp(stats) || open < 0 || open > 1 || stats.faults() > stats.ticks()) {
                            wrong.set(stats.toString());
                        }
                        read.incrementAndGet();
                    }
                    SchedulerStats all = scheduler.stats();
                    if (all.ticks() < ticksBefore || all.registered() > maps.size()) {
                        wrong.set(all.toString());
                    }
                    ticksBefore = all.ticks();
                }
            });
            reader.start();
            eventually(
                    "60 ticks each and 2,000 snapshots",
                    () -> read.get() > 2_000
                            && maps.stream().allMatch(m -> m.stats().ticksEnded() >= 60));
            stop.set(true);
            reader.join();
            maps.forEach(m -> m.unregister().join());

            assertThat(wrong).hasValue(null);
            SchedulerStats all = scheduler.stats();
            assertThat(all.ticks())
                    .isEqualTo(maps.stream().mapToLong(m -> m.stats().ticks()).sum());
            assertThat(all.skipped())
                    .isEqualTo(maps.stream().mapToLong(m -> m.stats().skipped()).sum());
            assertThat(all.registered()).isZero();
        }
    }

    @Test
    @DisplayName("R6: the number of pool threads is the configured one, whatever the maps do")
    void poolThreadsStay() {
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(3).start()) {
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                maps.add(scheduler.register("map-" + i, TickOptions.every(MS), tick -> {
                    if (tick.number() % 2 == 0) {
                        throw new OutOfMemoryError("thrown");
                    }
                    Thread.currentThread().interrupt();
                }));
            }
            for (int ticks = 10; ticks <= 50; ticks += 10) {
                int most = ticks;
                eventually(
                        ticks + " ticks each",
                        () -> maps.stream().allMatch(m -> m.stats().ticksEnded() >= most));
                assertThat(scheduler.stats().poolThreads()).isEqualTo(3);
                assertThat(CoreFixture.workerThreads(Placement.POOL))
                        .containsExactly("maptick-pool-0", "maptick-pool-1", "maptick-pool-2");
            }
            assertThat(log.events(Level.ERROR)).isNotEmpty();
        }
    }

    @Test
    @DisplayName("a map may register, find and unregister other maps inside its tick")
    void ticksUseTheScheduler() {
        try (TickScheduler scheduler = pool(2).start()) {
            AtomicInteger born = new AtomicInteger();
            TickRegistration parent = scheduler.register("parent", TickOptions.every(MS), tick -> {
                String child = "child-" + tick.number();
                scheduler.register(child, TickOptions.every(MS), t -> born.incrementAndGet());
                scheduler.find("child-" + (tick.number() - 5)).ifPresent(TickSchedulerTest::leave);
            });
            eventually("30 generations", () -> parent.stats().ticksEnded() >= 30 && born.get() >= 30);
            parent.unregister().join();

            assertThat(parent.stats().faults()).isZero();
            assertThat(scheduler.stats().registered()).isLessThanOrEqualTo(7);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it leaves when it leaves
    private static void leave(TickRegistration registration) {
        registration.unregister();
    }

    @Test
    @DisplayName("a stagger that throws or goes out of range is told to the caller and costs no dedicated slot")
    void staggerThatFails() {
        AtomicReference<Long> phase = new AtomicReference<>();
        TickOptions options = TickOptions.every(MS).placement(Placement.DEDICATED);
        try (TickScheduler scheduler = pool(1).dedicatedThreads(1)
                .seam(CoreFixture.SEAM.withStagger((period, cost) -> phase.get()))
                .start()) {
            for (Long bad : new Long[] {null, -1L, 1_000_000L}) {
                phase.set(bad);
                assertThatExceptionOfType(RuntimeException.class)
                        .isThrownBy(() -> scheduler.register("map", options, t -> {}));
                assertThat(scheduler.stats().dedicatedThreads()).isZero();
            }
            phase.set(0L);
            TickRegistration map = scheduler.register("map", options, t -> {});
            assertThat(map.placement()).isEqualTo(Placement.DEDICATED);
            eventually("ticks", () -> map.stats().ticksEnded() > 0);
        }
    }

    @Test
    void aSchedulerThatIsNotStartedRefuses() {
        TickScheduler scheduler = pool(1).build();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> scheduler.register("map", TickOptions.every(MS), t -> {}))
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.NOT_STARTED));
        assertThat(scheduler.stats().refused()).isEqualTo(1);
        assertThat(scheduler.shutdown(Duration.ZERO).isClean()).isTrue();
    }

    @Test
    void ownerThread() {
        try (TickScheduler scheduler = pool(1).start()) {
            AtomicReference<Boolean> inside = new AtomicReference<>();
            TickRegistration map = scheduler.register(
                    "map",
                    TickOptions.every(MS),
                    t -> inside.set(t.registration().isOwnerThread()));
            eventually("a tick", () -> inside.get() != null);

            assertThat(inside).hasValue(true);
            assertThat(map.isOwnerThread()).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> kept(scheduler).number());
        }
    }

    private static Tick kept(TickScheduler scheduler) {
        AtomicReference<Tick> tick = new AtomicReference<>();
        TickRegistration map = scheduler.register("kept", TickOptions.every(HOUR), t -> {});
        map.unregister(tick::set).join();
        return tick.get();
    }
}
