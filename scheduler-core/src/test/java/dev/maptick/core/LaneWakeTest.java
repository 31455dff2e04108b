package dev.maptick.core;

import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.LaneWorld.Actor;
import dev.maptick.core.LaneWorld.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Leader and followers, step by step: that no wake-up is lost and nobody wakes for nothing. First the four moments at which
 * such schemes lose one, written down; then many interleavings drawn from seeds, with the invariants of {@link Lane} looked
 * at after every step; then real threads on the real clock.
 *
 * <p>Would catch: a newcomer that signals nobody though the leader sleeps beyond it, a leader that takes a tick and leaves
 * the next deadline unwatched, a worker that goes idle beside a queue nobody watches, a put-back that falls between two
 * workers, and a signal sent to a worker that no longer watches while the one that does sleeps on.
 */
@Timeout(60)
class LaneWakeTest {
    private static final long SEED = 257;
    private static final Duration P10 = Duration.ofMillis(10);

    /** Its deadlines fall between slots, so that it leaves the queue for its turn. */
    private static final Duration JUST_OVER_P10 = Duration.ofNanos(10_000_100);

    @AfterEach
    void nothingIsLeft() {
        noThreadRemains();
    }

    /** A world whose workers have all gone to wait, the first one last on the stack. */
    private static LaneWorld world(int threads) {
        LaneWorld world = new LaneWorld(threads, Long.MAX_VALUE - 15_000_000L);
        for (int i = threads - 1; i >= 0; i--) {
            world.step(world.workers.get(i));
        }
        world.outside.forEach(world::step);
        world.check("at the start");
        return world;
    }

    @Test
    @DisplayName("a worker that waits names no map that it has run, so one that leaves meanwhile is not kept")
    void waitsWithoutAMap() {
        try (LaneWorld world = world(1)) {
            Actor worker = world.workers.get(0);
            world.whole(() -> world.registerFar("far", 20));
            world.step(worker);
            world.advanceToMs(20);
            world.step(worker);
            assertThat(worker.point).isEqualTo(Point.TICK);
            assertThat(world.crew().remembers()).isTrue();

            world.step(worker);

            assertThat(worker.point).isEqualTo(Point.WAIT);
            assertThat(world.crew().remembers()).isFalse();
        }
    }

