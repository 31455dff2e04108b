package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The run of ticks a worker has taken at one go, all of one deadline, but for the first, which it started then and there. It
 * runs them one after the other without the lane's
 * lock, and until it starts one, that one is anybody's: a holder of the lock may take it back, another worker with nothing to
 * do gets half of what is left. So nothing is tied to a worker that is stuck.
 *
 * <p>Filled by the owner under the lock. The place it has come to is written by the owner and read by others without it; it
 * is only a hint where to look, since who gets a registration is decided by its own turn (see {@link QueueNode}).
 */
final class Hand {
    /** More would save nothing: the lock is some 30 ns, shared by this many ticks. */
    static final int CAPACITY = 64;

    private static final VarHandle AT;

    static {
        try {
            AT = MethodHandles.lookup().findVarHandle(Hand.class, "at", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int worker;
    private final @Nullable TickEntry[] entries = new TickEntry[CAPACITY];

    /** The place come to. Owner; others read it. */
    @SuppressWarnings("unused") // through AT
    private int at;

    /** Under the lock, as is the one below. */
    private int end;

    private long dueNs;

    Hand(int worker) {
        this.worker = worker;
    }

    /**
     * The next one that is still to be had, started. Owner only; no lock.
     *
     * @return null if there is none left
     */
    @Nullable
    TickEntry next() {
        while (at < end) {
            TickEntry entry = entries[at];
            entries[at] = null;
            AT.setOpaque(this, at + 1);
            if (entry != null && entry.start(worker)) {
                return entry;
            }
        }
        return null;
    }

    /** Whether there is nothing left. Owner only. */
    boolean isEmpty() {
        return at >= end;
    }

    // ---- under the lock ----

    /** Begins anew; the owner, with nothing left. */
    void begin(long newDueNs) {
        AT.setOpaque(this, 0);
        end = 0;
        dueNs = newDueNs;
    }

    /** How many it was filled with. */
    int size() {
        return end;
    }

    /** The owner takes one that waits. */
    void add(TickEntry entry) {
        entry.hold(worker);
        entries[end++] = entry;
    }

    /** When all that was added is due. */
    long dueNs() {
        return dueNs;
    }

    /** The first that is still to be had, null if there is none. */
    @Nullable
    TickEntry peek() {
        for (int i = (int) AT.getOpaque(this); i < end; i++) {
            TickEntry entry = entries[i];
            if (entry != null && entry.isHeld() && entry.worker() == worker) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Gives another worker, whose hand is empty, the half of what is left that is next, the middle one included. So those that
     * have waited longest go first, while the owner may be stuck.
     *
     * @return the first of it, started for that worker; null if none was to be had
     */
    @Nullable
    TickEntry share(Hand other) {
        int from = (int) AT.getOpaque(this);
        int middle = from + (end - from + 1) / 2;
        TickEntry first = null;
        other.begin(dueNs);
        for (int i = from; i < middle; i++) {
            TickEntry entry = entries[i];
            if (entry == null) {
                continue;
            }
            if (first == null) {
                first = entry.passOnToRun(worker, other.worker) ? entry : null;
            } else if (entry.passOn(worker, other.worker)) {
                other.entries[other.end++] = entry;
            }
        }
        return first;
    }
}
