package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * The one registration of a lane that a worker has taken before its time, to start it without the lock the moment the time
 * has come. Guarded by the lane's lock.
 *
 * <p>A worker whose waiter wakes short of a due time, to spin the rest ({@link HybridWaiter}), takes what is due then before it
 * spins. What follows the spin is a compare-and-set; the way through the lane, cold after a sleep, is behind it.
 *
 * <h2>As if the lock were held until the start</h2>
 *
 * Whoever takes the lane's lock, for whatever it is, first takes back what is here ({@link Lane#lock}); the worker takes the
 * lock once more and finds what there is then. The two meet in one word, the turn of the registration: taking back is a
 * compare-and-set from HELD to waiting, the start one from HELD to running. So either the lock was taken before the start, and
 * there is no start; or it was not, and all that the worker has seen of the lane under the lock still holds at its start. Hence
 *
 * <ul>
 *   <li>nobody under the lock ever sees a registration held ahead: not the queue's order, nor a request, nor the audit;
 *   <li>what comes with an earlier due time goes first, and one that comes, ends its suspension or moves to the same due time
 *       finds it queued, with its place among equals;
 *   <li>what the worker leaves behind in the lane is what it has seen there ({@code Crew.lookAgainNs}). It has left its post
 *       before the start, so whoever queues something after that start finds the new posture ({@link Watch}).
 * </ul>
 *
 * The worker never starts it before its time, called or not, and it keeps its post in the watch until it starts it: as long as
 * it spins, what is held here is published as if it were queued, and a newcomer that is due earlier calls it.
 *
 * <p>One and not a run: of a run it may be that the first is taken back and the second started. The rest of what is due then
 * is taken after the first tick, when the way is warm.
 */
final class Ahead {
    private @Nullable TickEntry entry;
    private int worker;

    /** Its place among those of one due time. */
    private long arrival;

    /** A worker takes one, whose place in the queue was this. */
    void set(TickEntry next, int workerId, long itsArrival) {
        entry = next;
        worker = workerId;
        arrival = itsArrival;
    }

    boolean isEmpty() {
        return entry == null;
    }

    /** What is held still, null if there is nothing or it was started. */
    @Nullable
    TickEntry peek() {
        TickEntry held = entry;
        return held != null && held.isHeld() ? held : null;
    }

    /**
     * Takes back what is here.
     *
     * @return what is to be put back into the queue, null if it was started
     */
    @Nullable
    TickEntry takeBack() {
        TickEntry held = entry;
        entry = null;
        if (held == null || !held.letGo(worker)) {
            return null;
        }
        held.arrival = arrival;
        return held;
    }
}
