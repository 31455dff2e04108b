package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;

import dev.maptick.core.spi.DeadlineWaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Real workers of a real pool, of which one runs at a time, as far as its next point; the test says which one goes on. So
 * an interleaving is a list of choices, and a test can write one down or draw it from a seed. The points are all the places
 * outside the locks where the scheme could be torn: before a wait (which covers "decided and not yet waiting"), between
 * leaving a lock and delivering a signal, and inside a tick. Time stands still unless the test moves it.
 */
final class LaneWorld implements AutoCloseable {
    /** Where an actor stands. */
    enum Point {
        START,
        /** In a wait for a time, where a waiter that spins is awake already. */
        NEAR,
        WAIT,
        SIGNAL,
        TICK,
        /** An outside thread with nothing to do. */
        RESTS,
        /** A worker's thread that is over. */
        ENDED
    }

    private static final ThreadLocal<@Nullable Actor> CURRENT = new ThreadLocal<>();
    private static final int OUTSIDE = 2;

    final ManualClock clock;
    final List<Actor> workers = new ArrayList<>();
    final List<Actor> outside = new ArrayList<>();
    final DefaultTickScheduler scheduler;
    private final long startNs;
    private final boolean near;
    private final Semaphore arrived = new Semaphore(0);
    private volatile boolean free;

    LaneWorld(int threads, long startNs) {
        this(threads, 1, startNs);
    }

    LaneWorld(int threads, int lanes, long startNs) {
        this(threads, lanes, startNs, false);
    }

    /**
     * Makes a world.
     *
     * @param near whether waiters wake before their time, so that workers take a tick ahead
     */
    LaneWorld(int threads, int lanes, long startNs, boolean near) {
        this.startNs = startNs;
        this.near = near;
        clock = new ManualClock(startNs);
        for (int i = 0; i < threads; i++) {
            workers.add(new Actor("worker " + i));
        }
        int[] waiters = new int[1];
        int[] made = new int[1];
        System.setProperty("maptick.poolLanes", Integer.toString(lanes));
        try {
            scheduler = (DefaultTickScheduler) CoreFixture.pool(threads)
                    .seam(CoreFixture.SEAM
                            .withClock(clock)
                            .withCompletions(Runnable::run)
                            .withWaiters(() ->
                                    waiters[0] < threads ? workers.get(waiters[0]++).waiter : new ParkingWaiter(clock))
                            .withThreads(body -> thread(workers.get(made[0]++), body)))
                    .start();
        } finally {
            System.clearProperty("maptick.poolLanes");
        }
        arrive(threads);
        for (int i = 0; i < OUTSIDE; i++) {
            Actor actor = new Actor("outside " + i);
            outside.add(actor);
            Thread thread = thread(actor, actor::serveOutside);
            thread.setDaemon(true);
            thread.start();
            arrive(1);
        }
    }

    private static Thread thread(Actor actor, Runnable body) {
        return new Thread(() -> {
            CURRENT.set(actor);
            actor.pause(Point.START);
            body.run();
            actor.ended();
        });
    }

