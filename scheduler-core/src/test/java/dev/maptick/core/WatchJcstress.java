package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Who waits against what waits: the two sides of {@link Watch}, which have no lock in common. Each test ends with the same
 * question: whether somebody who waits looks early enough, or was called. The real claim of a real crew of two workers and two
 * lanes, whose waiters note how they would wait. {@link JcstressTest} runs them.
 */
final class WatchJcstress {
    private static final long DUE_NS = 5_000_000;
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final TickOptions OPTIONS = TickOptions.every(PERIOD);
    private static final TickKind KIND = new TickKind("", 0, MissPolicy.SKIP, FaultPolicy.count(), null);

    private WatchJcstress() {}

    /** Ends a claim where the worker would wait. */
    private static final class WouldWait extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WouldWait() {
            super(null, null, false, false);
        }
    }

    private static final class NotedWait implements DeadlineWaiter {
        private volatile boolean called;
        private volatile boolean timed;
        private volatile long untilNs;
        private final boolean near;

        NotedWait(boolean near) {
            this.near = near;
        }

        @Override
        public boolean awaitNear(long deadlineNanos) {
            return near;
        }

        @Override
        public void prepare() {
            called = false;
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            untilNs = deadlineNanos;
            timed = true;
            throw new WouldWait();
        }

        @Override
        public void awaitSignal() {
            timed = false;
            throw new WouldWait();
        }

        @Override
        public void signal() {
            called = true;
        }

        boolean looksBy(long timeNs) {
            return called || (timed && untilNs - timeNs <= 0);
        }
    }

    /** Two workers, two lanes, nothing queued. */
    private static class World {
        final ManualClock clock = new ManualClock(0);
        final Crew crew = Crew.ofPool(clock, 2, 250_000, () -> new PhaseQueue<>(250_000, true));
        final NotedWait firstWait;
        final NotedWait secondWait;
        final Worker first;
        final Worker second;

        World() {
            this(false);
        }

        /** Where both wait for a time ahead of which they take what is due then, or not. */
        World(boolean near) {
            firstWait = new NotedWait(near);
            secondWait = new NotedWait(near);
            Worker.Parts parts = new Worker.Parts(null, new WorkerTable(2), null, null, null);
            first = new Worker(0, crew, firstWait, parts);
            second = new Worker(1, crew, secondWait, parts);
            crew.addWorker(first);
            crew.addWorker(second);
        }

        TickEntry add(int number, long dueNs) {
            Lane lane = crew.lane(number);
            TickEntry entry = new TickEntry("map", KIND, OPTIONS, tick -> {}, lane, lane, PERIOD.toNanos(), dueNs);
            Worker call;
            lane.lock();
            try {
                entry.active = true;
                lane.queueAsSuspended(entry);
                call = lane.callFor(entry);
            } finally {
                lane.unlock();
            }
            Controls.signal(call);
            return entry;
        }

        /** What it runs; null if it would wait or end. */
        @Nullable
        TickEntry claim(Worker worker) {
            try {
                return crew.claim(worker);
            } catch (WouldWait e) {
                return null;
            }
        }

        boolean looksBy(long timeNs) {
            return firstWait.looksBy(timeNs) || secondWait.looksBy(timeNs);
        }
    }

    /** A worker goes to wait while a map comes. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "it looks in time, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the wake-up is lost")
    public static class WaitOrAdd {
        private final World world = new World();

        /** The worker. */
        @Actor
        public void worker() {
            world.claim(world.first);
        }

        /** Whoever registers. */
        @Actor
        public void adder() {
            world.add(1, DUE_NS);
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.looksBy(DUE_NS);
        }
    }

    /** Two workers go to wait at once, for the one map there is. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "one of them leads")
    @Outcome(expect = Expect.FORBIDDEN, desc = "each leaves it to the other")
    public static class WaitAndWait {
        private final World world = new World();

        /** With a map. */
        public WaitAndWait() {
            world.add(0, DUE_NS);
        }

        /** One. */
        @Actor
        public void one() {
            world.claim(world.first);
        }

        /** The other. */
        @Actor
        public void other() {
            world.claim(world.second);
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.looksBy(DUE_NS);
        }
    }

    /** The leader leaves its post and takes a tick that may never end, while a map comes in another lane. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the other worker looks in time, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the newcomer is left to a worker that is stuck")
    public static class LeaveOrAdd {
        private final World world = new World();

        /** One leads, the other is idle, and the first map's time has come. */
        public LeaveOrAdd() {
            world.add(0, 1_000);
            world.claim(world.first);
            world.claim(world.second);
            world.clock.advanceTo(1_000);
        }

        /** The leader. */
        @Actor
        public void leader() {
            if (world.claim(world.first) == null) {
                throw new IllegalStateException("the leader must find its tick");
            }
        }

        /** Whoever registers. */
        @Actor
        public void adder() {
            world.add(1, DUE_NS);
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.secondWait.looksBy(DUE_NS + Lane.GRACE_NS);
        }
    }

    /** The leader starts what it holds ahead of its time, which may never end, while a map comes in the same lane. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the other worker looks in time, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the newcomer is left to a worker that is stuck")
    public static class StartAheadOrAdd {
        private final World world = new World(true);

        /** One leads and holds the first map, the other is idle, and the time has come. */
        public StartAheadOrAdd() {
            // Both are idle first: one that goes to wait later looks into the lane, and takes back what is held ahead.
            world.claim(world.second);
            world.claim(world.first);
            TickEntry ahead = world.add(0, 1_000);
            world.claim(world.first);
            world.clock.advanceTo(1_000);
            if (!ahead.isHeld()) {
                throw new IllegalStateException("it must be held");
            }
        }

        /** The leader. */
        @Actor
        public void leader() {
            if (world.claim(world.first) == null) {
                throw new IllegalStateException("the leader must find its tick");
            }
        }

        /** Whoever registers. */
        @Actor
        public void adder() {
            world.add(0, DUE_NS);
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.secondWait.looksBy(DUE_NS + Lane.GRACE_NS);
        }
    }

    /** A worker starts what it holds ahead of its time while that is taken back. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "one of the two has it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both have it, or nobody")
    public static class StartAheadOrTakeBack {
        private final World world = new World(true);
        private final TickEntry ahead;
        private volatile boolean started;
        private volatile boolean takenBack;

        /** Held, and the time has come. */
        public StartAheadOrTakeBack() {
            ahead = world.add(0, 1_000);
            world.claim(world.first);
            world.clock.advanceTo(1_000);
        }

        /** The worker. */
        @Actor
        public void worker() {
            started = world.claim(world.first) != null;
        }

        /** Whoever lets it leave. */
        @Actor
        public void leaver() {
            Lane lane = ahead.lane;
            lane.lock();
            try {
                takenBack = lane.takeBack(ahead);
                if (takenBack) {
                    lane.removeIfQueued(ahead);
                }
            } finally {
                lane.unlock();
            }
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = started != takenBack;
        }
    }

    /** A worker starts what it holds ahead of its time while a map comes that was due before. */
    @JCStressTest
    @State
    @Outcome(
            id = "true",
            expect = Expect.ACCEPTABLE,
            desc = "each map is somebody's, in their order unless one ran already")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a map has two workers or none")
    public static class StartAheadOrAddEarlier {
        private final World world = new World(true);
        private final TickEntry ahead;
        private volatile TickEntry began;

        /** Held, and the time has come. */
        public StartAheadOrAddEarlier() {
            ahead = world.add(0, 1_000);
            world.claim(world.first);
            world.clock.advanceTo(1_000);
        }

        /** The worker. */
        @Actor
        public void worker() {
            began = world.claim(world.first);
        }

        /** Whoever registers. */
        @Actor
        public void adder() {
            world.add(0, 500);
        }

        /** The question: the other worker finds the other one. */
        @Arbiter
        public void end(Z_Result r) {
            world.second.nowNs = world.clock.nanoTime();
            TickEntry other = world.claim(world.second);
            r.r1 = began != null && other != null && began != other && (began == ahead) != (other == ahead);
        }
    }

    /** A worker goes to wait while another one takes a tick that may never end and leaves one behind. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "it took the rest, looks in time, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the rest is left to a worker that is stuck")
    public static class WaitOrTake {
        private final World world = new World();
        private volatile boolean took;

        /** Two maps are due. */
        public WaitOrTake() {
            world.add(0, 0);
            world.add(0, 0);
        }

        /** Takes both. */
        @Actor
        public void taker() {
            world.claim(world.first);
        }

        /** Takes one of the two, or waits. */
        @Actor
        public void waiter() {
            took = world.claim(world.second) != null;
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = took || world.secondWait.looksBy(Lane.GRACE_NS);
        }
    }

    /** The leader goes for good while a map comes in another lane. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the other worker looks in time, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the newcomer is left to a worker that is gone")
    public static class DepartOrAdd {
        private final World world = new World();

        /** One leads, the other is idle, and the one that leads is told to leave. */
        public DepartOrAdd() {
            world.add(0, 2 * DUE_NS);
            world.claim(world.first);
            world.claim(world.second);
            if (!world.crew.retire(world.first)) {
                throw new IllegalStateException("there is another one");
            }
        }

        /** The leader. */
        @Actor
        public void leader() {
            if (world.claim(world.first) != null) {
                throw new IllegalStateException("it must leave");
            }
        }

        /** Whoever registers. */
        @Actor
        public void adder() {
            world.add(1, DUE_NS);
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.secondWait.looksBy(DUE_NS);
        }
    }

    /** A worker goes to wait while it is told to leave. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "it leaves, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "it sleeps on")
    public static class WaitOrRetire {
        private final World world = new World();

        /** The worker. */
        @Actor
        public void worker() {
            world.claim(world.first);
        }

        /** Whoever makes the pool smaller. */
        @Actor
        public void smaller() {
            world.crew.retire(world.first);
        }

        /** The question: it leaves by itself, or at the call that it has got. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = world.firstWait.called || !world.crew.has(world.first);
        }
    }

    /** A worker goes to wait while the crew is closed. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "it ends, or was called")
    @Outcome(expect = Expect.FORBIDDEN, desc = "it sleeps for ever")
    public static class WaitOrClose {
        private final World world = new World();
        private volatile boolean ended;

        /** The worker. */
        @Actor
        public void worker() {
            try {
                ended = world.crew.claim(world.first) == null;
            } catch (WouldWait e) {
                ended = false;
            }
        }

        /** Whoever closes. */
        @Actor
        public void closer() {
            world.crew.close().forEach(w -> w.waiter.signal());
        }

        /** The question. */
        @Arbiter
        public void end(Z_Result r) {
            r.r1 = ended || world.firstWait.called;
        }
    }
}
