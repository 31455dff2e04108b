package dev.maptick.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Moves of registrations between lanes, and what follows the end of a tick once the lane's lock is free.
 *
 * <p>A move holds both lanes' locks, the pool's first (one of the two is always the pool), so a registration is always in
 * exactly one lane, and whoever holds the lock of {@code entry.lane} and finds that field unchanged may rely on it. A move
 * asked for during a tick is noted in {@code entry.nextLane} and made by the worker at the end of that tick; the slot of a
 * dedicated thread is taken when the move is asked for.
 */
final class Moves implements Crew.Aftermath {
    private final DedicatedSlots slots;
    private final Registry registry;
    private final Listeners listeners;
    private final Events events;

    /** Deadlines passed over outside ticks. */
    private final LongAdder skippedOutside = new LongAdder();

    /** A move made. */
    record Move(Placement from, Placement to) {}

    Moves(DedicatedSlots slots, Registry registry, Listeners listeners, Events events) {
        this.slots = slots;
        this.registry = registry;
        this.listeners = listeners;
        this.events = events;
    }

    /** Locks the lane the registration is in. */
    static Lane lockLane(TickEntry entry) {
        for (; ; ) {
            Lane lane = entry.lane;
            lane.lock();
            if (entry.lane == lane) {
                return lane;
            }
            lane.unlock();
        }
    }

    /** As its owner asks. */
    MoveResult moveTo(TickEntry entry, Placement placement) {
        return move(entry, Objects.requireNonNull(placement, "placement"), true);
    }

    /** As the scheduler finds better, unless its owner has asked for the other by then. */
    MoveResult shift(TickEntry entry, Placement placement) {
        return move(entry, placement, false);
    }

    /** Where it is once a tick under way has ended. */
    static Placement placementToBe(TickEntry entry) {
        Lane lane = lockLane(entry);
        try {
            return placementToBeUnderLock(entry);
        } finally {
            lane.unlock();
        }
    }

    private MoveResult move(TickEntry entry, Placement placement, boolean byOwner) {
        MoveResult result = placement == Placement.POOL ? move(entry, entry.poolLane, placement, byOwner) : null;
        while (result == null) {
            result = needsLane(entry) ? moveToNewLane(entry, byOwner) : move(entry, null, placement, byOwner);
        }
        return result;
    }

    private @Nullable MoveResult moveToNewLane(TickEntry entry, boolean byOwner) {
        if (byOwner) {
            entry.want(Placement.DEDICATED);
        }
        DedicatedSlots.Grant grant = slots.acquire(entry.name());
        Lane target = grant.lane();
        if (target == null) {
            return grant.result();
        }
        MoveResult result = move(entry, target, Placement.DEDICATED, byOwner);
        if (result != MoveResult.MOVED) {
            slots.release(target);
        }
        return result;
    }

    private static boolean needsLane(TickEntry entry) {
        Lane lane = lockLane(entry);
        try {
            return !entry.stopping && entry.lane.placement() == Placement.POOL && entry.nextLane() == null;
        } finally {
            lane.unlock();
        }
    }

    private static Placement placementToBeUnderLock(TickEntry entry) {
        Lane next = entry.nextLane();
        return next == null ? entry.lane.placement() : next.placement();
    }

    /**
     * Moves, or notes the move.
     *
     * @param target the lane to move to, or null when the caller found that no new lane is needed
     * @return null when one is needed by now
     */
    private @Nullable MoveResult move(TickEntry entry, @Nullable Lane target, Placement placement, boolean byOwner) {
        Worker wake = null;
        List<Worker> ending = List.of();
        Lane unused = null;
        Lane spare = null;
        Lane from = lockWith(entry, target);
        try {
            if (entry.stopping) {
                return MoveResult.GONE;
            }
            if (byOwner) {
                entry.want(placement);
            } else if (entry.isPlacedByOwner() && entry.requestedPlacement() != placement) {
                return MoveResult.ALREADY_THERE;
            }
            if (placementToBeUnderLock(entry) == placement) {
                return MoveResult.ALREADY_THERE;
            }
            if (from.placement() == placement) {
                // A move away was noted and not made yet: take the note back.
                unused = entry.nextLane();
                entry.notes().nextLane = null;
                // The caller may have taken a new lane, while another one brought the map to one of the same kind.
                spare = target;
                return MoveResult.MOVED;
            }
            if (target == null) {
                return null;
            }
            if (!from.takeBack(entry)) {
                entry.notes().nextLane = target;
                return MoveResult.MOVED;
            }
            boolean queued = entry.isQueued();
            from.removeIfQueued(entry);
            enter(entry, target);
            if (queued) {
                target.add(entry, entry.dueNs);
            }
            // Before somebody is chosen to be called: nothing may fail between that and the call.
            ending = slots.vacate(from);
            wake = queued ? target.callFor(entry) : null;
        } finally {
            unlock(from, target);
            if (unused != null) {
                slots.release(unused);
            }
            if (spare != null) {
                slots.release(spare);
            }
        }
        Controls.signal(wake);
        DedicatedSlots.wake(ending);
        tell(entry);
        return MoveResult.MOVED;
    }

