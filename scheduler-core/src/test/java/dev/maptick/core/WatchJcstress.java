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
    private static final TickKind KIND = new TickKind("", 0, MissPolicy.SKIP, null);

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
        final NotedWait firstWait = new NotedWait();
        final NotedWait secondWait = new NotedWait();
        final Worker first;
        final Worker second;

        World() {
            Worker.Parts parts = new Worker.Parts(null, new WorkerTable(2), null, null);
            first = new Worker(0, crew, firstWait, parts);
            second = new Worker(1, crew, secondWait, parts);
            crew.addWorker(first);
            crew.addWorker(second);
        }

        void add(int number, long dueNs) {
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
