package dev.maptick.core;

import dev.maptick.core.TickEntry.Suspension;
import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Maps in deadline order and the workers that serve them. The pool is a lane of many maps and several workers, a dedicated
 * thread is a lane of one map and one worker. Queue, hands and watch are guarded by the lane's lock, which is never held
 * while code of a user runs.
 *
 * <h2>Runs</h2>
 *
 * A worker takes a run of ticks at one go, all of one deadline. It starts the first and has the others in its {@link Hand},
 * which it starts one after the other without the lock. A tick
 * whose map stays in its slot of the wheel ends without the lock too ({@link QueueNode}). So the lock is taken once a run. A
 * run is as long as ticks are short: what lies in a hand should be done in less time than another worker needs to wake up.
 * One deadline, so that the order of one worker is exact: nothing can come between two ticks of the same deadline but one of
 * that deadline.
 *
 * <p><b>Nothing is tied to a worker.</b> One that finds nothing due in the queue, or nothing due less than
 * {@link #GRACE_NS} after what another one holds, takes half of what that one holds and has not started. Who waits how long
 * to find that out, and why no wake-up is lost, is told in {@link Watch}.
 *
 * <p><b>No map is lost.</b> A registration let in is, whenever the lock is free, exactly one of: queued and waiting, held
 * (and in the hand of the worker its turn names), running (the one that worker's hand has come to), suspended without end, or
 * stopped. Each step of {@link QueueNode} takes it from one to the next; the queue's own proof is in {@link PhaseWheel}.
 *
 * <p>Dropped: a lock taken once a tick (with two workers at short ticks it cost half of their capacity), a condition variable
 * with timed waits (each waiter wakes at each deadline), and a lock for each map (no order between removal and claim).
 */
final class Lane {
    /** Half the range of the clock: what lies further ahead has no time, so that due times stay comparable. */
    static final long FOREVER_NS = Long.MAX_VALUE / 2;

    /** How long a due map may wait while a worker does, and by how much later ones may go before it. */
    static final long GRACE_NS = 1_000_000;

    /** Outcome of {@link #putBack}: the registration has left. */
    static final long LEFT = -1;

    /** What a hand should be done in. */
    private static final long RUN_NS = 50_000;

    /** Ticks a hand takes before their cost is known. */
    private static final int FIRST_RUN = 8;

    /** Work that is worth calling a worker for: the wake-up costs some 35 us and comes some 60 us later. */
    private static final long WORTH_A_CALL_NS = 100_000;

    /** One tick that takes longer says little about the next ones. */
    private static final long MOST_COST_NS = 10_000_000;

    /** How many ticks weigh as much as all those before them. */
    private static final int COST_WEIGHT = 32;

    /** Tries for the lock before a worker parks for it; it is held for some microseconds at most. */
    private static final int TRIES = 200;

    final Placement placement;
    private final NanoClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final DeadlineQueue<TickEntry> queue;
    private final List<Worker> workers = new ArrayList<>();
    private final Watch watch = new Watch(GRACE_NS);

    /** What a tick costs, about. */
    private long costNs;

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
        void transfer(TickEntry entry, Worker worker);

        /** A suspension has ended by itself, and so many points went by in it. */
        void resumed(TickEntry entry, long points);
    }

    void lock() {
        for (int i = 0; i < TRIES; i++) {
            if (lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Phases count from here. Before the first registration. */
    void begin(long startNs) {
        lock();
        try {
            queue.begin(startNs);
        } finally {
            unlock();
        }
    }

    void addWorker(Worker worker) {
        lock();
        try {
            workers.add(worker);
        } finally {
            unlock();
        }
    }

    /**
     * Puts the worker's last tick back, waits for the earliest deadline to come and starts that tick.
     *
     * @return the tick to run, or null when the lane is closed
     */
    @Nullable
    TickEntry claim(Worker me) {
        for (; ; ) {
            TickEntry done = me.hand.running();
            if (done == null) {
                TickEntry next = me.hand.next();
                if (next != null) {
                    return next;
                }
            }
            Worker call = null;
            boolean moving = false;
            boolean ended = false;
            boolean filled = false;
            boolean timed = false;
            long outcome = 0;
            lock();
            try {
                watch.leave(me);
                moving = done != null && done.nextLane() != null;
                if (!moving) {
                    outcome = done == null ? 0 : putBack(done, me, false);
                    filled = !me.hand.isEmpty();
                    if (done != null && (outcome != 0 || filled)) {
                        // Something else comes first: listeners, or the rest of the hand.
                        call = callFor(done);
                    } else if (closed) {
                        ended = true;
                    } else {
                        me.nowNs = clock.nanoTime();
                        filled = fill(me);
                        if (filled) {
                            call = relief(me);
                        } else {
                            timed = watch.wait(me, queue);
                        }
                    }
                }
            } finally {
                unlock();
            }
            if (call != null) {
                call.waiter.signal();
            }
            if (done != null && moving) {
                me.parts.aftermath().transfer(done, me);
            } else if (done != null && outcome != 0) {
                me.parts.aftermath().settled(done, outcome);
            } else if (ended) {
                return null;
            } else if (filled) {
                TickEntry first = me.hand.running();
                if (first != null) {
                    tellResumed(me);
                    return first;
                }
            } else {
                me.await(timed);
            }
        }
    }

    /**
     * The same without waiting, for a stepped worker.
     *
     * @return the tick to run, or null when none is due
     */
    @Nullable
    TickEntry claimDue(Worker me) {
        me.nowNs = clock.nanoTime();
        TickEntry next = me.hand.next();
        if (next != null) {
            return next;
        }
        boolean filled;
        lock();
        try {
            filled = !closed && fill(me);
        } finally {
            unlock();
        }
        if (!filled) {
            return null;
        }
        tellResumed(me);
        return me.hand.running();
    }

    private static void tellResumed(Worker me) {
        TickEntry resumed = me.resumed;
        if (resumed != null) {
            me.resumed = null;
            me.parts.aftermath().resumed(resumed, me.resumedPoints);
        }
    }

    /**
     * Ends the turn of a tick that has ended, if nothing was asked of it meanwhile and it stays in its slot. No lock. Else it
     * stays the worker's, to be put back at the next claim.
     */
    void end(Worker me, TickEntry done) {
        if (!done.staysInSlot() || done.state() != TickState.RUNNING) {
            return;
        }
        done.waitForNext();
        if (done.end(me.id)) {
            me.hand.done();
        }
    }

    /** Puts a stepped worker's tick back if it is not yet. */
    void release(Worker me) {
        for (TickEntry done = me.hand.running(); done != null; done = me.hand.running()) {
            long outcome = 0;
            boolean moving;
            lock();
            try {
                moving = done.nextLane() != null;
                if (!moving) {
                    outcome = putBack(done, me, false);
                }
            } finally {
                unlock();
            }
            if (moving) {
                // Still running if the move was taken back meanwhile.
                me.parts.aftermath().transfer(done, me);
            } else {
                me.parts.aftermath().settled(done, outcome);
            }
        }
    }

    // ---- under the lock ----

    /** Takes a run of what is due: starts the first, and puts the others into the worker's hand, which is empty. */
    private boolean fill(Worker me) {
        learn(me);
        TickEntry head = queue.first(me.nowNs);
        if (workers.size() > 1 && share(me, head)) {
            return true;
        }
        if (head == null) {
            return false;
        }
        long dueNs = head.dueNs;
        if (head.state() == TickState.SUSPENDED) {
            resume(head, me);
        }
        queue.take(head);
        head.run(me.id);
        me.hand.begin(head);
        int others = runLength() - 1;
        while (others-- > 0) {
            head = queue.first(me.nowNs);
            // One whose suspension ends is the first of its run: the worker tells of it.
            if (head == null || head.dueNs != dueNs || head.state() == TickState.SUSPENDED) {
                break;
            }
            queue.take(head);
            me.hand.add(head);
            me.prefetched += head.prefetch();
        }
        return true;
    }

    /** Ends a suspension whose time has come. */
    private static void resume(TickEntry entry, Worker me) {
        entry.suspension = Suspension.NONE;
        me.resumedPoints = entry.endSuspension(entry.dueNs);
        if (me.resumedPoints > 0) {
            me.resumed = entry;
        }
    }

    /** Another worker that holds something, the earliest due; null if there is none. */
    private @Nullable Worker holder(@Nullable Worker me) {
        Worker earliest = null;
        for (int i = 0; i < workers.size(); i++) {
            Worker other = workers.get(i);
            boolean holds = other != me && other.hand.peek() != null;
            if (holds && (earliest == null || other.hand.dueNs() - earliest.hand.dueNs() < 0)) {
                earliest = other;
            }
        }
        return earliest;
    }

    /** Takes half of what another worker holds, if that is due so long before the head of the queue that it goes first. */
    private boolean share(Worker me, @Nullable TickEntry head) {
        Worker other = holder(me);
        if (other == null || (head != null && head.dueNs - other.hand.dueNs() <= GRACE_NS)) {
            return false;
        }
        return other.hand.share(me.hand);
    }

    /** What the ticks since the last run have cost goes into what a tick is expected to cost. */
    private void learn(Worker me) {
        int ran = me.ran;
        if (ran > 0) {
            long meanNs = Math.min(MOST_COST_NS, me.ranNs / ran);
            costNs += (meanNs - costNs) * ran / (ran + COST_WEIGHT);
            me.ran = 0;
            me.ranNs = 0;
        }
    }

    private int runLength() {
        return costNs == 0 ? FIRST_RUN : (int) Math.max(1, Math.min(Hand.CAPACITY, RUN_NS / costNs));
    }

    /**
     * Sees to it that what a worker leaves waiting, in its hand behind the first and in the queue, does not wait too long if
     * that first tick does not come back, and that help comes if it is worth it.
     *
     * @return whom to call
     */
    private @Nullable Worker relief(Worker me) {
        if (watch.isEmpty()) {
            return null;
        }
        int others = me.hand.left();
        Worker elsewhere = holder(me);
        TickEntry first = me.hand.running();
        int own = first != null && first.staysInSlot() ? 1 : 0;
        if (others == 0 && elsewhere == null && queue.size() <= own) {
            return null;
        }
        long nowNs = me.nowNs;
        long byNs = others > 0 || queue.isEmpty() ? me.hand.dueNs() : queue.nextNs();
        if (elsewhere != null && elsewhere.hand.dueNs() - byNs < 0) {
            byNs = elsewhere.hand.dueNs();
        }
        byNs += GRACE_NS;
        int due = others + queue.dueCount(nowNs);
        if (due * costNs > WORTH_A_CALL_NS || byNs - nowNs < 0) {
            byNs = nowNs;
        }
        return watch.need(byNs);
    }

    /**
     * Ends a tick of this lane under the lock: the registration waits for its next deadline, is suspended, waits for its last
     * task or has left. Wakes nobody: the caller either claims next or asks {@link #callFor}.
     *
     * @param by the worker whose tick it was
     * @param newcomer whether it comes from another lane
     * @return {@link #LEFT}, or how many deadlines were passed over by a change of period taken over now
     */
    long putBack(TickEntry done, Worker by, boolean newcomer) {
        long outcome = requeue(done, by.nowNs, newcomer);
        // Only now: if memory ran out in the queue, the tick is still noted as this worker's and goes back next time.
        by.hand.done();
        done.endNoted();
        return outcome;
    }

    private long requeue(TickEntry done, long endNs, boolean newcomer) {
        removeIfQueued(done);
        if (done.state() == TickState.LAST_RUNNING || (done.stopping && done.lastTask == null)) {
            done.stop();
            return LEFT;
        }
        if (done.stopping) {
            done.setState(TickState.LAST_WAITING);
            add(done, endNs);
            return 0;
        }
        long passedOver = takeOver(done, endNs);
        done.setState(done.suspension == Suspension.NONE ? TickState.WAITING : TickState.SUSPENDED);
        if (newcomer) {
            queueAsSuspended(done);
        } else if (setDueAsSuspended(done)) {
            queue.putBack(done);
        }
        return passedOver;
    }

    /** Takes over what was asked for during the tick; returns the deadlines passed over by that. */
    private static long takeOver(TickEntry done, long endNs) {
        TickNotes notes = done.notesIfAny();
        if (notes == null) {
            return 0;
        }
        long passedOver = 0;
        if (notes.newPeriodNs != 0) {
            passedOver = done.changeGrid(notes.newPeriodNs, endNs, false);
            notes.newPeriodNs = 0;
        }
        return passedOver;
    }

    /**
     * Makes a registration the caller's to change if it is not inside a tick.
     *
     * @return false if it is; then it will end under the lock, and take over what is noted by then
     */
    boolean takeBack(TickEntry entry) {
        if (!entry.takeBack()) {
            return false;
        }
        boolean waits = entry.state() == TickState.WAITING || entry.state() == TickState.LAST_WAITING;
        if (waits && entry.active && !entry.isQueued()) {
            // It was held by a worker, out of the queue.
            queue.putBack(entry);
        }
        return true;
    }

    /** Queues a waiting registration at its next deadline, a suspended one at its resume time if it has one. */
    void queueAsSuspended(TickEntry entry) {
        if (setDueAsSuspended(entry)) {
            queue.add(entry);
        }
    }

    /** Sets when it is due; whether it is to be queued. */
    private static boolean setDueAsSuspended(TickEntry entry) {
        if (!entry.active) {
            return false;
        }
        switch (entry.suspension) {
            case NONE -> entry.setDue(entry.nextNs());
            case UNTIL -> entry.setDue(entry.pointNotBefore(entry.notes().untilNs));
            case UNLIMITED -> {
                entry.setDue(entry.nextNs() + FOREVER_NS);
                return false;
            }
        }
        return true;
    }

    void add(TickEntry entry, long dueNs) {
        entry.setDue(dueNs);
        queue.add(entry);
    }

    /** Makes room, so that queueing never allocates and can't fail for want of memory. */
    void reserve(int capacity) {
        lock();
        try {
            queue.reserve(capacity);
        } finally {
            unlock();
        }
    }

    /** Whether every other worker is in a tick that waits for a map of this lane to leave. */
    boolean isLastFree(Worker me) {
        lock();
        try {
            for (Worker worker : workers) {
                TickEntry inTick = worker.hand.running();
                TickEntry awaited = inTick == null ? null : inTick.waitingFor();
                boolean waits = awaited != null && awaited.lane == this && awaited.state() != TickState.STOPPED;
                if (worker != me && !waits) {
                    return false;
                }
            }
            return true;
        } finally {
            unlock();
        }
    }

    void removeIfQueued(TickEntry entry) {
        if (entry.isQueued()) {
            queue.remove(entry);
        }
    }

    /** Whom to call, once the lock is free, because this registration was queued by someone who will not claim next. */
    @Nullable
    Worker callFor(TickEntry entry) {
        return entry.isQueued() ? watch.need(entry.dueNs) : null;
    }

    /** Closes the lane: its workers end once they are out of their ticks. */
    List<Worker> close() {
        lock();
        try {
            closed = true;
            return List.copyOf(workers);
        } finally {
            unlock();
        }
    }

    boolean isClosed() {
        lock();
        try {
            return closed;
        } finally {
            unlock();
        }
    }

    /** The earliest registration that waits, held ones included; for a stepper, which takes no lock between this and its step. */
    @Nullable
    TickEntry peek() {
        lock();
        try {
            return earliest();
        } finally {
            unlock();
        }
    }

    private @Nullable TickEntry earliest() {
        TickEntry queued = queue.peek();
        Worker holder = holder(null);
        TickEntry held = holder == null ? null : holder.hand.peek();
        return queued == null || (held != null && held.dueNs - queued.dueNs < 0) ? held : queued;
    }

    /** Whether the invariants of the watch hold as far as the lane can tell. For tests, after every step. */
    boolean isValid() {
        lock();
        try {
            TickEntry head = earliest();
            long byNs = clock.nanoTime();
            if (head != null && head.dueNs + GRACE_NS - byNs > 0) {
                byNs = head.dueNs + GRACE_NS;
            }
            return watch.isValid(workers, head != null && !closed, byNs);
        } finally {
            unlock();
        }
    }

    /** Who watches the clock or is on its way to do so. For tests. */
    @Nullable
    Worker leader() {
        lock();
        try {
            return watch.leader();
        } finally {
            unlock();
        }
    }
}
