package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The run of ticks a worker has taken from one lane at one go, in the order of their deadlines; the first it started then and
 * there. It runs them one after the other without the lane's lock, and until it starts one, that one is anybody's: a holder
 * of the lock may take it back, another worker with nothing to do gets half of what is left. So nothing is tied to a worker
 * that is stuck.
 *
 * <p>One array, filled once a run, and no field that names the present tick. A reference written into an object that has
 * lived for a while costs a fence with the default collector of today's JDKs (G1 up to JDK 25), as much as all the counts
 * of a tick together; see docs/performance.md.
 *
 * <p>Filled by the owner under the lock. The place it has come to is written by the owner and read by others without it; it
 * is only a hint where to look, since who gets a registration is decided by its own turn (see {@link QueueNode}). A worker has
 * a hand for each lane it has taken from, so that each hand is under one lock for all its life.
 */
final class Hand {
    /** More would save nothing: one hold of the lock is shared by this many ticks. */
    static final int CAPACITY = 64;

    private static final VarHandle AT;
    private static final VarHandle IN_TICK;

    static {
        try {
            AT = MethodHandles.lookup().findVarHandle(Hand.class, "at", int.class);
            IN_TICK = MethodHandles.lookup().findVarHandle(Hand.class, "running", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int worker;
    private final @Nullable TickEntry[] entries = new TickEntry[CAPACITY];

    /** The place come to, one past the present tick. Owner; others read it. */
    @SuppressWarnings("unused") // through AT
    private int at;

    /** Whether the tick before the place come to is started and not put back. Owner; see {@link #running}. */
    private boolean running;

    /** Under the lock, as is the one below. */
    private int end;

    private long dueNs;

    /** The end of the longest run since {@link #forget}, the present one left out. Owner. */
    private int longest;

    /** Whether the lane looks here for what others might take. Under the lock. */
    private boolean listed;

    Hand(int worker) {
        this.worker = worker;
    }

    /**
     * Starts the next one that is still to be had. Owner only; no lock.
     *
     * @return null if there is none left
     */
    @Nullable
    TickEntry next() {
        while (at < end) {
            TickEntry entry = entries[at];
            // With release: who reads that this place is passed sees what became of the one before.
            AT.setRelease(this, at + 1);
            if (entry != null) {
                // Before the start: who finds it started finds this too.
                running = true;
                if (entry.start(worker)) {
                    return entry;
                }
                running = false;
            }
        }
        return null;
    }

    /** Passes what is left by: it was taken back. Owner only. */
    void drop() {
        AT.setRelease(this, end);
    }

    /** The tick started and not put back yet, null for none. Owner only. */
    @Nullable
    TickEntry running() {
        return running ? entries[at - 1] : null;
    }

    /** It is put back. Owner only. With release: who finds this finds it put back. */
    void done() {
        IN_TICK.setRelease(this, false);
    }

    /**
     * Drops what it has held, so that maps that have left are not kept for as long as nothing else comes. Owner only, with
     * nothing left; no lock: others find nothing in the places passed either way.
     */
    void forget() {
        if (entries[0] != null) {
            Arrays.fill(entries, 0, Math.max(longest, end), null);
            longest = 0;
        }
    }

    /** Whether it still names a map that it has held. For tests. */
    boolean remembers() {
        return Arrays.stream(entries).anyMatch(Objects::nonNull);
    }

    /** Whether there is nothing left. Owner only. */
    boolean isEmpty() {
        return at >= end;
    }

    /**
     * The tick its owner seems to be in, null for none. Any thread; the array is read while the owner may be filling it anew, so
     * the answer counts only if that registration's own word says the same ({@link QueueNode#isRunBy}).
     */
    @Nullable
    TickEntry glimpse() {
        int place = (int) AT.getAcquire(this) - 1;
        return place < 0 || !(boolean) IN_TICK.getAcquire(this) ? null : entries[place];
    }

    // ---- under the lock ----

    /** Begins anew with a tick that the owner has started; with nothing left. */
    void begin(TickEntry first) {
        dueNs = first.dueNs;
        longest = Math.max(longest, end);
        entries[0] = first;
        end = 1;
        running = true;
        AT.setOpaque(this, 1);
    }

    /** Begins anew with one that waits and is to be started when its time has come; see {@link Ahead}. */
    void beginAhead(TickEntry only) {
        dueNs = only.dueNs;
        entries[0] = only;
        end = 1;
        AT.setOpaque(this, 0);
        only.hold(worker);
    }

    /** Lets go of all, which is done or somebody else's. Its owner is in no tick and takes no more. */
    void empty() {
        end = 0;
        AT.setRelease(this, 0);
        Arrays.fill(entries, null);
    }

    /** How many are left. Owner only. */
    int left() {
        return end - at;
    }

    boolean hasRoom() {
        return end < CAPACITY;
    }

    boolean isOf(int workerId) {
        return worker == workerId;
    }

    boolean isListed() {
        return listed;
    }

    void list(boolean now) {
        listed = now;
    }

    /** The owner takes one that waits. */
    void add(TickEntry entry) {
        entry.hold(worker);
        entries[end++] = entry;
    }

    /** Whether its owner has a registration still to come to, or is just starting it; for the audit. */
    boolean holds(TickEntry entry) {
        for (int i = Math.max(0, (int) AT.getAcquire(this) - 1); i < end; i++) {
            if (entries[i] == entry) {
                return true;
            }
        }
        return false;
    }

    /** Whether its owner has come to a registration, and has not put it back; for the audit. */
    boolean runs(TickEntry entry) {
        boolean inTick = (boolean) IN_TICK.getAcquire(this);
        int place = (int) AT.getAcquire(this) - 1;
        return inTick && place >= 0 && entries[place] == entry;
    }

    /** When the first that was added is due; all others are due little later, see {@link Lane}. */
    long dueNs() {
        return dueNs;
    }

    /** The first that is still to be had, null if there is none. */
    @Nullable
    TickEntry peek() {
        for (int i = (int) AT.getOpaque(this); i < end; i++) {
            TickEntry entry = entries[i];
            if (isHere(entry)) {
                return entry;
            }
        }
        return null;
    }

    /** The last that is still to be had, if it is due after a time; else null. */
    @Nullable
    TickEntry lastAfter(long timeNs) {
        int from = (int) AT.getOpaque(this);
        for (int i = end - 1; i >= from; i--) {
            TickEntry entry = entries[i];
            if (entry != null && isHere(entry)) {
                return entry.dueNs - timeNs > 0 ? entry : null;
            }
        }
        return null;
    }

    /**
     * Gives another worker, whose hand is empty, the half of what is left that is next, the middle one included, and starts the
     * first of it for that worker. So those that have waited longest go first, while the owner may be stuck.
     *
     * @return false if none was to be had
     */
    boolean share(Hand other) {
        int from = (int) AT.getOpaque(this);
        int wanted = (countHeld(from) + 1) / 2;
        boolean any = false;
        for (int i = from; i < end && wanted > 0; i++) {
            TickEntry entry = entries[i];
            if (entry == null) {
                continue;
            }
            if (any) {
                if (entry.passOn(worker, other.worker)) {
                    other.entries[other.end++] = entry;
                    wanted--;
                }
            } else if (entry.passOnToRun(worker, other.worker)) {
                other.begin(entry);
                any = true;
                wanted--;
            }
        }
        return any;
    }

    private int countHeld(int from) {
        int held = 0;
        for (int i = from; i < end; i++) {
            held += isHere(entries[i]) ? 1 : 0;
        }
        return held;
    }

    private boolean isHere(@Nullable TickEntry entry) {
        return entry != null && entry.isHeld() && entry.worker() == worker;
    }
}
