package dev.maptick.core;

import dev.maptick.core.TickEntry.Suspension;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests a registration's owner can make, from any thread. Each takes the lock of the lane the registration is in;
 * a request that finds it inside a tick only leaves a note, which the worker takes over when it puts the tick back.
 */
final class Controls {
    /** In place of a period that is expected. */
    private static final long ANY = 0;

    private final NanoClock clock;
    private final Moves moves;
    private final Registry registry;
    private final Listeners listeners;
    private final WaitGuard guard;
    private final FaultStages faults;

    Controls(
            NanoClock clock, Moves moves, Registry registry, Listeners listeners, WaitGuard guard, FaultStages faults) {
        this.clock = clock;
        this.moves = moves;
        this.registry = registry;
        this.listeners = listeners;
        this.guard = guard;
        this.faults = faults;
    }

    MoveResult moveTo(TickEntry entry, Placement placement) {
        return moves.moveTo(entry, placement);
    }

    /** Asks a registration to leave, for a caller that watches the registry and not the future. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends in the registry's hands
    void leave(TickEntry entry) {
        unregister(entry, null);
    }

    CompletableFuture<@Nullable Void> unregister(TickEntry entry, @Nullable TickTask last) {
        Worker wake = null;
        boolean left = false;
        UnregisterFuture future;
        Lane lane = Moves.lockLane(entry);
        try {
            TickNotes notes = entry.notes();
            future = notes.future;
            if (future == null) {
                future = new UnregisterFuture(entry, guard);
                notes.future = future;
                if (entry.state() == TickState.STOPPED && future.decide()) {
                    // It was never let in, since a shutdown came first; its owner was told, but others found it.
                    future.finish(null);
                }
            }
            if (!entry.stopping) {
                entry.stopping = true;
                if (last != null) {
                    entry.lastTask = last;
                }
                if (entry.active && lane.takeBack(entry)) {
                    left = leaveNow(entry, lane);
                    wake = lane.callFor(entry);
                }
            }
        } finally {
            lane.unlock();
        }
        signal(wake);
        if (left) {
            moves.release(entry.lane);
            registry.left(entry, false);
        }
        return future;
    }

    /**
     * Lets a registration outside a tick leave, by way of its last task if it has one. Under its lane's lock.
     *
     * @return true if it has left
     */
    boolean leaveNow(TickEntry entry, Lane lane) {
        lane.removeIfQueued(entry);
        if (entry.lastTask == null) {
            entry.stop();
            return true;
        }
        entry.setState(TickState.LAST_WAITING);
        lane.add(entry, clock.nanoTime());
        return false;
    }

    ControlResult setPeriod(TickEntry entry, Duration period) {
        SettingsCheck check = new SettingsCheck();
        long periodNs = check.range("period", period, TickOptions.MIN_PERIOD, TickOptions.MAX_PERIOD);
        check.throwIfAny();
        return setPeriod(entry, ANY, periodNs);
    }