    @Test
    @DisplayName("(i) a newcomer earlier than the leader's deadline, between the leader's decision and its wait")
    void newcomerBetweenDecisionAndWait() {
        try (LaneWorld world = world(1)) {
            Actor leader = world.workers.get(0);
            world.whole(() -> world.registerFar("far", 100));
            world.step(leader);
            assertThat(leader.waitsUntilMs()).isEqualTo(100);

            Actor outside = world.outside.get(0);
            world.begin(outside, () -> world.registerFar("near", 20));
            world.check("after the newcomer is queued and before its signal");
            assertThat(outside.point).isEqualTo(Point.SIGNAL);
            assertThat(outside.target).isSameAs(leader);
            assertThat(leader.isEnabled()).isFalse();
            world.step(outside);
            assertThat(leader.isEnabled())
                    .as("the wait it is about to begin ends at once")
                    .isTrue();
            world.step(leader);

            assertThat(leader.waitsUntilMs()).isEqualTo(20);
            world.advanceToMs(20);
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.TICK);
            world.step(leader);
            assertThat(leader.waitsUntilMs()).isEqualTo(100);
        }
    }

    @Test
    @DisplayName("a newcomer that is not earlier wakes nobody")
    void laterNewcomerWakesNobody() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.registerFar("first", 20));
            world.step(world.leader());
            int before = world.outside.get(0).signalsSent;

            world.whole(() -> world.registerFar("later", 30));
            world.whole(() -> world.registerFar("equal", 20));

            assertThat(world.outside.get(0).signalsSent).isEqualTo(before);
            world.check("later newcomers");
        }
    }

    @Test
    @DisplayName("two newcomers, each earlier: the second finds the leader already called and need not call again")
    void twoNewcomers() {
        try (LaneWorld world = world(1)) {
            Actor leader = world.workers.get(0);
            world.whole(() -> world.registerFar("far", 100));
            world.step(leader);
            Actor first = world.outside.get(0);
            Actor second = world.outside.get(1);

            world.begin(first, () -> world.registerFar("near", 30));
            assertThat(first.point).isEqualTo(Point.SIGNAL);
            world.begin(second, () -> world.registerFar("nearer", 20));
            assertThat(second.point).as("the leader is called already").isEqualTo(Point.RESTS);
            world.check("the only signal is still on its way");
            world.step(first);
            world.step(leader);

            assertThat(leader.waitsUntilMs()).isEqualTo(20);
        }
    }

    @Test
    @DisplayName("(ii) the head is removed: nobody wakes, and the leader looks again at the deadline it had")
    void headRemoved() {
        try (LaneWorld world = world(2)) {
            TickRegistration[] maps = new TickRegistration[2];
            world.whole(() -> maps[0] = world.registerFar("head", 10));
            Actor leader = world.leader();
            world.step(leader);
            world.whole(() -> maps[1] = world.registerFar("next", 20));
            int before = world.outside.get(0).signalsSent;

            world.whole(() -> LaneWorld.leave(maps[0]));
            world.check("the head is gone");
            assertThat(world.outside.get(0).signalsSent).isEqualTo(before);
            assertThat(leader.waitsUntilMs()).isEqualTo(10);
            world.advanceToMs(10);
            world.step(leader);
            assertThat(leader.waitsUntilMs()).isEqualTo(20);
            assertThat(world.leader()).isSameAs(leader);

            world.whole(() -> LaneWorld.leave(maps[1]));
            world.advanceToMs(20);
            world.step(leader);
            assertThat(leader.waitsUntilMs()).as("nothing left to watch").isEqualTo(-1);
            assertThat(world.leader()).isNull();

            world.whole(() -> world.registerFar("fresh", 40));
            assertThat(world.leader()).isNotNull();
            world.step(world.leader());
            assertThat(world.leader().waitsUntilMs()).isEqualTo(40);
        }
    }

    @Test
    @DisplayName(
            "(iii) a leader that takes ticks and leaves nobody watching calls one; what it holds is shared with that one")
    void successor() {
        try (LaneWorld world = world(3)) {
            world.whole(() -> world.registerFar("a", 10));
            Actor first = world.leader();
            world.step(first);
            world.whole(() -> world.registerFar("b", 10));
            world.whole(() -> world.registerFar("c", 30));
            world.advanceToMs(10);

            world.step(first);
            assertThat(first.point).isEqualTo(Point.SIGNAL);
            Actor second = first.target;
            assertThat(world.leader()).isSameAs(second);
            world.check("the second is named and not called yet");
            world.step(first);
            assertThat(first.point).isEqualTo(Point.TICK);

            world.step(second);
            assertThat(second.point).isEqualTo(Point.SIGNAL);
            Actor third = second.target;
            world.step(second);
            assertThat(second.point).as("b runs beside a, which held it").isEqualTo(Point.TICK);
            world.step(third);
            assertThat(third.waitsUntilMs()).isEqualTo(30);
            assertThat(world.leader()).isSameAs(third);
            assertThat(List.of(first, second, third)).doesNotHaveDuplicates();

            world.step(first);
            assertThat(first.waitsUntilMs())
                    .as("back from its tick, deputy for the due time after c's")
                    .isEqualTo(Duration.ofHours(1).toMillis() + 10);
            assertThat(first.signalsSent + second.signalsSent + third.signalsSent)
                    .isEqualTo(2);
        }
    }

    @Test
    @DisplayName("two workers take turns at due times, and nobody calls anybody")
    void turns() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.register("a", P10, 3));
            world.whole(() -> world.register("b", P10, 8));
            List<Actor> workers = world.workers;
            Actor first = world.leader();
            Actor second = workers.get(0) == first ? workers.get(1) : workers.get(0);
            world.step(first);
            world.advanceToMs(3);
            world.step(first);
            world.step(first);
            world.step(second);
            world.step(first);
            assertThat(second.waitsUntilMs()).isEqualTo(8);
            assertThat(first.waitsUntilMs()).isEqualTo(13);
            int before = first.signalsSent + second.signalsSent;

            for (int ms = 8; ms < 100; ms += 10) {
                world.advanceToMs(ms);
                assertThat(first.isEnabled()).isFalse();
                world.step(second);
                assertThat(second.point).isEqualTo(Point.TICK);
                assertThat(world.leader()).as("without being called").isSameAs(first);
                world.step(second);
                assertThat(second.waitsUntilMs()).isEqualTo(ms + 10);
                world.advanceToMs(ms + 5);
                world.step(first);
                assertThat(first.point).isEqualTo(Point.TICK);
                world.step(first);
                assertThat(first.waitsUntilMs()).isEqualTo(ms + 15);
            }
            assertThat(first.signalsSent + second.signalsSent).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("a tick that does not come back holds nobody up: the deputy is up in time and takes what is held")
    void aStuckTickIsRelieved() {
        try (LaneWorld world = world(2)) {
            for (String name : List.of("stuck", "behind", "behind too")) {
                world.whole(() -> world.register(name, P10, 5));
            }
            Actor first = world.leader();
            Actor second = world.workers.get(0) == first ? world.workers.get(1) : world.workers.get(0);
            world.step(first);
            world.advanceToMs(5);
            while (!world.inTicks().isEmpty() || !world.enabled().isEmpty()) {
                List<Actor> enabled = world.enabled();
                world.step(enabled.isEmpty() ? world.inTicks().get(0) : enabled.get(0));
            }
            Actor leader = world.leader();
            Actor deputy = leader == first ? second : first;
            assertThat(deputy.waitsUntilMs()).isEqualTo(16);

            world.advanceToMs(15);
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.TICK);
            world.advanceToMs(16);
            world.step(deputy);
            assertThat(deputy.point).isEqualTo(Point.TICK);
            assertThat(world.crew().peek().dueNs)
                    .as("one of three is held still")
                    .isEqualTo(world.crew().peek().stats().nextDeadlineNanos());
            while (deputy.point == Point.TICK) {
                world.step(deputy);
            }
            assertThat(leader.point).isEqualTo(Point.TICK);
            assertThat(deputy.waitsUntilMs())
                    .as("all that the stuck one held has run")
                    .isEqualTo(25);
            world.check("one is stuck");
        }
    }

    @Test
    @DisplayName("with nothing else queued no successor is called, and whoever ends the tick watches again")
    void noSuccessorWithoutNeed() {
        try (LaneWorld world = world(3)) {
            world.whole(() -> world.register("only", P10, 5));
            Actor leader = world.leader();
            world.step(leader);
            for (int ms = 5; ms <= 45; ms += 10) {
                world.advanceToMs(ms);
                world.step(leader);
                assertThat(leader.point).isEqualTo(Point.TICK);
                assertThat(world.leader()).isNull();
                world.step(leader);
                assertThat(leader.waitsUntilMs()).isEqualTo(ms + 10);
                assertThat(world.leader()).isSameAs(leader);
            }
            assertThat(leader.signalsSent).isZero();
        }
    }

    @Test
    @DisplayName(
            "(iv) a worker back from its tick with the new head takes the watch over; the old leader sleeps on, and is leader next")
    void takeOver() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.register("often", JUST_OVER_P10, 5));
            Actor first = world.leader();
            world.step(first);
            world.whole(() -> world.registerFar("far", 100));
            world.advanceToMs(5);
            world.step(first);
            Actor second = first.target;
            world.step(first);
            world.step(second);
            assertThat(second.waitsUntilMs()).isEqualTo(100);
            assertThat(world.leader()).isSameAs(second);

            world.step(first);
            assertThat(first.waitsUntilMs()).isEqualTo(15);
            assertThat(world.leader()).isSameAs(first);
            assertThat(second.isEnabled()).as("not disturbed").isFalse();
            world.check("taken over");

            world.advanceToMs(16);
            world.step(first);
            assertThat(first.point).as("nobody need be called").isEqualTo(Point.TICK);
            assertThat(world.leader()).isSameAs(second);
            assertThat(second.waitsUntilMs()).isEqualTo(100);
        }
    }

    @Test
    @DisplayName("a worker back from its tick does not take over from a leader that has been called and is on its way")
    void noTakeOverFromALeaderOnItsWay() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.register("often", JUST_OVER_P10, 5));
            Actor first = world.leader();
            world.step(first);
            world.whole(() -> world.registerFar("far", 100));
            world.advanceToMs(5);
            world.step(first);
            Actor second = first.target;
            world.step(first);
            world.step(second);

            Actor outside = world.outside.get(0);
            world.begin(outside, () -> world.registerFar("newcomer", 50));
            assertThat(outside.target).isSameAs(second);
            world.step(first);
            world.check("the leader is called, its call is held up, and an earlier head is put back");
            assertThat(first.waitsUntilMs()).as("deputy").isEqualTo(50);
            world.step(outside);
            world.step(second);
            assertThat(second.waitsUntilMs()).isEqualTo(15);
        }
    }

    @Test
    @DisplayName("a call that comes late, after the leader woke by itself and took the tick, does no harm")
    void lateCall() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.registerFar("a", 10));
            Actor leader = world.leader();
            world.step(leader);
            Actor outside = world.outside.get(0);
            world.begin(outside, () -> world.registerFar("b", 5));
            assertThat(outside.target).isSameAs(leader);
            world.advanceToMs(10);

            world.step(leader);
            Actor successor = leader.target;
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.TICK);
            world.step(outside);
            world.step(successor);
            assertThat(successor.point).as("a is due too").isEqualTo(Point.TICK);
            world.step(leader);
            world.step(successor);
            for (Actor late = late(world); late != null; late = late(world)) {
                world.step(late);
            }
            world.check("after a late call");
            world.checkQuiet("after a late call");
        }
    }

    @Test
    @DisplayName(
            "the leader is told to leave between its decision and its wait: it goes, and one that is idle leads on")
    void theLeaderLeaves() {
        try (LaneWorld world = world(3)) {
            world.whole(() -> world.registerFar("far", 100));
            Actor leader = world.leader();
            world.step(leader);
            Actor outside = world.outside.get(0);

            world.begin(outside, () -> assertThat(world.retire(leader)).isTrue());
            assertThat(outside.point).isEqualTo(Point.SIGNAL);
            assertThat(leader.isEnabled()).isFalse();
            world.check("it is told, and not called yet");
            world.step(outside);
            world.step(leader);
            assertThat(leader.point).as("calls whoever is to look in its place").isEqualTo(Point.SIGNAL);
            Actor next = leader.target;
            assertThat(world.leader()).isSameAs(next);
            world.check("it has left its post");
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.ENDED);
            world.step(next);
            assertThat(next.waitsUntilMs()).isEqualTo(100);
            world.check("the next one leads");
            assertThat(world.scheduler.stats().poolThreads()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "the leader is called for a newcomer and told to leave before it wakes: the newcomer is not left to nobody")
    void aLeaderLeavesThatWasCalled() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.registerFar("far", 100));
            Actor leader = world.leader();
            Actor other = world.workers.get(0) == leader ? world.workers.get(1) : world.workers.get(0);
            world.step(leader);
            Actor first = world.outside.get(0);
            Actor second = world.outside.get(1);
            world.begin(first, () -> world.registerFar("near", 20));
            assertThat(first.target).isSameAs(leader);
            world.begin(second, () -> assertThat(world.retire(leader)).isTrue());
            world.step(second);
            world.step(leader);
            assertThat(leader.target).isSameAs(other);
            world.check("the one that was called has handed it on");
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.ENDED);
            world.step(first);
            world.step(other);
            assertThat(other.waitsUntilMs()).isEqualTo(20);
        }
    }

    @Test
    @DisplayName("a deputy and an idle one leave: the leader is not disturbed, and is led on by what is left")
    void othersLeave() {
        try (LaneWorld world = world(3)) {
            world.whole(() -> world.register("a", P10, 3));
            world.whole(() -> world.register("b", P10, 8));
            Actor leader = world.leader();
            world.step(leader);
            for (Actor other : world.workers) {
                if (other != leader) {
                    world.whole(() -> assertThat(world.retire(other)).isTrue());
                    world.step(other);
                    assertThat(other.point).isEqualTo(Point.ENDED);
                    world.check("one less");
                }
            }
            assertThat(leader.isEnabled()).isFalse();
            for (int ms = 3; ms < 60; ms += 5) {
                world.advanceToMs(ms);
                world.step(leader);
                assertThat(leader.point).isEqualTo(Point.TICK);
                world.step(leader);
                assertThat(leader.waitsUntilMs()).isEqualTo(ms + 5);
            }
        }
    }

    @Test
    @DisplayName("one told to leave in its tick ends after it, and calls one for what is due next")
    void leavesAfterItsTick() {
        try (LaneWorld world = world(2)) {
            world.whole(() -> world.register("a", P10, 3));
            Actor leader = world.leader();
            world.step(leader);
            world.advanceToMs(3);
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.TICK);
            world.whole(() -> assertThat(world.retire(leader)).isTrue());
            world.check("told in its tick");
            world.step(leader);
            Actor next = leader.target;
            world.step(leader);
            assertThat(leader.point).isEqualTo(Point.ENDED);
            world.step(next);
            assertThat(next.waitsUntilMs()).isEqualTo(13);
        }
    }

    private static Actor late(LaneWorld world) {
        List<Actor> enabled = world.enabled();
        return enabled.isEmpty() ? null : enabled.get(0);
    }

    @Test
    @DisplayName(
            "in every interleaving drawn, after every step, both invariants hold; with nobody on the way nothing due waits. Workers leave")
    void interleavings() {
        for (int run = 0; run < 400; run++) {
            explore(SEED + run, 3, 1);
        }
    }

    @Test
    @DisplayName("the same with several lanes, in which each worker takes from all")
    void interleavingsOfLanes() {
        for (int run = 0; run < 200; run++) {
            explore(SEED + run, 5, 2 + run % 3);
        }
    }

    @Test
    @DisplayName("the same where each worker that waits for a time takes a tick ahead")
    void interleavingsAhead() {
        for (int run = 0; run < 600; run++) {
            explore(SEED + run, 4, 1 + run % 3, true);
        }
    }

    private static void explore(long seed, int mostThreads, int lanes) {
        explore(seed, mostThreads, lanes, false);
    }

    private static void explore(long seed, int mostThreads, int lanes, boolean near) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> trail = new ArrayList<>();
        int threads = 1 + random.nextInt(mostThreads);
        try (LaneWorld world = new LaneWorld(
                threads, lanes, random.nextBoolean() ? -20_000_000L : Long.MAX_VALUE - 20_000_000L, near)) {
            world.outside.forEach(world::step);
            List<TickRegistration> maps = new ArrayList<>();
            int names = 0;
            int leaves = 0;
            for (int step = 0; step < 120; step++) {
                String did;
                List<Actor> enabled = world.enabled();
                List<Actor> inTicks = world.inTicks();
                int roll = random.nextInt(100);
                if (!enabled.isEmpty() && roll < 60) {
                    Actor actor = enabled.get(random.nextInt(enabled.size()));
                    did = "step " + actor;
                    world.step(actor);
                } else if (roll < 72 && !inTicks.isEmpty()) {
                    Actor actor = inTicks.get(random.nextInt(inTicks.size()));
                    did = "end the tick of " + actor;
                    world.step(actor);
                } else if (roll < 80) {
                    world.advanceToMs(world.nowMs() + random.nextInt(8));
                    did = "time " + world.nowMs();
                } else if (roll < 82) {
                    Actor actor = world.workers.get(random.nextInt(threads));
                    did = "spurious " + actor;
                    if (actor.point == Point.WAIT) {
                        world.stepSpuriously(actor);
                    }
                } else {
                    Actor outside = world.outside.get(random.nextInt(2));
                    if (outside.point != Point.RESTS) {
                        continue;
                    }
                    String name = "m" + names++;
                    long due = world.nowMs() + random.nextInt(12);
                    Duration period = Duration.ofMillis(1 + random.nextInt(20));
                    int act = random.nextInt(maps.size() < 3 ? 1 : leaves < threads - 1 ? 6 : 5);
                    leaves += act == 5 ? 1 : 0;
                    Actor leaver = world.workers.get(random.nextInt(threads));
                    TickRegistration map = maps.isEmpty() ? null : maps.get(random.nextInt(maps.size()));
                    did = outside + " act " + act + " " + name + " due " + due;
                    world.begin(outside, () -> {
                        switch (act) {
                            case 0 -> maps.add(world.register(name, period, due));
                            case 1 -> LaneWorld.leave(map);
                            case 2 -> map.suspend();
                            case 3 -> map.resume();
                            case 5 -> world.retire(leaver);
                            default -> map.setPeriod(period);
                        }
                    });
                }
                trail.add(did);
                String when = "seed " + seed + ", after " + LaneWorld.trail(trail);
                world.check(when);
                if (world.enabled().isEmpty()) {
                    world.checkQuiet(when);
                }
            }
            int left = 0;
            for (Actor next = late(world); next != null && left++ < 1_000; next = late(world)) {
                world.step(next);
                world.check("seed " + seed + ", running out");
            }
            world.checkQuiet("seed " + seed + ", at the end");
        }
    }

    @Test
    @DisplayName("real threads, real clock: maps come, go and move for a while; the invariants do not stay broken")
    void stress() throws Exception {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        DefaultTickScheduler scheduler = (DefaultTickScheduler) pool(3).start();
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            String prefix = "t" + i + "-";
            threads.add(new Thread(() -> {
                List<TickRegistration> open = new ArrayList<>();
                for (int n = 0; !stop.get(); n++) {
                    if (open.size() < 20) {
                        open.add(scheduler.register(prefix + n, TickOptions.every(MS), t -> {}));
                    }
                    TickRegistration map = open.get(random.nextInt(open.size()));
                    switch (random.nextInt(4)) {
                        case 0 -> map.suspend();
                        case 1 -> map.resume();
                        case 2 -> map.setPeriod(Duration.ofMillis(1 + random.nextInt(5)));
                        default -> {
                            open.remove(map);
                            map.unregister().join();
                        }
                    }
                }
                open.forEach(m -> m.unregister().join());
            }));
        }
        threads.add(new Thread(() -> {
            while (!stop.get()) {
                // Between a worker's claim and its question who looks at the rest they may not hold for a moment.
                for (int tries = 0; !scheduler.pool().isValid(); tries++) {
                    if (tries == 1_000_000) {
                        wrong.add("broken");
                        return;
                    }
                }
            }
        }));
        threads.forEach(Thread::start);
        try {
            eventually("many ticks", () -> scheduler.stats().ticks() > 5_000);
            // Sparse traffic: a lost wake-up has nothing to be mended by.
            for (int round = 0; round < 200; round++) {
                CountDownLatch ticked = new CountDownLatch(1);
                TickRegistration map = scheduler.register("sparse", TickOptions.every(MS), t -> ticked.countDown());
                CoreFixture.await20s(ticked);
                map.unregister().join();
                if (round == 20) {
                    stop.set(true);
                }
            }
        } finally {
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            scheduler.close();
        }
        assertThat(wrong).isEmpty();
    }
}
