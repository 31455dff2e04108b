package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes ticks from the lanes of its crew and runs them, one after the other, until the crew is closed. On a thread of its own by
 * {@link #run()}, or stepped by a caller.
 */
final class Worker implements Runnable {
    /** Pause after a failure of our own, so that a lasting one does not spin. */
    private static final long BACK_OFF_NS = 1_000_000;

    private static final VarHandle HANDS = MethodHandles.arrayElementVarHandle(Hand[].class);
    private static final VarHandle STUCK;

    static {
        try {
            STUCK = MethodHandles.lookup().findVarHandle(Worker.class, "stuck", StuckReport.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int id;
    final Crew crew;

    /** The lane it looks at first. */
    final Lane home;

    final DeadlineWaiter waiter;
    final WorkerCounters counters;
    final WorkerIdentity identity = new WorkerIdentity();
    final Parts parts;

    /** The thread this worker is, or is being stepped by; null between steps. */
    volatile @Nullable Thread thread;

    /** The ticks claimed and not started; empty ones for the lanes it has taken from before. Owner only. */
    Hand hand;

    private final Hand homeHand;

    /** By lane. Written by the owner through HANDS, read by any thread. */
    private final @Nullable Hand[] hands;

    /** What it has read of the lanes. Owner only. */
    final Seen seen;

    /** Whether it has, or had, a post of the watch. Owner only. */
    boolean posted;

    /** The map whose leaving its tick waits for, while it does; see {@link WaitGuard}. */
    volatile @Nullable TickEntry waitingFor;

    /** Whether it stays in its crew; see {@link Crew#retire}. */
    volatile Staying staying = Staying.STAYS;

    /** Whether it stands in for one that is stuck. */
    volatile boolean standsIn;

    /** What the watchdog has reported of the tick it is in, null for nothing. Through STUCK. */
    @SuppressWarnings("unused")
    private volatile @Nullable StuckReport stuck;

    /** The latest reading of the clock: at the claim, or at the end of the tick before. Owner only. */
    long nowNs;

    /** The reading before that with which its latest tick began, or of its own beginning. Owner only. */
    long readBeforeNs;

    /** Why the tick it is in was late, null if it was not. Owner only. */
    @Nullable
    LatenessCause lateCause;

    final Lateness lateness = new Lateness();

    /** Whether the wait before had a time. Owner only. */
    private boolean waitedTimed;

    /** Ticks since the last run was claimed, and how long they took. Owner only. */
    int ran;

    long ranNs;

    /** What the ticks in the hand are expected to cost, the first left out. Owner only. */
    long heldWorkNs;

    /** What it leaves waiting is expected to cost, for each worker that is awake. Owner only. */
    long leftWorkNs;

    /** The lane of the tick in its hand whose time has not come yet, null if there is none; see {@link Ahead}. Owner only. */
    @Nullable
    Lane aheadLane;

    /** By when somebody should look at what it then leaves in that lane, and what that is expected to cost. Owner only. */
    long aheadLeftNs;

    long aheadWorkNs;

    /** Until when it waits, if there is a time. Owner only. */
    long watchNs;

    /** What the body of the current tick threw. Owner only. */
    @Nullable
    Throwable fault;

    /** The heavy map whose tick it is in, and of which it owes the gate that it leaves. Owner only. */
    private @Nullable TickEntry gated;

    /** A registration just claimed whose suspension has ended by itself, and how many points to tell of. Owner only. */
    @Nullable
    TickEntry resumed;

    long resumedPoints;

    /**
     * Runs on this thread once this worker has ended. Set on this very thread when it takes the slot that it is leaving.
     * Owner only.
     */
    @Nullable
    Worker heir;

    /** Next in the watch's stack of idle workers, and whether this is in it. Guarded by the watch's lock. */
    @Nullable
    Worker nextIdle;

    boolean idle;

    Worker(int id, Crew crew, DeadlineWaiter waiter, Parts parts) {
        this.id = id;
        this.crew = crew;
        home = crew.lane(id % crew.laneCount());
        seen = new Seen(home);
        this.waiter = waiter;
        this.parts = parts;
        homeHand = new Hand(id);
        hand = homeHand;
        hands = new Hand[crew.laneCount()];
        hands[home.number] = hand;
        this.counters = parts.table().counters(id);
    }

    /** What all workers of a scheduler share. */
    record Parts(TickRun tickRun, WorkerTable table, Listeners listeners, Crew.Aftermath aftermath, HeavyGate gate) {}

    @Override
    public void run() {
        Worker next = this;
        while (next != null) {
            next.serve();
            next = next.heir;
        }
    }

    private void serve() {
        Thread self = Thread.currentThread();
        thread = self;
        identity.capture(self);
        try {
            while (turn()) {
                // all of it is in turn()
            }
        } finally {
            parts.table().remove(this);
        }
    }

    /**
     * One tick, waiting for it included.
     *
     * @return false when the crew is closed
     */
    private boolean turn() {
        try {
            TickEntry entry = crew.claim(this);
            if (entry == null) {
                return false;
            }
            if (entry.isHeavy() && !enterGate(entry)) {
                return true;
            }
            parts.tickRun().body(this, entry);
            parts.tickRun().end(this, entry);
            endStuck(entry);
            leaveGate();
            Lane.end(this, entry);
        } catch (Throwable t) {
            leaveGate();
            // Not the map's code, which TickRun has caught: memory ran out in ours. The tick claimed, if any, is still
            // noted in the hand and goes back at the next claim, so neither the map nor this worker is lost.
            parts.listeners().failed("worker " + id, t);
            LockSupport.parkNanos(BACK_OFF_NS);
        }
        return true;
    }

    /** A stepped turn's first half: claims what is due and runs its body. */
    @Nullable
    TickEntry stepBegin() {
        thread = Thread.currentThread();
        // The thread is the caller's own, and a tick must neither see nor lose an interrupt meant for it.
        boolean interrupted = Thread.interrupted();
        try {
            TickEntry entry = crew.claimDue(this);
            if (entry != null && entry.isHeavy() && !enterGate(entry)) {
                Crew.release(this);
                return null;
            }
            if (entry != null) {
                identity.capture(Thread.currentThread());
                parts.tickRun().body(this, entry);
            } else {
                forget();
            }
            return entry;
        } finally {
            thread = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A stepped turn's second half: counts and puts the tick back. */
    void stepEnd() {
        thread = Thread.currentThread();
        try {
            TickEntry entry = Objects.requireNonNull(hand.running());
            parts.tickRun().end(this, entry);
            endStuck(entry);
            leaveGate();
            Lane.end(this, entry);
            Crew.release(this);
        } finally {
            thread = null;
        }
    }

    /** Whether its last tick has ended, or will end at the next claim. */
    boolean isToEnd() {
        return crew.isClosed() || mustLeave();
    }

    /**
     * A heavy map asks whether its tick may begin, if it is one of the pool's and no last task. If not, its deadline is passed over;
     * it goes back at the next claim, like one whose tick has ended.
     */
    private boolean enterGate(TickEntry entry) {
        if (crew.placement != Placement.POOL || entry.state() == TickState.LAST_WAITING) {
            return true;
        }
        if (parts.gate().enter(entry, nowNs)) {
            gated = entry;
            return true;
        }
        parts.aftermath().settled(entry, entry.passOver(nowNs));
        return false;
    }

    private void leaveGate() {
        TickEntry entry = gated;
        if (entry != null) {
            gated = null;
            parts.gate().leave(entry);
        }
    }

    /** A stepped worker is to end and in no tick. */
    void end() {
        if (!crew.isClosed() && mustLeave()) {
            crew.depart(this);
        }
        parts.table().remove(this);
    }

    /** Whether it leaves its crew at the next claim. */
    boolean mustLeave() {
        return staying == Staying.LEAVES;
    }

    // ---- what the watchdog has seen ----

    /** What was reported of the tick it is in, null for nothing. Any thread. */
    @Nullable
    StuckReport stuckIn() {
        return stuck;
    }

    /** Its tick was reported. The watchdog only. */
    void reported(StuckReport report) {
        STUCK.setVolatile(this, report);
    }

    /** Takes a report back. False if the end of a tick has been faster, which tells of it. */
    boolean takeBack(StuckReport report) {
        return STUCK.compareAndSet(this, report, (StuckReport) null);
    }

    /** A tick has ended: if it was reported, its end is told. */
    private void endStuck(TickEntry entry) {
        StuckReport report = stuck;
        if (report != null && takeBack(report)) {
            report.ended(this, entry);
        }
    }

    /** Waits in the way the watch told; owner only, no lock held. */
    void await(boolean timed) {
        forget();
        waitedTimed = timed;
        if (timed) {
            waiter.awaitUntil(watchNs);
        } else {
            waiter.awaitSignal();
        }
        counters.add(WorkerCounters.WAKEUPS, 1);
    }

    /** Drops the maps its hands have held; see {@link Hand#forget}. Owner only, with nothing left to do. */
    private void forget() {
        for (Hand held : hands) {
            if (held != null) {
                held.forget();
            }
        }
    }

    /** Whether a hand of it still names a map. For tests. */
    boolean remembers() {
        return Arrays.stream(hands).anyMatch(held -> held != null && held.remembers());
    }

    /** It has read the clock after a wait. Owner only, no lock held. */
    void woke() {
        boolean timed = waitedTimed;
        waitedTimed = false;
        if (timed && nowNs - watchNs > HostStalls.LATE_NS) {
            parts.tickRun().insight().stalls().workerWakes(watchNs, nowNs);
        }
    }

    /** The hand for what it takes from a lane next; the one before has nothing left. Owner only, under the lane's lock. */
    Hand take(Lane lane) {
        Hand next = hands[lane.number];
        if (next == null) {
            next = new Hand(id);
            HANDS.setRelease(hands, lane.number, next);
        }
        hand = next;
        return next;
    }

    /** Counts a tick that starts if it is from another lane than the worker's own. Owner only. */
    void countStart() {
        if (hand != homeHand) {
            counters.add(WorkerCounters.STOLEN, 1);
        }
    }

    /** Its hand for what is a lane's, null if it has none; for the audit, under that lane's lock. */
    @Nullable
    Hand handFor(Lane lane) {
        return lane.crew == crew ? hands[lane.number] : null;
    }

    /** The map whose tick this worker is in, as seen on its own thread. */
    @Nullable
    TickEntry ownCurrent() {
        return hand.running();
    }

    /**
     * What this worker is in, as seen from any thread: by what it publishes anyway, so it costs the worker nothing.
     *
     * @return null if it is in no tick
     */
    @Nullable
    TickEntry glimpse() {
        for (int i = 0; i < hands.length; i++) {
            Hand seen = (Hand) HANDS.getAcquire(hands, i);
            TickEntry entry = seen == null ? null : seen.glimpse();
            if (entry != null && entry.isRunBy(id) && entry.isInTick()) {
                return entry;
            }
        }
        return null;
    }

    /** What becomes of a worker of a pool that may be made smaller. */
    enum Staying {
        STAYS,
        /** It may be told to leave in a moment, so nobody counts on it. */
        ASKED,
        /** It leaves once it is in no tick. Never taken back. */
        LEAVES
    }

    @Override
    public String toString() {
        return crew.placement.label() + " worker " + id;
    }
}
