package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Which of a crew's workers with nothing to do waits how long.
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
 * What a crew asks of its watch is always the same: that somebody looks at the lanes not later than a given time
 * ({@link #need}). It asks whenever something is queued (by its due time), and whenever a worker takes ticks and leaves
 * others waiting (see {@code Crew.lookAgainNs}). Invariant, whenever no call of this class is under way: if an idle worker or
 * a watcher exists, then for every map that waits somebody is called, or waits until a time not later than its due time plus
 * the grace of a due map ({@link Lane#GRACE_NS}).
 *
 * <ol>
 *   <li>A worker goes to wait only through {@link #wait}, which first sees to the leadership: unless the leader is called
 *       or waits not longer than until the first due time, the worker itself is leader from now on, until that time. If
 *       something is due already it does not wait at all.
 *   <li>A leader leaves its post only awake ({@link #leave}), and then looks at all lanes: it either goes through
 *       {@code wait} again, or takes ticks and asks for what they leave behind, in its lane and in the others. A tick that it
 *       has taken ahead of its time it starts without another look at that lane, only if nobody has had the lane's lock since
 *       its last one ({@link Ahead}), and then asks for what that has shown it, and for what the others have now.
 *   <li>{@code need} is satisfied by the leader if it is called or waits no longer than asked; else it calls the leader, or
 *       if there is none an idle worker, who is leader from then on. Only if all workers are awake it calls nobody: each of
 *       them looks at all lanes before it waits.
 *   <li>A worker that goes for good ({@link Crew#depart}) has left its post like any other, and then asks for what the lanes
 *       publish, which is all that anybody may have called it for, or called nobody for because it was awake. It reads them after
 *       its posture, so whoever queues something it does not see finds that posture or a later one. If all others are awake
 *       nobody is called; each of them looks before it waits, as in 3. Whoever comes is awake.
 * </ol>
 *
 * <p><b>Two sides, no common lock.</b> What waits is published by the lanes under their locks, who waits is written here under
 * this one, and each side reads the other's without its lock: {@code need} takes a short way by {@link #posture} alone. That
 * is the pattern of Dekker's mutual exclusion: (a) whoever queues something first publishes its due time and then reads the
 * posture; (b) whoever waits or leaves a post first writes a new posture and then reads what is published. All four are
 * volatile, hence in one order, so of the two reads the later one sees the other side's write. If (a) sees the old posture,
 * (b) sees the due time: a worker about to wait then counts it in, one that has left its post takes it or asks for it. A
 * posture is written as {@link #LOOK} before anything else is changed, which sends (a) to the lock, and as what holds
 * afterwards. The time that belongs to {@link #WATCHED} is read after it, so it is that of this posture or of a later one,
 * whose writer reads the lanes after (a) has published.
 *
 * <p>A call reaches a worker that has decided to wait but does not wait yet, because the worker calls {@code prepare} before
 * anybody can find it here ({@link dev.maptick.core.spi.DeadlineWaiter}). Removing a map wakes nobody: the leader wakes at
 * the old due time and looks again.
 */
final class Watch {
    /** How {@link #wait} tells a worker to go on. */
    static final int GO = 0;

    static final int TIMED = 1;
    static final int UNTIMED = 2;

    /** Nobody waits. */
    private static final int NOBODY = 0;

    /** Somebody does: take the lock to see. */
    private static final int LOOK = 1;

    /** The leader looks at {@link #leaderNs}. */
    private static final int WATCHED = 2;

    /** The leader is called and on its way. */
    private static final int CALLED = 3;

    private static final VarHandle POSTURE;
    private static final VarHandle LEADER_NS;
    private static final VarHandle IDLE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POSTURE = lookup.findVarHandle(Watch.class, "posture", int.class);
            LEADER_NS = lookup.findVarHandle(Watch.class, "leaderNs", long.class);
            IDLE = lookup.findVarHandle(Watch.class, "idleCount", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BriefLock lock = new BriefLock();

    @SuppressWarnings("unused") // through POSTURE
    private int posture;

    // Under the lock from here on; leaderNs is written through LEADER_NS, since it is read without.

    private @Nullable Worker idleTop;

    /** Through IDLE. */
    private int idleCount;

    private @Nullable Worker leader;

    /** When the leader looks; it is on its way if it was called. */
    private long leaderNs;

    private boolean leaderCalled;
    private @Nullable Worker deputy;
    private long deputyNs;

    @Nullable
    Worker leader() {
        lock.lock();
        try {
            return leader;
        } finally {
            lock.unlock();
        }
    }

    private void open() {
        lock.lock();
        POSTURE.setVolatile(this, LOOK);
    }

    private void close() {
        int now = NOBODY;
        if (leader != null) {
            now = leaderCalled ? CALLED : WATCHED;
        } else if (idleTop != null) {
            now = LOOK;
        }
        POSTURE.setVolatile(this, now);
        lock.unlock();
    }

    /** The worker is awake: whatever post it had is free. It looks at all lanes after this. */
    void leave(Worker me) {
        open();
        try {
            if (leader == me) {
                leader = deputy;
                LEADER_NS.setVolatile(this, deputyNs);
                leaderCalled = false;
                deputy = null;
            } else if (deputy == me) {
                deputy = null;
            } else if (me.idle) {
                leaveIdle(me);
            }
        } finally {
            close();
        }
    }

    /**
     * Decides how a worker with nothing to do waits, and makes it ready. It has no post.
     *
     * @param reliefNs when a second one to wait should look, {@link Lane#isNever never} if there is no need for one
     * @return {@link #TIMED} to wait until {@link Worker#watchNs}, {@link #UNTIMED} to wait for a call, {@link #GO} not to wait
     */
    int wait(Worker me, Crew crew, long reliefNs) {
        open();
        try {
            me.waiter.prepare();
            long firstNs = crew.soonestNs();
            if (me.isToEnd() || firstNs - me.nowNs <= 0) {
                return GO;
            }
            if (Lane.isNever(firstNs, me.nowNs)) {
                pushIdle(me);
                return UNTIMED;
            }
            if (!isCovered(firstNs)) {
                lead(me, firstNs);
                return TIMED;
            }
            boolean needed = !Lane.isNever(reliefNs, me.nowNs);
            if (needed && (deputy == null || reliefNs - deputyNs < 0)) {
                if (deputy != null) {
                    // It sleeps on where it is, and can be called like any idle one.
                    pushIdle(deputy);
                }
                deputy = me;
                deputyNs = reliefNs;
                me.watchNs = reliefNs;
                return TIMED;
            }
            pushIdle(me);
            return UNTIMED;
        } finally {
            close();
        }
    }

    private void lead(Worker me, long firstNs) {
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
        LEADER_NS.setVolatile(this, firstNs);
        leaderCalled = false;
        me.watchNs = firstNs;
    }

    /**
     * Sees to it that somebody looks at the lanes by a time. What waits has been published before.
     *
     * @return whom to call once no lock is held, or null if nobody need be called or all are awake
     */
    @Nullable
    Worker need(long byNs) {
        if (isEmpty() || isLooked(byNs)) {
            return null;
        }
        open();
        try {
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
        } finally {
            close();
        }
    }

    /** An idle worker to call besides, once no lock is held; null if there is none. It comes to look, and has no post. */
    @Nullable
    Worker another() {
        if (isEmpty()) {
            return null;
        }
        open();
        try {
            Worker named = idleTop;
            if (named != null) {
                leaveIdle(named);
            }
            return named;
        } finally {
            close();
        }
    }

    /** About how many of so many workers are awake, one at least: those that are neither idle nor, as is usual, watch. */
    int awake(int workers) {
        return Math.max(1, workers - (int) IDLE.getOpaque(this) - 2);
    }

    /** Whether nobody waits or sleeps: all workers are in ticks or will look at all lanes before they wait. */
    boolean isEmpty() {
        return (int) POSTURE.getVolatile(this) == NOBODY;
    }

    /** Whether it is plain, without the lock, that somebody looks by a time. */
    boolean isLooked(long byNs) {
        int now = (int) POSTURE.getVolatile(this);
        return now == CALLED || (now == WATCHED && (long) LEADER_NS.getVolatile(this) - byNs <= 0);
    }

    private boolean isCovered(long byNs) {
        return leader != null && (leaderCalled || leaderNs - byNs <= 0);
    }

    /** Whether the posts fit together and somebody looks by a time; for tests. */
    boolean isValid(Iterable<Worker> workers, boolean anything, long byNs) {
        lock.lock();
        try {
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
            boolean nobody = leader == null && idleTop == null;
            return posts && isEmpty() == nobody && (!anything || nobody || isCovered(byNs));
        } finally {
            lock.unlock();
        }
    }

    private void pushIdle(Worker worker) {
        IDLE.setOpaque(this, idleCount + 1);
        worker.idle = true;
        worker.nextIdle = idleTop;
        idleTop = worker;
    }

    private void leaveIdle(Worker worker) {
        IDLE.setOpaque(this, idleCount - 1);
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
