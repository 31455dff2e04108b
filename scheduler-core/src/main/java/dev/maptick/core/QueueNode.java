package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link DeadlineQueue} orders, and whose turn it is.
 *
 * <h2>The turn</h2>
 *
 * One word says who may change a node now, so that a tick can start and end without the lane's lock:
 *
 * <pre>
 *             hold (lock)                start (worker w)              end (worker w)
 *   QUEUED ──────────────► HELD by w ────────────────────► RUNNING by w ──────────────► QUEUED
 *      ▲                     │   ▲                              │                          ▲
 *      └── take back (lock) ─┘   └── pass on to v (lock)        └─ NOTED: under the lock ──┘
 *   QUEUED ─────── run (lock), for the first of a run ────────► RUNNING by w
 * </pre>
 *
 * QUEUED belongs to the holder of the lane's lock. HELD belongs to nobody yet: the worker that holds it, or a holder of the
 * lock, gets it by compare-and-set, and exactly one does. RUNNING belongs to the worker until it gives it back. A holder of
 * the lock that wants something of a HELD or RUNNING node sets NOTED and leaves a note: the end of the tick, a
 * compare-and-set from RUNNING <em>without</em> NOTED, then fails, and the worker comes to the lock to read the note.
 *
 * <p><b>No note is lost.</b> The setting of NOTED and the end of the tick are compare-and-sets on one word, so one of them
 * comes first. If the note does, the end fails. If the end does, the note's fails and finds QUEUED, which belongs to the
 * lock's holder, who then needs no note. The note itself is written under the lock and read under it.
 *
 * <p>What the former owner wrote is seen by the next: each hand-over is a release of this word read with acquire, or goes
 * through the lock. The number of the worker is part of the word, so a worker whose node was taken back and held by
 * somebody else finds another word and passes it over.
 */
abstract class QueueNode {
    static final int NOT_QUEUED = -1;

    private static final int QUEUED = 0;
    private static final int HELD = 1;
    private static final int RUNNING = 2;
    private static final int KIND = 3;
    private static final int NOTED = 4;
    private static final int WORKER_SHIFT = 3;

    private static final VarHandle TURN;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(QueueNode.class, "turn", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through TURN
    private int turn;

    /** Where the queue keeps this node, {@link #NOT_QUEUED} outside. The queue's; lane lock. */
    int index = NOT_QUEUED;

    /** The slot of a wheel that this node stays in from turn to turn, null in a heap. The queue's; lane lock. */
    @Nullable
    WheelSlot slot;

    /** When this node is due. Written by whoever's turn it is. */
    long dueNs;

    /** When it last came or had its turn, as a running number of the queue. Lane lock. */
    long arrival;

    /** How far apart its due times are. */
    abstract long periodNs();

    /** Reads something from each part of this node that a turn needs, so that it is in the caches by then. */
    long touch() {
        return dueNs;
    }

    /** Whether a queue keeps this node; under the lane's lock. A node that stays in its slot does so during its tick too. */
    final boolean isQueued() {
        return index != NOT_QUEUED;
    }

    /** Whether it stays in the slot of a wheel. For the worker whose turn it is, see {@link #end}. */
    final boolean staysInSlot() {
        return slot != null;
    }

    /** Whether this node comes before another. By difference, so that counter wrap does not matter. */
    final boolean before(QueueNode other) {
        long gap = dueNs - other.dueNs;
        return gap < 0 || (gap == 0 && arrival - other.arrival < 0);
    }

    // ---- the turn ----

    private int turn() {
        return (int) TURN.getAcquire(this);
    }

    /** Whether nobody holds or runs it. Final only for the holder of the lane's lock. */
    final boolean waits() {
        return isWaiting(turn());
    }

    /** Whether a worker holds it and has not started it. */
    final boolean isHeld() {
        return isHeld(turn());
    }

    /** The number of the worker that holds or runs it. Meaningless while it waits. */
    final int worker() {
        return workerOf(turn());
    }

    /** Whether a worker runs it at this moment. Any thread. */
    final boolean isRunBy(int worker) {
        int now = turn();
        return (now & KIND) == RUNNING && workerOf(now) == worker;
    }

    /** The word, for one who looks without taking part; two equal readings under the lock mean that nothing was between them. */
    final int readTurn() {
        return turn();
    }

    /** Whether a word read means that nobody holds or runs the node. */
    static boolean isWaiting(int turn) {
        return (turn & KIND) == QUEUED;
    }

    /** Whether a word read means that a worker holds the node and has not started it. */
    static boolean isHeld(int turn) {
        return (turn & KIND) == HELD;
    }

    /** The number of the worker in a word read. */
    static int workerOf(int turn) {
        return turn >>> WORKER_SHIFT;
    }

    /** A worker takes it to start it soon. Under the lock, and it waits. */
    final void hold(int worker) {
        TURN.setRelease(this, worker << WORKER_SHIFT | HELD);
    }

    /** A worker takes it to start it at once. Under the lock, and it waits. */
    final void run(int worker) {
        TURN.setRelease(this, worker << WORKER_SHIFT | RUNNING);
    }

    /** Passes it on from the worker that holds it to another one. Under the lock. False if it does not hold it any more. */
    final boolean passOn(int from, int to) {
        return swap(from << WORKER_SHIFT | HELD, to << WORKER_SHIFT | HELD);
    }

    /** The same to one that starts it at once. */
    final boolean passOnToRun(int from, int to) {
        return swap(from << WORKER_SHIFT | HELD, to << WORKER_SHIFT | RUNNING);
    }

    /** The worker that holds it starts it; no lock needed. False if it was taken back or passed on. */
    final boolean start(int worker) {
        return swap(worker << WORKER_SHIFT | HELD, worker << WORKER_SHIFT | RUNNING);
    }

    /** The worker that holds it, and nobody has noted anything of it, holds it no more. Under the lock. False if it has started it. */
    final boolean letGo(int worker) {
        return TURN.compareAndSet(this, worker << WORKER_SHIFT | HELD, QUEUED);
    }

    /** The same word with NOTED or without. */
    private boolean swap(int from, int to) {
        return TURN.compareAndSet(this, from, to) || TURN.compareAndSet(this, from | NOTED, to | NOTED);
    }

    /**
     * The worker that runs it ends its turn; no lock needed. It stays in its slot, so {@code dueNs} must be set before.
     *
     * @return false if something was noted meanwhile, and the turn must be ended under the lock
     */
    final boolean end(int worker) {
        return TURN.compareAndSet(this, worker << WORKER_SHIFT | RUNNING, QUEUED);
    }

    /** Ends the turn under the lock. */
    final void endNoted() {
        TURN.setRelease(this, QUEUED);
    }

    /**
     * Makes a node wait if it is not inside a tick. Under the lock.
     *
     * @return false if it is inside one, which will end under the lock
     */
    final boolean takeBack() {
        for (; ; ) {
            int now = turn();
            switch (now & KIND) {
                case QUEUED -> {
                    return true;
                }
                case HELD -> {
                    if (TURN.compareAndSet(this, now, QUEUED)) {
                        return true;
                    }
                }
                default -> {
                    if (TURN.compareAndSet(this, now, now | NOTED)) {
                        return false;
                    }
                }
            }
        }
    }

    /**
     * Sees to it that a turn begun or about to begin ends under the lock. Under the lock.
     *
     * @return false if there is no such turn
     */
    final boolean note() {
        for (; ; ) {
            int now = turn();
            if ((now & KIND) == QUEUED) {
                return false;
            }
            if (TURN.compareAndSet(this, now, now | NOTED)) {
                return true;
            }
        }
    }
}
