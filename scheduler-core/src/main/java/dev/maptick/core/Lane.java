package dev.maptick.core;

import dev.maptick.core.TickEntry.Suspension;
import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Maps in deadline order and the workers that serve them. The pool is a lane of many maps and several workers, a dedicated
 * thread is a lane of one map and one worker. Everything here is guarded by the lane's lock, which is never held while
 * code of a user runs, and is taken once a tick: {@link #claim} puts the last tick back and takes the next.
 *
 * <h2>Leader and followers</h2>
 *
 * Of the workers with nothing to do one, the leader, waits until the first deadline; the others are idle and sleep until
 * they are named, so that surplus threads do not wake at every deadline. A leader that takes a tick first names an idle worker its successor, so one
 * thread always watches the clock. The scheme is Schmidt's leader/followers pattern (2000).
 *
 * <p><b>No wake-up is lost.</b> Two invariants hold whenever the lock is free. (1) If the queue is not empty and a worker
 * is idle, there is a leader. (2) A leader either watches, that is waits until a time not after the head's deadline, or is
 * on its way to the lock. Each step that could break one mends it under the same hold of the lock:
 *
 * <ol>
 *   <li>a worker goes idle only if the queue is empty or another one is leader;
 *   <li>a leader that takes the head lays leadership down, and {@link #nameLeader} passes it to an idle worker if anything
 *       is queued; a leader that finds the queue empty lays it down too;
 *   <li>a newcomer that becomes the head and is earlier than what the leader watches signals it; without a leader it names
 *       one;
 *   <li>a worker that puts its own tick back as the new head takes that head if it is due, and else takes leadership over.
 * </ol>
 *
 * A signal reaches a worker that has decided to wait but does not wait yet, because the worker calls {@code prepare}
 * under the lock ({@link dev.maptick.core.spi.DeadlineWaiter}). A worker that is neither idle nor leader is inside a tick
 * or on its way here, and looks at the queue before it waits.
 *
 * <p><b>Who wakes.</b> One due map wakes the leader and, if anything else is queued, its successor; nobody else. Several
 * maps due at once wake one worker after the other, each by the one before it. Removing the head wakes nobody: the leader
 * wakes at the old deadline and looks again.
 *
 * <p>Dropped: one condition variable with timed waits (each waiter wakes at each deadline), and a lock for each map (two
 * locks a tick, and no order between removal and claim).
 */
final class Lane {
    /** Half the range of the clock: what lies further ahead has no time, so that due times stay comparable. */
    static final long FOREVER_NS = Long.MAX_VALUE / 2;

    /** Outcome of {@link #putBack}: the registration has left. */
    static final long LEFT = -1;

    final Placement placement;
    private final NanoClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final DeadlineQueue<TickEntry> queue;
    private final List<Worker> workers = new ArrayList<>();
    private @Nullable Worker idleTop;
    private @Nullable Worker leader;

    /** Whether the leader waits, until {@link #watchedNs}; false while it is on its way to the lock. */
    private boolean watching;

    private long watchedNs;
    private boolean closed;

    Lane(Placement placement, NanoClock clock, DeadlineQueue<TickEntry> queue) {
        this.placement = placement;
        this.clock = clock;
        this.queue = queue;
    }

    /** What a lane asks for once its lock is free. */
    interface Aftermath {
        /** A tick has ended and its registration was put back, or has left: {@code outcome} is {@link #putBack}'s. */
        void settled(TickEntry entry, long outcome);

        /** A registration wants to end its tick in another lane, which takes both locks. */
        void transfer(TickEntry entry);
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    void addWorker(Worker worker) {
        lock.lock();
        try {
            workers.add(worker);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts the worker's last tick back, waits for the earliest deadline to come and takes that tick.
     *
     * @return the tick to run, or null when the lane is closed
     */
    @Nullable
    TickEntry claim(Worker me) {
        for (; ; ) {
            TickEntry done = me.current;
            TickEntry taken = null;
            Worker successor = null;
            boolean moving = false;
            boolean ended = false;
            boolean timed = false;
            long outcome = 0;
            long deadlineNs = 0;
            lock.lock();
            try {
                leaveIdle(me);
                moving = done != null && done.nextLane != null;
                if (!moving) {
                    outcome = done == null ? 0 : putBack(done);
                    if (done != null && outcome != 0) {
                        // Listeners will run before this worker claims: it must not count as idle or leader there.
                        successor = wakeFor(done);
                    } else {
                        ended = closed;
                        taken = ended ? null : take(me);
                        if (taken != null) {
                            successor = nameLeader();
                        } else if (!ended) {
                            timed = prepareWait(me);
                            deadlineNs = watchedNs;
                        }
                    }
                }
            } finally {
                lock.unlock();
            }
            if (successor != null) {
                successor.waiter.signal();
            }
            if (done != null && moving) {
                me.parts.aftermath().transfer(done);
                continue;
            }
            if (done != null && outcome != 0) {
                me.parts.aftermath().settled(done, outcome);
                continue;
            }
            if (taken != null || ended) {
                return taken;
            }
            me.await(timed, deadlineNs);
        }
    }

    /**
     * The same without waiting, for a stepped worker.
     *
     * @return the tick to run, or null when none is due
     */
    @Nullable
    TickEntry claimDue(Worker me) {
        lock.lock();
        try {
            return closed ? null : take(me);
        } finally {
            lock.unlock();
        }
    }

    /** Puts a stepped worker's tick back. */
    void release(Worker me) {
        for (TickEntry done = me.current; done != null; done = me.current) {
            long outcome = 0;
            boolean moving;
            lock.lock();
            try {
                moving = done.nextLane != null;
                if (!moving) {
                    outcome = putBack(done);
                }
            } finally {
                lock.unlock();
            }
            if (moving) {
                // Leaves current set if the move was taken back meanwhile.
                me.parts.aftermath().transfer(done);
            } else {
                me.parts.aftermath().settled(done, outcome);
            }
        }
    }

    // ---- under the lock ----

    /** Takes the head if its time has come. */
    private @Nullable TickEntry take(Worker me) {
        TickEntry head = queue.first();
        if (head == null) {
            return null;
        }
        long nowNs = clock.nanoTime();
        if (head.dueNs - nowNs > 0) {
            return null;
        }
        queue.remove(head);
        if (leader == me) {
            leader = null;
        }
        head.start(me, nowNs);
        return head;
    }

    /**
     * Ends a tick of this lane: the registration waits for its next deadline, is suspended, waits for its last task or has
     * left. Wakes nobody: the caller either claims next, and becomes leader itself if this is the new head, or asks
     * {@link #wakeFor}.
     *
     * @return {@link #LEFT}, or how many deadlines were passed over by a change of period taken over now
     */
    long putBack(TickEntry done) {
        long outcome = requeue(done);
        // Only now: if memory ran out in the queue, the tick is still noted as this worker's and goes back next time.
        Worker by = done.worker;
        if (by != null) {
            by.current = null;
            done.worker = null;
        }
        return outcome;
    }

    private long requeue(TickEntry done) {
        if (done.state() == TickState.LAST_RUNNING || (done.stopping && done.lastTask == null)) {
            done.stop();
            return LEFT;
        }
        if (done.stopping) {
            done.setState(TickState.LAST_WAITING);
            add(done, done.endNs);
            return 0;
        }
        long passedOver = 0;
        done.cell.begin();
        if (done.newPeriodNs != 0) {
            passedOver = done.schedule.changePeriod(done.newPeriodNs, done.endNs, false);
            done.newPeriodNs = 0;
        }
        boolean suspend = done.suspension != Suspension.NONE;
        done.cell.setState(suspend ? TickState.SUSPENDED : TickState.WAITING);
        done.cell.end();
        queueAsSuspended(done);
        return passedOver;
    }

    /** Queues a waiting registration at its next deadline, a suspended one at its resume time if it has one. */
    void queueAsSuspended(TickEntry entry) {
        if (!entry.active) {
            return;
        }
        switch (entry.suspension) {
            case NONE -> add(entry, entry.schedule.nextNs());
            case UNTIL -> add(entry, entry.schedule.pointNotBefore(entry.untilNs));
            case UNLIMITED -> entry.setDue(entry.schedule.nextNs() + FOREVER_NS);
        }
    }

    void add(TickEntry entry, long dueNs) {
        entry.setDue(dueNs);
        queue.add(entry);
    }

    /** Makes room, so that queueing never allocates and can't fail for want of memory. */
    void reserve(int capacity) {
        lock.lock();
        try {
            queue.reserve(capacity);
        } finally {
            lock.unlock();
        }
    }

    /** Whether every other worker is in a tick that waits for a map of this lane to leave. */
    boolean isLastFree(Worker me) {
        lock.lock();
        try {
            for (Worker worker : workers) {
                TickEntry inTick = worker.current;
                TickEntry awaited = inTick == null ? null : inTick.waitingFor;
                boolean waits = awaited != null && awaited.lane == this && awaited.state() != TickState.STOPPED;
                if (worker != me && !waits) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    void removeIfQueued(TickEntry entry) {
        if (entry.isQueued()) {
            queue.remove(entry);
        }
    }

    /**
     * Which worker must be signalled, once the lock is free, because this registration was queued by someone who will not
     * claim next. A leader on its way to the lock will see the new head by itself.
     */
    @Nullable
    Worker wakeFor(TickEntry entry) {
        if (!entry.isQueued() || queue.first() != entry) {
            return null;
        }
        if (leader == null) {
            return nameLeader();
        }
        if (!watching || entry.dueNs - watchedNs >= 0) {
            return null;
        }
        watching = false;
        return leader;
    }

    /** Closes the lane: its workers end once they are out of their ticks. */
    List<Worker> close() {
        lock.lock();
        try {
            closed = true;
            return List.copyOf(workers);
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** The earliest registration queued; for a stepper, which takes no lock between this and its step. */
    @Nullable
    TickEntry peek() {
        lock.lock();
        try {
            return queue.first();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether both invariants hold as far as the lane can tell, and the stack of idle workers is sound. For tests, after
     * every step.
     */
    boolean isValid() {
        lock.lock();
        try {
            int stacked = 0;
            for (Worker w = idleTop; w != null && stacked <= workers.size(); w = w.nextIdle) {
                if (!w.idle || w == leader) {
                    return false;
                }
                stacked++;
            }
            if (stacked != workers.stream().filter(w -> w.idle).count()) {
                return false;
            }
            TickEntry head = queue.first();
            if (head == null || closed) {
                return true;
            }
            return (idleTop == null || leader != null) && (leader == null || !watching || watchedNs - head.dueNs <= 0);
        } finally {
            lock.unlock();
        }
    }

    /** Who watches the clock or is on its way to do so. For tests. */
    @Nullable
    Worker leader() {
        lock.lock();
        try {
            return leader;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Decides how a worker with nothing to do waits, and makes it ready.
     *
     * @return true to wait until {@link #watchedNs}, false to wait for a signal
     */
    private boolean prepareWait(Worker me) {
        me.waiter.prepare();
        TickEntry head = queue.first();
        if (head != null && (leader == null || leader == me || (watching && head.dueNs - watchedNs < 0))) {
            if (leader != null && leader != me) {
                // The head came from this worker's own tick and is earlier than what the leader watches. Taking over
                // costs nothing; the old leader sleeps on where it is, as an idle worker that can be named.
                pushIdle(leader);
            }
            leader = me;
            watching = true;
            watchedNs = head.dueNs;
            return true;
        }
        if (leader == me) {
            leader = null;
        }
        pushIdle(me);
        return false;
    }

    /** Without a leader, makes an idle worker leader if there is anything to watch; it must then be signalled. */
    private @Nullable Worker nameLeader() {
        Worker named = idleTop;
        if (leader != null || named == null || queue.isEmpty()) {
            return null;
        }
        leaveIdle(named);
        leader = named;
        watching = false;
        return named;
    }

    private void pushIdle(Worker worker) {
        worker.idle = true;
        worker.nextIdle = idleTop;
        idleTop = worker;
    }

    private void leaveIdle(Worker worker) {
        if (!worker.idle) {
            return;
        }
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