    private void arrive(int count) {
        try {
            if (!arrived.tryAcquire(count, 20, TimeUnit.SECONDS)) {
                throw new AssertionError("an actor does not come to its next point: " + this);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Crew crew() {
        return scheduler.pool();
    }

    /** Tells a worker to leave, if another one stays. */
    boolean retire(Actor actor) {
        List<Worker> staying = new ArrayList<>();
        for (int id = 0; id < workers.size(); id++) {
            Worker worker = scheduler.worker(id);
            if (worker != null && worker.staying == Worker.Staying.STAYS) {
                staying.add(worker);
            }
        }
        Worker worker = scheduler.worker(workers.indexOf(actor));
        return staying.size() > 1 && staying.contains(worker) && crew().retire(worker);
    }

    @Nullable
    Actor leader() {
        Worker leader = crew().leader();
        return leader == null ? null : workers.get(leader.id);
    }

    /** Milliseconds since the start of this world. */
    long nowMs() {
        return (clock.nanoTime() - startNs) / 1_000_000;
    }

    void advanceToMs(long ms) {
        clock.advanceTo(startNs + ms * 1_000_000);
    }

    /** Lets an actor go on to its next point. */
    void step(Actor actor) {
        if (!actor.isEnabled()) {
            throw new AssertionError(actor + " can't go on");
        }
        actor.go.release();
        arrive(1);
    }

    /** Lets an actor return from its wait for no reason, which a platform may do. */
    void stepSpuriously(Actor actor) {
        actor.spurious = true;
        actor.go.release();
        arrive(1);
        actor.spurious = false;
    }

    /** Lets an outside thread begin an act, which it does as far as its first signal. */
    void begin(Actor actor, Runnable act) {
        actor.act = act;
        step(actor);
    }

    /** Has the whole act done. */
    void whole(Runnable act) {
        Actor actor = outside.get(0);
        begin(actor, act);
        while (actor.point != Point.RESTS) {
            step(actor);
        }
    }

    /** Registers a map that is due so many milliseconds after the start of this world. */
    TickRegistration register(String name, Duration period, long dueMs) {
        long phase = Math.floorMod(dueMs * 1_000_000, period.toNanos());
        TickOptions options = TickOptions.every(period).phase(Duration.ofNanos(phase));
        return scheduler.register(name, options, t -> Actor.current().pause(Point.TICK));
    }

    TickRegistration registerFar(String name, long dueMs) {
        return register(name, HOUR, dueMs);
    }

    /** All that the class docs of lane and watch promise, for whoever stands where. */
    void check(String when) {
        if (!crew().isValid()) {
            throw new AssertionError(when + ": the invariants are broken: " + this);
        }
        TickEntry head = crew().peek();
        Actor leader = leader();
        if (head == null || leader == null) {
            return;
        }
        boolean onItsWay = leader.point != Point.WAIT || leader.isEnabled() || isAboutToBeSignalled(leader);
        if (!onItsWay && !(leader.timed && leader.deadlineNs - head.dueNs <= Lane.GRACE_NS)) {
            throw new AssertionError(when + ": the leader waits too long for " + head + ": " + this);
        }
    }

    /** With nobody on the way, no map that is due longer than it may be waits while a worker does. */
    void checkQuiet(String when) {
        TickEntry head = crew().peek();
        boolean due = head != null && head.dueNs + Lane.GRACE_NS - clock.nanoTime() <= 0;
        if (due && workers.stream().anyMatch(w -> w.point == Point.WAIT)) {
            throw new AssertionError(when + ": " + head + " is due and a worker waits: " + this);
        }
    }

    private boolean isAboutToBeSignalled(Actor target) {
        return workers.stream().anyMatch(a -> a.point == Point.SIGNAL && a.target == target)
                || outside.stream().anyMatch(a -> a.point == Point.SIGNAL && a.target == target);
    }

    /** Those that can go on, without ticks. */
    List<Actor> enabled() {
        List<Actor> enabled = new ArrayList<>();
        for (Actor actor : workers) {
            if (actor.point != Point.TICK && actor.isEnabled()) {
                enabled.add(actor);
            }
        }
        for (Actor actor : outside) {
            if (actor.point == Point.SIGNAL) {
                enabled.add(actor);
            }
        }
        return enabled;
    }

    List<Actor> inTicks() {
        return workers.stream().filter(w -> w.point == Point.TICK).toList();
    }

    /** Lets everybody run free and ends. */
    @Override
    public void close() {
        free = true;
        workers.forEach(a -> a.go.release(1_000));
        outside.forEach(a -> a.go.release(1_000));
        scheduler.shutdown(Duration.ofSeconds(20));
    }

    @Override
    public String toString() {
        return "at " + nowMs() + " ms, head " + crew().peek() + ", leader " + leader() + ", " + workers + ", "
                + outside;
    }

    /** A thread of this world, and where it stands. */
    final class Actor {
        private final String name;
        private final Semaphore go = new Semaphore(0);
        final ScriptedWaiter waiter = new ScriptedWaiter();
        volatile Point point = Point.START;
        volatile boolean timed;
        volatile long deadlineNs;
        volatile boolean signalled;
        volatile boolean spurious;
        volatile @Nullable Actor target;
        int signalsSent;
        private volatile @Nullable Runnable act;

        Actor(String name) {
            this.name = name;
        }

        static Actor current() {
            Actor actor = CURRENT.get();
            if (actor == null) {
                throw new AssertionError("not a thread of this world");
            }
            return actor;
        }

        private void ended() {
            if (!free) {
                point = Point.ENDED;
                arrived.release();
            }
        }

        boolean isEnabled() {
            return switch (point) {
                case ENDED -> false;
                case START, NEAR, SIGNAL, TICK -> true;
                case WAIT -> signalled || (timed && deadlineNs - clock.nanoTime() <= 0);
                case RESTS -> act != null;
            };
        }

        /** The deadline waited for in milliseconds of this world, -1 for a wait without one. */
        long waitsUntilMs() {
            if (point != Point.WAIT) {
                throw new AssertionError(this + " does not wait");
            }
            return timed ? (deadlineNs - startNs) / 1_000_000 : -1;
        }

        void pause(Point at) {
            if (free) {
                return;
            }
            point = at;
            arrived.release();
            go.acquireUninterruptibly();
        }

        private void serveOutside() {
            while (!free) {
                pause(Point.RESTS);
                Runnable next = act;
                act = null;
                if (next != null) {
                    next.run();
                }
            }
        }

        @Override
        public String toString() {
            return name + " at " + point
                    + switch (point) {
                        case WAIT ->
                            (timed ? " until " + waitsUntilMs() + " ms" : "") + (signalled ? ", signalled" : "");
                        case SIGNAL -> " to " + (target == null ? "?" : target.name);
                        default -> "";
                    };
        }

        /** Stops at each wait and before each signal. */
        final class ScriptedWaiter implements DeadlineWaiter {
            @Override
            public void prepare() {
                signalled = false;
            }

            @Override
            public boolean awaitNear(long deadlineNanos) {
                if (near) {
                    pause(Point.NEAR);
                }
                return near;
            }

            @Override
            public void awaitUntil(long deadlineNanos) {
                timed = true;
                deadlineNs = deadlineNanos;
                await();
            }

            @Override
            public void awaitSignal() {
                timed = false;
                await();
            }

            private void await() {
                do {
                    pause(Point.WAIT);
                    if (free && !signalled) {
                        LockSupport.parkNanos(100_000);
                    }
                } while (!signalled && !spurious && !(timed && deadlineNs - clock.nanoTime() <= 0));
            }

            @Override
            public void signal() {
                Actor sender = CURRENT.get();
                if (sender != null) {
                    sender.signalsSent++;
                    sender.target = Actor.this;
                    sender.pause(Point.SIGNAL);
                    sender.target = null;
                }
                signalled = true;
            }
        }
    }

    /** A one-line account of a list of choices, for a message. */
    static String trail(List<String> steps) {
        return Arrays.toString(steps.toArray());
    }

    /** For callers that only want a request made. */
    static void leave(TickRegistration registration) {
        CompletableFuture<Void> gone = registration.unregister();
        if (gone == null) {
            throw new AssertionError();
        }
    }
}
