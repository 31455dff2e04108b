package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Which of a lane's workers with nothing to do waits how long. Guarded by the lane's lock.
 *
 * <h2>Leader, deputy and the idle</h2>
 *
 * The <b>leader</b> waits until the first due time. The <b>deputy</b> waits until the next one after that, or until the
 * first tick would have kept another map waiting too long. All others are idle and sleep until called, so that surplus
 * threads do not wake at every deadline. When the leader has taken its ticks the deputy is leader, without being called: it
 * waits for the next due time already. A leader back in time finds that one watched, and becomes deputy for the one after.
 * So with short ticks two threads take turns, each due time wakes one of them, nobody calls anybody; and a tick that does not
 * come back holds nobody up, since the next one is awake in time anyway.
 *
 * <p>The scheme grows out of Schmidt's leader/followers pattern (2000), in which each leader calls its successor: a wake-up
 * more for every due time, which is what a tick costs at all.
 *
 * <h2>No wake-up is lost</h2>
 *
 * What a lane asks of its watch is always the same: that somebody looks at the queue not later than a given time
 * ({@link #need}). It asks whenever something is queued (by its due time), and whenever a worker takes ticks and leaves
 * others waiting (see {@code Lane.relief}). Invariant, whenever the lock is free: if an idle worker or a watcher exists,
 * then for every node that waits somebody is called, or waits until a time not later than its due time plus the grace of a
 * due node ({@link Lane#GRACE_NS}).
 *
 * <ol>
 *   <li>A worker goes to wait only through {@link #wait}, which first sees to the leadership: unless the leader is called
 *       or waits not longer than until the first due time, the worker itself is leader from now on, until that time.
 *   <li>A leader leaves its post only awake, on its way through the lock ({@link #leave}), and before it lets the lock go it
 *       has either gone through {@code wait} again or taken ticks and asked for relief.
 *   <li>{@code need} is satisfied by the leader if it is called or waits no longer than asked; else it calls the leader, or
 *       if there is none an idle worker, who is leader from then on. Only if all workers are awake it calls nobody: each of
 *       them comes to the lock before it waits.
 * </ol>
 *
 * A call reaches a worker that has decided to wait but does not wait yet, because the worker calls {@code prepare} under the
 * lock ({@link dev.maptick.core.spi.DeadlineWaiter}). Removing a node wakes nobody: the leader wakes at the old due time and
 * looks again.
 */
final class Watch {
    private final long graceNs;
    private @Nullable Worker idleTop;
    private @Nullable Worker leader;

    /** When the leader looks; it is on its way if it was called. */
    private long leaderNs;

    private boolean leaderCalled;
    private @Nullable Worker deputy;
    private long deputyNs;

    Watch(long graceNs) {
        this.graceNs = graceNs;
    }

    @Nullable
    Worker leader() {
        return leader;
    }

    /** The worker is awake and at the lock: whatever post it had is free. */
    void leave(Worker me) {
        if (leader == me) {
            leader = deputy;
            leaderNs = deputyNs;
            leaderCalled = false;
            deputy = null;
        } else if (deputy == me) {
            deputy = null;
        } else if (me.idle) {
            leaveIdle(me);
        }
    }

    /**
     * Decides how a worker with nothing to do waits, and makes it ready.
     *
     * @return true to wait until {@link Worker#watchNs}, false to wait for a call
     */
    boolean wait(Worker me, DeadlineQueue<TickEntry> queue) {
        me.waiter.prepare();
        if (queue.isEmpty()) {
            pushIdle(me);
            return false;
        }
        long firstNs = queue.nextNs();
        if (!isCovered(firstNs)) {
            Worker old = leader;
            if (old != null) {
                // It waits on, for a later time, which is what a deputy does.
                if (deputy != null) {
                    pushIdle(deputy);
                }
                deputy = old;
                deputyNs = leaderNs;
            }
            leader = me;
            leaderNs = firstNs;
            leaderCalled = false;
            me.watchNs = firstNs;
            return true;
        }
        long reliefNs = queue.reliefNs(graceNs);
        boolean needed = reliefNs - firstNs < Lane.FOREVER_NS;
        if (needed && (deputy == null || reliefNs - deputyNs < 0)) {
            if (deputy != null) {
                // It sleeps on where it is, and can be called like any idle one.
                pushIdle(deputy);
            }
            deputy = me;
            deputyNs = reliefNs;
            me.watchNs = reliefNs;
            return true;
        }
        pushIdle(me);
        return false;
    }

    /**
     * Sees to it that somebody looks at the queue by a time.
     *
     * @return whom to call once the lock is free, or null if nobody need be called or all are awake
     */
    @Nullable
    Worker need(long byNs) {
        if (isCovered(byNs)) {
            return null;
        }
        if (leader == null) {
            Worker named = idleTop;
            if (named == null) {
                return null;
            }
            leaveIdle(named);
            leader = named;
        }
        leaderCalled = true;
        return leader;
    }

    /** Whether nobody waits or sleeps: all workers are in ticks or on their way to the lock. */
    boolean isEmpty() {
        return leader == null && idleTop == null;
    }

    private boolean isCovered(long byNs) {
        return leader != null && (leaderCalled || leaderNs - byNs <= 0);
    }

    /** Whether the posts fit together and somebody looks by a time; for tests. */
    boolean isValid(Iterable<Worker> workers, boolean anything, long byNs) {
        int stacked = 0;
        for (Worker w = idleTop; w != null; w = w.nextIdle) {
            if (!w.idle || w == leader || w == deputy) {
                return false;
            }
            stacked++;
        }
        for (Worker w : workers) {
            stacked -= w.idle ? 1 : 0;
        }
        boolean posts = stacked == 0 && (leader != null || deputy == null) && (leader == null || leader != deputy);
        return posts && (!anything || isEmpty() || isCovered(byNs));
    }

    private void pushIdle(Worker worker) {
        worker.idle = true;
        worker.nextIdle = idleTop;
        idleTop = worker;
    }

    private void leaveIdle(Worker worker) {
        worker.idle = false;
        if (idleTop == worker) {
            idleTop = worker.nextIdle;
        } else {
            Worker before = idleTop;
            while (before != null && before.nextIdle != worker) {
                before = before.nextIdle;
            }
            if (before != null) {
                before.nextIdle = worker.nextIdle;
            }
        }
        worker.nextIdle = null;
    }
}