    /** Locks the registration's lane and the other one, the pool's first. */
    private Lane lockWith(TickEntry entry, @Nullable Lane other) {
        for (; ; ) {
            Lane lane = entry.lane;
            if (other != null && other != lane && other.placement() == Placement.POOL) {
                other.lock();
                lane.lock();
            } else {
                lane.lock();
                if (other != null && other != lane) {
                    other.lock();
                }
            }
            if (entry.lane == lane) {
                return lane;
            }
            unlock(lane, other);
        }
    }

    private static void unlock(Lane lane, @Nullable Lane other) {
        lane.unlock();
        if (other != null && other != lane) {
            other.unlock();
        }
    }

    /** Holding both lanes' locks; {@link #tell} is owed after they are free. */
    private static void enter(TickEntry entry, Lane lane) {
        TickNotes notes = entry.notes();
        News<Move> news = notes.moveNews;
        if (news == null) {
            news = new News<>();
            notes.moveNews = news;
        }
        news.add(new Move(entry.lane.placement(), lane.placement()));
        entry.lane = lane;
        entry.setPlacement(lane.placement());
    }

    /** By a thread that has just made a move, and so sees the news that came with the first one. */
    private void tell(TickEntry entry) {
        TickNotes notes = entry.notesIfAny();
        News<Move> news = notes == null ? null : notes.moveNews;
        if (news != null) {
            news.tell(move -> told(entry, move));
        }
    }

    private void told(TickEntry entry, Move move) {
        listeners.moved(entry, move.from(), move.to());
        events.moved(entry, move.from(), move.to());
    }

    @Override
    public void transfer(TickEntry entry, Worker worker) {
        for (; ; ) {
            Lane noted = nextLane(entry);
            if (noted == null) {
                // Taken back meanwhile: the worker's next claim puts the tick back where it is.
                return;
            }
            long outcome;
            Worker wake;
            List<Worker> ending;
            Lane from = lockWith(entry, noted);
            try {
                if (entry.nextLane() != noted) {
                    continue;
                }
                entry.notes().nextLane = null;
                from.removeIfQueued(entry);
                enter(entry, noted);
                outcome = noted.putBack(entry, worker, true);
                ending = slots.vacate(from);
                wake = noted.callFor(entry);
            } finally {
                unlock(from, noted);
            }
            Controls.signal(wake);
            DedicatedSlots.wake(ending);
            tell(entry);
            settled(entry, outcome);
            return;
        }
    }

    private static @Nullable Lane nextLane(TickEntry entry) {
        Lane lane = lockLane(entry);
        try {
            return entry.nextLane();
        } finally {
            lane.unlock();
        }
    }

    @Override
    public void settled(TickEntry entry, long outcome) {
        if (outcome == Lane.LEFT) {
            release(entry.lane);
            registry.left(entry, true);
        } else if (outcome > 0) {
            skipped(entry, outcome);
        }
    }

    @Override
    public void resumed(TickEntry entry, long points) {
        listeners.suspendedPoints(entry, points);
    }

    void skipped(TickEntry entry, long count) {
        skippedOutside.add(count);
        listeners.skipped(entry, count);
    }

    long skippedOutside() {
        return skippedOutside.sum();
    }

    void release(Lane lane) {
        slots.release(lane);
    }
}
