package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Whether a registration is where {@link Lane} promises it to be. Each call under the lock of its lane; a few reads each.
 *
 * <h2>What must be</h2>
 *
 * <pre>
 *   turn     registration                 must stand
 *   QUEUED   suspended without end        nowhere
 *   QUEUED   any other                    in its lane's queue where it says, and be come to there in time
 *   HELD     by worker w                  in w's hand, not passed yet; in the queue only in its slot
 *   RUNNING  by worker w                  in w's hand at the place w has come to; in the queue only in its slot
 * </pre>
 *
 * <p>"Come to in time" is exact and needs no clock: in a heap, not before its parent; in a wheel, due at the cursor's next
 * visit or later, and that visit not before the next one planned. From the other side, whoever stands in a queue says that it
 * stands there, and has not left. Both sides together: each is queued once.
 *
 * <h2>Why nothing is found that is not there</h2>
 *
 * All that is read belongs to the lock of the lane and is at rest while that is held, but for what workers write without
 * it.
 *
 * <ol>
 *   <li><b>The turn.</b> Without the lock it goes HELD → RUNNING → QUEUED and no further: all that leads out of QUEUED, and
 *       back to HELD, takes the lock. So equal readings before and after a look mean that nothing was between them, and a
 *       fault found between unequal ones is forgotten and looked for again, twice at most.
 *   <li><b>Where a hand stands</b>: the place come to, {@code at}, and {@code running}. Its owner, for place i: {@code at = i +
 *       1}; {@code running = true}; start, by compare-and-set from HELD; the tick; the end, by compare-and-set to QUEUED or
 *       under the lock; {@code running = false}, and then {@code at = i + 2}, both with release. Whoever reads HELD after having
 *       read {@code at > i + 1} therefore reads something else the second time, since the start came before that {@code at}.
 *       Whoever reads RUNNING, with acquire, reads {@code at > i} after it, and {@code running} set for i or a later state; and if
 *       it reads {@code at > i + 1} or finds {@code running} cleared, the end came before that, and the second reading of the
 *       turn sees it. So at equal readings HELD means {@code at <= i + 1}, and RUNNING means {@code at = i + 1} and {@code
 *       running}, which is what is asked. What else is in a hand is written under the lock of the one lane it is for.
 *   <li><b>State and due time</b> are the owner's while its turn lasts, and are looked at in QUEUED only, whose reading with
 *       acquire sees what the owner wrote before the end.
 * </ol>
 *
 * A move holds both locks, and who finds {@code entry.lane} unchanged under the lock holds the right one. A registration not
 * let in yet, or left, is none of this class's.
 */
final class PlaceCheck {
    private final WorkerTable workers;

    PlaceCheck(WorkerTable workers) {
        this.workers = workers;
    }

    /** Whether it was let in and has not left. */
    static boolean isLive(TickEntry entry) {
        return entry.active && entry.state() != TickState.STOPPED;
    }

    /** What is wrong with it, null if nothing is. Under the lock. */
    @Nullable
    String wrong(TickEntry entry, Lane of) {
        for (; ; ) {
            int turn = entry.readTurn();
            String wrong = QueueNode.isWaiting(turn) ? wrongWaiting(entry, of) : wrongInTurn(entry, of, turn);
            if (wrong == null || entry.readTurn() == turn) {
                return wrong;
            }
        }
    }

    private static @Nullable String wrongWaiting(TickEntry entry, Lane of) {
        DeadlineQueue<TickEntry> queue = of.queue();
        if (entry.isInTick()) {
            return "in a tick that no worker runs";
        }
        if (!entry.stopping && entry.isSuspendedForever()) {
            return entry.isQueued() ? "suspended without end, and queued" : null;
        }
        if (!entry.isQueued()) {
            return "waits in no queue";
        }
        if (!queue.holds(entry)) {
            return "does not stand in the queue where it says";
        }
        if (!queue.comesUp(entry)) {
            return "stands in the queue where nobody comes to it in time";
        }
        return null;
    }

    private @Nullable String wrongInTurn(TickEntry entry, Lane of, int turn) {
        int number = QueueNode.workerOf(turn);
        Worker worker = number < workers.size() ? workers.get(number) : null;
        Hand hand = worker == null ? null : worker.handFor(of);
        if (hand == null) {
            return "belongs to worker " + number + ", which does not exist or does not serve its lane";
        }
        if (entry.isQueued() && !(entry.staysInSlot() && of.queue().holds(entry))) {
            return "belongs to worker " + number + ", and is queued outside its slot";
        }
        if (QueueNode.isHeld(turn)) {
            return hand.holds(entry) ? null : "held by worker " + number + ", which will not come to it";
        }
        return hand.runs(entry) ? null : "run by worker " + number + ", which is not in its tick";
    }

    /** What is wrong with one that stands where a walk has just stepped, in the queue of a lane. */
    static @Nullable String wrongPlace(TickEntry entry, Lane of, QueueWalk walk) {
        if (!walk.isPlaceOf(entry)) {
            return "stands in the queue a second time";
        }
        return entry.lane == of && isLive(entry) ? null : "stands in the queue of a lane that it has left";
    }

    /** Whether one with which nothing is wrong waits in its queue and was due before a time. */
    static boolean waitsSince(TickEntry entry, long timeNs) {
        return entry.waits() && entry.isQueued() && entry.dueNs - timeNs < 0;
    }
}