    /**
     * The same for a caller that is not the owner.
     *
     * @param expectedNs the period it must have, or be about to have; another one is its owner's and stays
     * @return UNCHANGED if it has another
     */
    ControlResult setPeriod(TickEntry entry, long expectedNs, long periodNs) {
        Worker wake = null;
        long passedOver = 0;
        boolean suspended = false;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            long toBeNs = entry.periodToBeNs();
            if (toBeNs == periodNs || (expectedNs != ANY && toBeNs != expectedNs)) {
                return ControlResult.UNCHANGED;
            }
            if (!lane.takeBack(entry)) {
                entry.notes().newPeriodNs = periodNs;
                return ControlResult.APPLIED;
            }
            suspended = entry.isSuspended();
            lane.removeIfQueued(entry);
            passedOver = entry.changeGrid(periodNs, clock.nanoTime(), suspended);
            lane.queueAsSuspended(entry);
            wake = lane.callFor(entry);
        } finally {
            lane.unlock();
        }
        signal(wake);
        if (suspended) {
            listeners.suspendedPoints(entry, passedOver);
        } else {
            moves.skipped(entry, passedOver);
        }
        return ControlResult.APPLIED;
    }

    ControlResult suspendUntil(TickEntry entry, long timeNs) {
        long nowNs = clock.nanoTime();
        long aheadNs = timeNs - nowNs;
        if (aheadNs > Lane.FOREVER_NS) {
            return suspend(entry, Suspension.UNLIMITED, 0);
        }
        // A time that has passed means now, so that points that went by in an earlier suspension stay suspended ones.
        return suspend(entry, Suspension.UNTIL, aheadNs < 0 ? nowNs : timeNs);
    }

    ControlResult suspend(TickEntry entry, Suspension kind, long untilNs) {
        return suspend(entry, e -> true, kind, untilNs);
    }

    /**
     * Suspends a map that ticks, for a caller that is not the owner.
     *
     * @return UNCHANGED if it is suspended already
     */
    ControlResult shed(TickEntry entry, long untilNs) {
        return suspend(entry, e -> e.suspension == Suspension.NONE, Suspension.UNTIL, untilNs);
    }

    /**
     * Has a map that was shed resume at another time.
     *
     * @return UNCHANGED if it is not suspended, or not until the time it was shed for
     */
    ControlResult shedUntil(TickEntry entry, long beforeNs, long untilNs) {
        return suspend(
                entry,
                e -> e.suspension == Suspension.UNTIL && e.notes().untilNs == beforeNs,
                Suspension.UNTIL,
                untilNs);
    }

    private ControlResult suspend(TickEntry entry, Predicate<TickEntry> only, Suspension kind, long untilNs) {
        Worker wake = null;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            boolean same =
                    entry.suspension == kind && (kind == Suspension.UNLIMITED || entry.notes().untilNs == untilNs);
            if (same || !only.test(entry)) {
                return ControlResult.UNCHANGED;
            }
            boolean waits = lane.takeBack(entry);
            entry.suspension = kind;
            if (kind == Suspension.UNTIL) {
                entry.notes().untilNs = untilNs;
            }
            if (waits) {
                lane.removeIfQueued(entry);
                entry.setState(TickState.SUSPENDED);
                lane.queueAsSuspended(entry);
                wake = lane.callFor(entry);
            }
        } finally {
            lane.unlock();
        }
        signal(wake);
        return ControlResult.APPLIED;
    }

    /**
     * Ends a suspension asked for.
     *
     * @param byHand whether also the one for its faults
     */
    ControlResult resume(TickEntry entry, boolean byHand) {
        Worker wake = null;
        long passed = 0;
        boolean lifted;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            long nowNs = clock.nanoTime();
            lifted = byHand && FaultStages.lift(entry, nowNs);
            if (entry.suspension == Suspension.NONE && !lifted) {
                return ControlResult.UNCHANGED;
            }
            boolean waits = lane.takeBack(entry);
            entry.suspension = Suspension.NONE;
            if (waits) {
                lane.removeIfQueued(entry);
                entry.endFaultSuspensionIfOver(nowNs);
                passed = entry.isSuspended() ? 0 : entry.endSuspension(nowNs);
                lane.queueAsSuspended(entry);
                wake = lane.callFor(entry);
            }
        } finally {
            lane.unlock();
        }
        signal(wake);
        listeners.suspendedPoints(entry, passed);
        if (lifted) {
            faults.tell(entry);
        }
        return ControlResult.APPLIED;
    }

    /**
     * The limit of a shutdown has passed: a registration that waits for its last task leaves without it, one inside a tick
     * is noted to leave without one. Either way its future ends with the reason.
     *
     * @return what it was doing; empty-handed if it has left meanwhile
     */
    Abandoned abandon(TickEntry entry) {
        int worker = -1;
        boolean left = false;
        UnregisterFuture future;
        TickState state;
        Lane lane = Moves.lockLane(entry);
        try {
            state = entry.state();
            if (state == TickState.STOPPED) {
                return new Abandoned(false, state, worker);
            }
            TickNotes notes = entry.notes();
            future = notes.future;
            notes.givenUp = true;
            if (!lane.takeBack(entry)) {
                // Its worker may be just before or behind the change of its state. Whether it is in its last task or in
                // an ordinary tick does not change any more.
                boolean last = state == TickState.LAST_WAITING || state == TickState.LAST_RUNNING;
                state = last ? TickState.LAST_RUNNING : TickState.RUNNING;
                worker = entry.worker();
                entry.lastTask = last ? entry.lastTask : null;
            } else {
                lane.removeIfQueued(entry);
                entry.stop();
                left = true;
            }
        } finally {
            lane.unlock();
        }
        String doing = switch (state) {
            case LAST_RUNNING -> "its last task was still running";
            case LAST_WAITING -> "its last task had found no free thread";
            default -> "its tick was still running";
        };
        UnfinishedException reason = new UnfinishedException(
                "map " + Names.quote(entry.name()) + " had not left when the shutdown limit passed: " + doing);
        registry.abandon(entry, future, reason);
        if (left) {
            moves.release(entry.lane);
            registry.left(entry, true);
        }
        return new Abandoned(true, state, worker);
    }

    /** What became of an abandoned registration, and the number of the worker whose tick it is in, -1 if it is in none. */
    record Abandoned(boolean unfinished, TickState state, int worker) {}

    /** A registration leaves in time. Under its lane's lock. */
    void countLeft() {
        registry.countLeft();
    }

    static void signal(@Nullable Worker worker) {
        if (worker != null) {
            worker.waiter.signal();
        }
    }
}
