package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes ticks from one lane and runs them, one after the other, until the lane is closed. On a thread of its own by
 * {@link #run()}, or stepped by a caller.
 */
final class Worker implements Runnable {
    /** Pause after a failure of our own, so that a lasting one does not spin. */
    private static final long BACK_OFF_NS = 1_000_000;

    final int id;
    final Lane lane;
    final DeadlineWaiter waiter;
    final WorkerCounters counters;
    final WorkerIdentity identity = new WorkerIdentity();
    final Parts parts;

    /** The thread this worker is, or is being stepped by; null between steps. */
    volatile @Nullable Thread thread;

    /** The ticks claimed and not started. */
    final Hand hand;

    /** The latest reading of the clock: at the claim, or at the end of the tick before. Owner only. */
    long nowNs;

    /** Ticks since the last run was claimed, and how long they took. Owner only. */
    int ran;

    long ranNs;

    /** Keeps the reads that bring memory near from being left out. Owner only, of no meaning. */
    long prefetched;

    /** Until when it waits, if there is a time. Owner only. */
    long watchNs;

    /** What the body of the current tick threw. Owner only. */
    @Nullable
    Throwable fault;

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

    /** Next in the lane's stack of idle workers, and whether this is in it. Guarded by the lane's lock. */
    @Nullable
    Worker nextIdle;

    boolean idle;

    Worker(int id, Lane lane, DeadlineWaiter waiter, Parts parts) {
        this.id = id;
        this.lane = lane;
        this.waiter = waiter;
        this.parts = parts;
        this.hand = new Hand(id);
        this.counters = parts.table().counters(id);
    }

    /** What all workers of a scheduler share. */
    record Parts(TickRun tickRun, WorkerTable table, Listeners listeners, Lane.Aftermath aftermath) {}

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
     * @return false when the lane is closed
     */
    private boolean turn() {
        try {
            TickEntry entry = lane.claim(this);
            if (entry == null) {
                return false;
            }
            parts.tickRun().body(this, entry);
            parts.tickRun().end(this, entry);
            lane.end(this, entry);
        } catch (Throwable t) {
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
            TickEntry entry = lane.claimDue(this);
            if (entry != null) {
                identity.capture(Thread.currentThread());
                parts.tickRun().body(this, entry);
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
            lane.end(this, entry);
            lane.release(this);
        } finally {
            thread = null;
        }
    }

    /** A stepped worker's lane is closed and its last tick has ended. */
    void end() {
        parts.table().remove(this);
    }

    /** Waits in the way the lane told; owner only, no lock held. */
    void await(boolean timed) {
        if (timed) {
            waiter.awaitUntil(watchNs);
        } else {
            waiter.awaitSignal();
        }
        counters.add(WorkerCounters.WAKEUPS, 1);
    }

    /** The map whose tick this worker is in, as seen on its own thread. */
    @Nullable
    TickEntry ownCurrent() {
        return hand.running();
    }

    @Override
    public String toString() {
        return lane.placement.label() + " worker " + id;
    }
}
