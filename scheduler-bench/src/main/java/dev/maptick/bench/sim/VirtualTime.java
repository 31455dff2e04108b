package dev.maptick.bench.sim;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time for real worker threads, as a discrete-event simulation. A thread that waits in its waiter, or is inside a
 * tick, gives the time at which it goes on; the clock moves from one such time to the next.
 *
 * <p><b>One thread at a time.</b> There is one baton. Who has it runs real code at one instant, until it waits or enters a
 * tick; then it picks the thread that goes on next, moves the clock to that time and hands the baton over. Threads that go on
 * at the same instant do so in the order in which that was settled. So the clock never moves while anybody runs, no thread can
 * be counted as running and waiting, and the same seed gives the same run to the last nanosecond. What this leaves out are the
 * interleavings of two workers inside the scheduler's own code, and the time that code takes; those are the business of
 * jcstress, Lincheck and the walk on real threads.
 *
 * <p><b>Wake-ups cost what one says.</b> A worker released at its deadline or by a signal goes on that much later. A wait of
 * at most {@link #BRIEF_NS} is spun by the scheduler's own waiter, so it costs nothing here either.
 *
 * <p>The thread that makes it has the baton. All state is the holder's; the hand-over publishes it. {@link #end} drops the
 * baton: time stands, ticks end at once, and all threads run freely, so that the scheduler can be shut down.
 */
final class VirtualTime implements NanoClock {
    /** As in the scheduler's own waiter: a shorter wait is spun. */
    static final long BRIEF_NS = 10_000;

    /** No thread makes so many steps at one instant unless they wait for each other in a circle. */
    private static final long MOST_STEPS_AT_ONCE = 5_000_000;

    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(10);

    private final long wakeNs;
    private final List<Actor> workers = new ArrayList<>();
    private final PriorityQueue<Actor> toGoOn = new PriorityQueue<>();
    private final Actor main = new Actor(Thread.currentThread(), -1);

    private volatile long nowNs;
    private volatile boolean over;
    private volatile @Nullable String failure;
    private volatile long steps;
    private long stepsAtOnce;
    private long order;
    private boolean counting;
    private long wakeUps;
    private long calls;

    /**
     * On a clock that starts at zero.
     *
     * @param wakeNs from a worker's release to the moment it goes on
     */
    VirtualTime(long wakeNs) {
        this.wakeNs = wakeNs;
    }

    /** Clock, waiters and threads of this time, with processors enough. */
    SchedulerSeam seam() {
        return SchedulerSeam.SYSTEM
                .withClock(this)
                .withWaiters(SimWaiter::new)
                .withThreads(this::newThread)
                .withCompletions(Runnable::run)
                .withProcessors(() -> Short.MAX_VALUE);
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    /** Whether time stands: whatever runs now is no part of the simulation. */
    boolean isOver() {
        return over;
    }

    /** Counts wake-ups and calls from now on, or no more. */
    void count(boolean on) {
        counting = on;
    }

    /** Sleeping workers that were woken, by time or by call; waits that were spun are none. */
    long wakeUps() {
        return wakeUps;
    }

    /** Signals that workers gave each other. */
    long calls() {
        return calls;
    }

    /** Lets so much time pass for the calling thread, a worker's inside a tick, or the maker's. */
    void spend(long costNs) {
        if (over || failure != null) {
            return;
        }
        Actor me = me();
        schedule(me, nowNs + costNs);
        block(me);
    }

    /** The number of the calling worker, from 0 on. */
    int worker() {
        return me().number;
    }

    /** The latest moment up to now at which a worker was parked; {@link Long#MIN_VALUE} if none has been. */
    long lastParkedNs() {
        long latest = Long.MIN_VALUE;
        for (Actor worker : workers) {
            latest = Math.max(latest, worker.lastParkedNs(nowNs));
        }
        return latest;
    }

    /** Ends the simulation, on the maker's thread. */
    void end() {
        over = true;
        for (Actor worker : workers) {
            worker.go();
        }
    }

    /** Notes that the simulation is worth nothing, and why; the first reason stays. */
    void fail(String why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Why the simulation broke down, null if it did not. */
    @Nullable
    String failure() {
        return failure;
    }

    private Thread newThread(Runnable body) {
        SimThread thread = new SimThread(body);
        workers.add(thread.actor);
        schedule(thread.actor, nowNs);
        return thread;
    }

    private void schedule(Actor actor, long atNs) {
        actor.goOnNs = atNs;
        actor.order = order++;
        toGoOn.add(actor);
    }

    private void reschedule(Actor actor, long atNs) {
        toGoOn.remove(actor);
        schedule(actor, atNs);
    }

    /** Hands the baton on, and returns when it is back. */
    private void block(Actor me) {
        Actor next = next();
        if (next != me) {
            next.go();
            awaitGo(me);
        }
    }

    /** Who goes on next. The clock shows its time. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by the holder of the baton alone
    private Actor next() {
        Actor next = toGoOn.poll();
        steps++;
        if (next == null) {
            fail("nobody has a time to go on at " + nowNs);
            return main;
        }
        stepsAtOnce = next.goOnNs == nowNs ? stepsAtOnce + 1 : 0;
        if (stepsAtOnce > MOST_STEPS_AT_ONCE) {
            fail("the workers go round in a circle at " + nowNs);
            return main;
        }
        nowNs = next.goOnNs;
        return next;
    }

    /** The maker also looks whether anything moves at all: scheduler code that spins for another thread would wait for ever. */
    private void awaitGo(Actor me) {
        if (me != main) {
            me.awaitGo(Long.MAX_VALUE);
            return;
        }
        long before = steps;
        while (!me.awaitGo(LOOK_NS)) {
            if (steps == before) {
                fail("nothing has moved for long at " + nowNs + ": " + stacks());
                return;
            }
            before = steps;
        }
    }

    private String stacks() {
        StringBuilder out = new StringBuilder();
        for (Actor worker : workers) {
            if (worker.thread.getState() == Thread.State.RUNNABLE) {
                out.append(worker.thread.getName());
                for (StackTraceElement frame : worker.thread.getStackTrace()) {
                    out.append(System.lineSeparator()).append("    at ").append(frame);
                }
            }
        }
        return out.toString();
    }

    private Actor me() {
        return Thread.currentThread() instanceof SimThread thread ? thread.actor : main;
    }

    /** A worker's thread. It begins when it has the baton, and hands it on when it ends. */
    private final class SimThread extends Thread {
        private final Actor actor = new Actor(this, workers.size());

        SimThread(Runnable body) {
            super(body);
        }

        @Override
        public void run() {
            actor.awaitGo(Long.MAX_VALUE);
            super.run();
            if (!over) {
                next().go();
            }
        }
    }

    /** Where a worker waits. Once all is over also the scheduler's keeper, which is no worker and then needs no baton. */
    private final class SimWaiter implements DeadlineWaiter {
        private @Nullable Actor owner;
        private volatile boolean signalled;

        /** Null until its owner has come here: nobody waits in it before. */
        private volatile @Nullable Thread thread;

        @Override
        public void prepare() {
            if (thread == null) {
                thread = Thread.currentThread();
                owner = me();
            }
            signalled = false;
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            await(deadlineNanos);
        }

        @Override
        public void awaitSignal() {
            await(Long.MAX_VALUE);
        }

        private void await(long untilNs) {
            if (over || owner == null) {
                while (!signalled && untilNs > nowNs) {
                    LockSupport.park(this);
                }
                return;
            }
            if (signalled) {
                return;
            }
            if (untilNs <= nowNs) {
                // Whoever else goes on at this instant does so before it looks again.
                schedule(owner, nowNs);
                block(owner);
                return;
            }
            boolean brief = untilNs - nowNs <= BRIEF_NS;
            owner.park(nowNs, untilNs, brief ? 0 : wakeNs);
            if (untilNs != Long.MAX_VALUE) {
                schedule(owner, untilNs + owner.latencyNs);
            }
            block(owner);
            owner.unpark();
            if (counting && !brief && !over) {
                wakeUps++;
            }
        }

        @Override
        public void signal() {
            signalled = true;
            Actor waiting = owner;
            if (over || waiting == null) {
                LockSupport.unpark(thread);
                return;
            }
            if (counting && me() != main) {
                calls++;
            }
            if (waiting.release(nowNs)) {
                reschedule(waiting, nowNs + waiting.latencyNs);
            }
        }
    }
}
