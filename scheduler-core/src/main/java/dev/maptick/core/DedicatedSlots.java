package dev.maptick.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dedicated threads there may be, handed out one to a map. A slot taken is a lane of its own with one worker; when the
 * map leaves, the lane is closed, the slot is free at once and its thread ends. Whoever takes the slot next first waits
 * for that thread to be gone, so there are never more threads than slots. Any thread; guarded by the monitor, which is
 * not held while threads start or end.
 */
final class DedicatedSlots {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    /**
     * Longest wait for the thread before to end. It has nothing left to do but to return, so this only has to outlast a
     * machine that gives it no processor for a while; a map must not lose its thread to that.
     */
    private static final long THREAD_END_MS = 5_000;

    private final LaneFactory lanes;
    private final WorkerLauncher launcher;
    private final WorkerTable workers;
    private final Listeners listeners;
    private final Deque<Slot> free = new ArrayDeque<>();
    private final List<Slot> used = new ArrayList<>();
    private final LongAdder refused = new LongAdder();

    DedicatedSlots(
            int firstId,
            int count,
            LaneFactory lanes,
            WorkerLauncher launcher,
            WorkerTable workers,
            Listeners listeners) {
        this.lanes = lanes;
        this.launcher = launcher;
        this.workers = workers;
        this.listeners = listeners;
        for (int i = 0; i < count; i++) {
            free.add(new Slot(firstId + i));
        }
    }

    /** Makes a lane and its worker. */
    interface LaneFactory {
        /** The one worker, with the given number, of a lane of its own. */
        Worker dedicated(int id);
    }

    /** A lane, or why there is none. */
    record Grant(@Nullable Lane lane, MoveResult result) {}

    Grant acquire(String name) {
        Slot slot;
        synchronized (this) {
            slot = free.poll();
        }
        if (slot == null) {
            refused.increment();
            return new Grant(null, MoveResult.NO_FREE_THREAD);
        }
        Worker worker = null;
        try {
            Worker self = workers.ofCurrentThread();
            if (self != null && self.id == slot.id && launcher.hasThreads()) {
                // The caller is on the thread that is leaving this very slot: it stays, and serves the new lane next. A
                // stepped worker leaves at once instead, and the next one comes to the stepper like any other.
                worker = lanes.dedicated(slot.id);
                self.heir = worker;
            } else {
                WorkerLauncher.Launched before = slot.launched;
                if (before != null && !before.awaitEnd(THREAD_END_MS)) {
                    throw new IllegalStateException(before.name() + " has not ended yet");
                }
                worker = lanes.dedicated(slot.id);
                slot.launched = launcher.launch(worker);
            }
        } catch (Throwable t) {
            refused.increment();
            if (worker != null) {
                // A factory may have started the thread itself; closed, the lane lets it go.
                worker.crew.close().forEach(w -> w.waiter.signal());
                worker.end();
            }
            synchronized (this) {
                free.add(slot);
            }
            listeners.log(() -> LOG.warn(
                    "no dedicated thread for map {}, the slot is free again: {}", Names.quote(name), t.toString()));
            return new Grant(null, MoveResult.THREAD_FAILED);
        }
        synchronized (this) {
            slot.lane = worker.home;
            used.add(slot);
        }
        return new Grant(worker.home, MoveResult.MOVED);
    }

    /** Closes a lane whose map has gone and frees its slot. Lanes of the pool, and lanes freed before, are ignored. */
    void release(Lane lane) {
        wake(vacate(lane));
    }

    /**
     * The same for a caller that holds lanes' locks, so that whoever sees the map in its next lane finds the slot free.
     * The monitor is taken inside those locks here and never the other way round.
     *
     * @return the workers to {@link #wake} once the locks are free
     */
    List<Worker> vacate(Lane lane) {
        if (lane.placement() != Placement.DEDICATED) {
            return List.of();
        }
        List<Worker> workers = lane.crew.close();
        synchronized (this) {
            for (Slot slot : used) {
                if (slot.lane == lane) {
                    slot.lane = null;
                    used.remove(slot);
                    free.add(slot);
                    break;
                }
            }
        }
        return workers;
    }

    /** Lets workers of closed lanes end. */
    static void wake(List<Worker> workers) {
        for (Worker worker : workers) {
            worker.waiter.signal();
        }
    }

    synchronized int inUse() {
        return used.size();
    }

    /** How many are to be had at this moment. */
    synchronized int freeNow() {
        return free.size();
    }

    long refused() {
        return refused.sum();
    }

    /** Closes every lane in use and returns all threads that were ever started and may still be ending. */
    List<WorkerLauncher.Launched> closeAll() {
        List<Lane> open = new ArrayList<>();
        List<WorkerLauncher.Launched> launched = new ArrayList<>();
        synchronized (this) {
            for (Slot slot : used) {
                if (slot.lane != null) {
                    open.add(slot.lane);
                }
                add(launched, slot);
            }
            free.forEach(slot -> add(launched, slot));
        }
        open.forEach(this::release);
        return launched;
    }

    private static void add(List<WorkerLauncher.Launched> launched, Slot slot) {
        if (slot.launched != null) {
            launched.add(slot.launched);
        }
    }

    /** One thread there may be. */
    private static final class Slot {
        private final int id;

        /** The thread that held it last. Written by the taker alone, handed over by the monitor. */
        private WorkerLauncher.@Nullable Launched launched;

        private @Nullable Lane lane;

        Slot(int id) {
            this.id = id;
        }
    }
}
