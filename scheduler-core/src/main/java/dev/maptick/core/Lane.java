package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Maps in deadline order, and the one lock that guards them. A {@link Crew} serves one lane or several; each map is in one.
 * The lock is never held while code of a user runs.
 *
 * <h2>Runs</h2>
 *
 * A worker takes a run of ticks at one go: those that are due, in their order, the last one at most {@link #RUN_SPREAD_NS}
 * after the first. It starts the first and has the others in its {@link Hand}, which it starts one after the other without
 * the lock. A tick whose map stays in its slot of the wheel ends without the lock too ({@link QueueNode}). So the lock is
 * taken once a run. A run is as long as ticks are short: what lies in a hand should be done in less time than another worker
 * needs to wake up.
 *
 * <p>The order of one worker stays exact. All of a run was due when it was taken, and what is queued after that is due no
 * earlier than its last: what comes new or anew is due from then on, and a tick of the run that ends is due again a period
 * after its own deadline, which is more than the spread. What comes late from a dedicated thread or from another phase may be
 * due before that: then what is due later goes back from the hands to the queue.
 *
 * <p><b>Nothing is tied to a worker.</b> One that finds nothing due in the queue, or nothing due less than {@link #GRACE_NS}
 * after what another one holds, takes half of what that one holds and has not started.
 *
 * <p><b>Ahead of its time</b> a worker that is awake already may take one, see {@link Ahead}. Nobody else ever sees that under
 * the lock.
 *
 * <p><b>No map is lost.</b> A registration let in is, whenever the lock is free, exactly one of: queued and waiting, held
 * (and in the hand of the worker its turn names), running (the one that worker's hand has come to), suspended without end, or
 * stopped. Each step of {@link QueueNode} takes it from one to the next; the queue's own proof is in {@link PhaseWheel}.
 *
 * <p><b>What is due is published.</b> {@link #soonestNs} tells without the lock when the earliest map that waits is due, those
 * in hands included. It is written before the lock is let go, so it is never later than the truth for longer than a hold of
 * the lock; it may be earlier, if a hand has been worked off since or a slot has nothing due, and whoever comes for that finds
 * nothing and puts it right.
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

    /** How much later than its first the last of a run may be due: less than any period. */
    private static final long RUN_SPREAD_NS = GRACE_NS / 4;

    /** What a tick is taken to cost before any was measured. */
    private static final long FIRST_COST_NS = RUN_NS / 8;

    /** How many ticks weigh as much as all those before them. */
    private static final int COST_WEIGHT = 32;

    private static final int FIRST_HOLDERS = 4;

    private static final VarHandle SOONEST;

    static {
        try {
            SOONEST = MethodHandles.lookup().findVarHandle(Lane.class, "soonestNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Crew crew;
    final int number;
    private final BriefLock lock = new BriefLock();
    private final DeadlineQueue<TickEntry> queue;

    /** The hands that hold something of this lane, and some that did. */
    private @Nullable Hand[] holders = new Hand[FIRST_HOLDERS];

    private int holderCount;

    private final Ahead ahead = new Ahead();

    /** What a tick costs, about. */
    private long costNs;

    /** The latest time known. */
    private long lastNs;

    @SuppressWarnings("unused") // through SOONEST
    private long soonestNs;

    /** The registrations that this lane may have to queue. */
    private final AtomicInteger population = new AtomicInteger();

    /** How many of them there is room for. Written under the lock; never less. */
    private volatile int room;

    Lane(Crew crew, int number, DeadlineQueue<TickEntry> queue) {
        this.crew = crew;
        this.number = number;
        this.queue = queue;
    }

    Placement placement() {
        return crew.placement;
    }

    // ---- any thread, without the lock ----

    /** Whether a time stands for "nothing waits". */
    static boolean isNever(long timeNs, long nowNs) {
        return timeNs - nowNs > FOREVER_NS / 4;
    }

    /** When the earliest map that waits is due, {@link #isNever never} if none waits. */
    long soonestNs() {
        return (long) SOONEST.getVolatile(this);
    }

    /** Takes the lock, and back what a worker holds ahead of its time. */
    void lock() {
        lock.lock();
        if (!ahead.isEmpty()) {
            putBackAhead();
        }
    }

    /** Takes the lock to look and change nothing. For a stepper and for tests. */
    void lockToLook() {
        lock.lock();
    }

    /** Publishes and lets go. */
    void unlock() {
        try {
            publish();
        } finally {
            lock.unlock();
        }
    }

    /** Phases count from here. Before the first registration. */
    void begin(long startNs) {
        lock();
        try {
            lastNs = startNs;
            queue.begin(startNs);
        } finally {
            unlock();
        }
    }

    /** One more registration may be queued here: makes room, so that queueing never allocates and can't fail for that. */
    void expectOneMore() {
        int expected = population.incrementAndGet();
        if (expected <= room) {
            return;
        }
        lock();
        try {
            // Once more: of many that came here together the first has made room, and each would double it again.
            if (expected > room) {
                // By doubling, so that the lock is hardly ever taken for this.
                int more = Math.max(expected, 2 * room);
                queue.reserve(more);
                room = more;
            }
        } finally {
            unlock();
        }
    }

    /** One less. */
    void expectOneLess() {
        population.decrementAndGet();
    }

    /** For tests. */
    int room() {
        return room;
    }

    /**
     * Ends the turn of a tick that has ended, if nothing was asked of it meanwhile and it stays in its slot. No lock. Else it
     * stays the worker's, to be put back at the next claim.
     */
    static void end(Worker me, TickEntry done) {
        if (!done.staysInSlot() || done.state() != TickState.RUNNING) {
            return;
        }
        done.waitForNext();
        if (done.end(me.id)) {
            me.hand.done();
        }
    }

    // ---- under the lock ----

    /**
     * Takes a run of what is due: starts the first, and puts the others into the worker's hand, which is empty.
     *
     * @param limitNs what is due later than that does not count, since other lanes have something earlier; at most now. What
     *     was published when the worker chose this lane may have been earlier than the truth.
     * @return false if nothing is due
     */
    boolean fill(Worker me, long limitNs) {
        lastNs = me.nowNs;
        learn(me);
        TickEntry head = queue.first(me.nowNs);
        if (holderCount > 0 && share(me, head, limitNs)) {
            return true;
        }
        if (head == null || head.dueNs - limitNs > 0) {
            // What waits is not what was published: nothing, or something that is due later. The lane puts that right.
            return false;
        }
        long dueNs = head.dueNs;
        if (head.state() == TickState.SUSPENDED) {
            resume(head, me);
        }
        // First what may need memory, so that nothing is taken out of the queue in vain.
        Hand hand = me.take(this);
        queue.take(head);
        hand.begin(head);
        head.run(me.id);
        long firstNs = expectedNs(head);
        long runNs = firstNs;
        while (hand.hasRoom()) {
            head = queue.first(me.nowNs);
            if (head == null || head.dueNs - limitNs > 0 || head.dueNs - dueNs > RUN_SPREAD_NS) {
                break;
            }
            // One whose suspension ends is the first of its run: the worker tells of it.
            if (head.state() == TickState.SUSPENDED) {
                break;
            }
            long nextNs = expectedNs(head);
            if (runNs + nextNs > RUN_NS) {
                break;
            }
            runNs += nextNs;
            queue.take(head);
            hand.add(head);
        }
        me.heldWorkNs = runNs - firstNs;
        note(hand);
        return true;
    }

    /**
     * Takes the first of what is due at a time that has not come yet into the worker's hand, which is empty, to be started then.
     * For {@link Crew#startAhead} it notes what the worker leaves behind.
     *
     * @return false if nothing is due at that time, or something earlier, or it is one whose suspension ends
     */
    boolean fillAhead(Worker me, long dueNs) {
        TickEntry head = queue.first(dueNs);
        if (head == null || head.dueNs != dueNs || head.state() == TickState.SUSPENDED) {
            return false;
        }
        Hand hand = me.take(this);
        long arrival = head.arrival;
        queue.take(head);
        me.heldWorkNs = 0;
        me.aheadWorkNs = queue.dueCount(dueNs) * costNs;
        me.aheadLeftNs = leftNs(head);
        ahead.set(head, me.id, arrival);
        hand.beginAhead(head);
        return true;
    }

    private void putBackAhead() {
        TickEntry held = ahead.takeBack();
        if (held != null) {
            // Anew: its slot of the wheel is gone through already.
            removeIfQueued(held);
            queue.putBack(held);
        }
    }

    /** Ends a suspension whose time has come. */
    private static void resume(TickEntry entry, Worker me) {
        entry.noSuspension();
        me.resumedPoints = entry.endSuspension(entry.dueNs);
        if (me.resumedPoints > 0) {
            me.resumed = entry;
        }
    }

    /** What a tick is expected to cost: by its own measure if it has one. */
    private long expectedNs(TickEntry entry) {
        long ownNs = entry.costNs();
        return ownNs > 0 ? ownNs : costNs > 0 ? costNs : FIRST_COST_NS;
    }

    /** What the ticks since the last run have cost goes into what a tick is expected to cost. */
    private void learn(Worker me) {
        int ran = me.ran;
        if (ran > 0) {
            long meanNs = Math.min(TickSchedule.MOST_COST_NS, me.ranNs / ran);
            costNs += (meanNs - costNs) * ran / (ran + COST_WEIGHT);
            me.ran = 0;
            me.ranNs = 0;
        }
    }

    // ---- hands ----

    /** Remembers a hand that others may have to take from. */
    private void note(Hand hand) {
        if (hand.isListed() || hand.left() == 0) {
            return;
        }
        if (holderCount == holders.length) {
            holders = Arrays.copyOf(holders, 2 * holderCount);
        }
        holders[holderCount++] = hand;
        hand.list(true);
    }

    /** The hand, not the worker's own, whose rest is due first; null if there is none. Forgets those with nothing left. */
    private @Nullable Hand holder(@Nullable Worker me) {
        Hand earliest = null;
        for (int i = holderCount - 1; i >= 0; i--) {
            Hand hand = holders[i];
            if (hand == null || hand.peek() == null) {
                forget(i);
            } else if ((me == null || !hand.isOf(me.id)) && (earliest == null || hand.dueNs() - earliest.dueNs() < 0)) {
                earliest = hand;
            }
        }
        return earliest;
    }

    private void forget(int index) {
        Hand hand = holders[index];
        if (hand != null) {
            hand.list(false);
        }
        holders[index] = holders[--holderCount];
        holders[holderCount] = null;
    }

    /**
     * Takes half of what another worker holds, if that is due so long before the head of the queue that it goes first, or the
     * head does not count.
     */
    private boolean share(Worker me, @Nullable TickEntry head, long limitNs) {
        boolean counts = head != null && head.dueNs - limitNs <= 0;
        for (; ; ) {
            Hand other = holder(me);
            if (other == null || other.dueNs() - limitNs > 0) {
                return false;
            }
            if (counts && Objects.requireNonNull(head).dueNs - other.dueNs() <= GRACE_NS) {
                return false;
            }
            Hand own = me.take(this);
            if (other.share(own)) {
                me.heldWorkNs = own.left() * costNs;
                note(own);
                return true;
            }
            // Its owner was faster. Another hand may hold something still.
        }
    }

    // ---- what waits ----

    /** Tells what waits now. */
    void publish() {
        long ns;
        if (queue.isEmpty() && holderCount == 0 && ahead.isEmpty()) {
            ns = lastNs + FOREVER_NS;
            if (isNever(soonestNs, lastNs)) {
                return;
            }
        } else {
            ns = waitsNs();
        }
        if (ns != soonestNs) {
            SOONEST.setVolatile(this, ns);
        }
    }

    /** When the earliest that waits is due; of the queue no later than that. */
    private long waitsNs() {
        long ns = queue.isEmpty() ? lastNs + FOREVER_NS : queue.nextNs();
        Hand held = holderCount == 0 ? null : holder(null);
        ns = held != null && held.dueNs() - ns < 0 ? held.dueNs() : ns;
        TickEntry early = ahead.peek();
        return early != null && early.dueNs - ns < 0 ? early.dueNs : ns;
    }

    /** The work that a worker leaves to others who might come, if it has just filled its hand here. */
    long waitingWorkNs(Worker me) {
        return me.heldWorkNs + queue.dueCount(me.nowNs) * costNs;
    }

    /** By when somebody should look at what a worker leaves waiting that has just filled its hand here, with a first tick to start. */
    long leftNs(@Nullable TickEntry first) {
        int own = first != null && first.staysInSlot() ? 1 : 0;
        return queue.size() <= own && holderCount == 0 ? lastNs + FOREVER_NS : waitsNs();
    }

    /** When whoever relieves the one that waits for the first due time should look; see {@link DeadlineQueue#reliefNs}. */
    long reliefNs() {
        return queue.isEmpty() ? lastNs + FOREVER_NS : queue.reliefNs(GRACE_NS);
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
        done.setState(done.isSuspended() ? TickState.SUSPENDED : TickState.WAITING);
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
        done.takeOverPhase();
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
            recallAfter(entry);
        }
    }

    /** The same, and it keeps its place among those of one deadline. */
    void putBackAsSuspended(TickEntry entry) {
        if (setDueAsSuspended(entry)) {
            queue.putBack(entry);
            recallAfter(entry);
        }
    }

    /** Takes back from the hands what is due after a registration that has just been queued. Hardly ever there is something. */
    private void recallAfter(TickEntry entry) {
        for (int i = 0; i < holderCount; i++) {
            Hand hand = holders[i];
            TickEntry held = hand == null ? null : hand.lastAfter(entry.dueNs);
            while (held != null) {
                if (takeBack(held)) {
                    // Anew: its slot of the wheel is gone through already.
                    removeIfQueued(held);
                    queue.putBack(held);
                }
                held = Objects.requireNonNull(hand).lastAfter(entry.dueNs);
            }
        }
    }

    /** Queues again what a worker holds that goes for good. Without the lock. */
    void giveBack(Hand hand) {
        lock();
        try {
            for (TickEntry held = hand.peek(); held != null; held = hand.peek()) {
                if (takeBack(held)) {
                    // Anew: its slot of the wheel may be gone through already.
                    removeIfQueued(held);
                    queue.putBack(held);
                }
            }
            hand.empty();
            for (int i = holderCount - 1; i >= 0; i--) {
                if (holders[i] == hand) {
                    forget(i);
                }
            }
        } finally {
            unlock();
        }
    }

    /** Sets when it is due; whether it is to be queued. */
    private static boolean setDueAsSuspended(TickEntry entry) {
        if (!entry.active) {
            return false;
        }
        if (entry.isSuspendedForever()) {
            entry.setDue(entry.nextNs() + FOREVER_NS);
            return false;
        }
        entry.setDue(entry.isSuspended() ? entry.pointNotBefore(entry.suspendedUntilNs()) : entry.nextNs());
        return true;
    }

    void add(TickEntry entry, long dueNs) {
        entry.setDue(dueNs);
        queue.add(entry);
        recallAfter(entry);
    }

    void removeIfQueued(TickEntry entry) {
        if (entry.isQueued()) {
            queue.remove(entry);
        }
    }

    /** Whom to call, once the lock is free, because this registration was queued by someone who will not claim next. */
    @Nullable
    Worker callFor(TickEntry entry) {
        if (!entry.isQueued()) {
            return null;
        }
        // Before the question, see Watch.
        publish();
        return crew.need(entry.dueNs);
    }

    /** Its queue, for the audit, under the lock. */
    DeadlineQueue<TickEntry> queue() {
        return queue;
    }

    /** The earliest registration that waits, held ones included, exactly. */
    @Nullable
    TickEntry earliest() {
        TickEntry earliest = ahead.peek();
        TickEntry head = queue.peek();
        if (earliest == null || (head != null && head.before(earliest))) {
            earliest = head;
        }
        for (int i = 0; i < holderCount; i++) {
            Hand hand = holders[i];
            TickEntry held = hand == null ? null : hand.peek();
            if (held != null && (earliest == null || held.dueNs - earliest.dueNs < 0)) {
                earliest = held;
            }
        }
        return earliest;
    }
}
