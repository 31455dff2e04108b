package dev.maptick.core;

import dev.maptick.core.TickEntry.Suspension;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests a registration's owner can make, from any thread. Each takes the lock of the lane the registration is in;
 * a request that finds it inside a tick only leaves a note, which the worker takes over when it puts the tick back.
 */
final class Controls {
    private final NanoClock clock;
    private final Moves moves;
    private final Registry registry;
    private final Listeners listeners;
    private final WaitGuard guard;

    Controls(NanoClock clock, Moves moves, Registry registry, Listeners listeners, WaitGuard guard) {
        this.clock = clock;
        this.moves = moves;
        this.registry = registry;
        this.listeners = listeners;
        this.guard = guard;
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
            future = entry.future;
            if (future == null) {
                future = new UnregisterFuture(entry, guard);
                entry.future = future;
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
                if (entry.active && !entry.isInTick()) {
                    left = leaveNow(entry, lane);
                    wake = lane.wakeFor(entry);
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
        Worker wake = null;
        long passedOver = 0;
        boolean suspended = false;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            long inForceNs = entry.newPeriodNs != 0 ? entry.newPeriodNs : entry.schedule.periodNs();
            if (inForceNs == periodNs) {
                return ControlResult.UNCHANGED;
            }
            if (entry.isInTick()) {
                entry.newPeriodNs = periodNs;
                return ControlResult.APPLIED;
            }
            suspended = entry.suspension != Suspension.NONE;
            lane.removeIfQueued(entry);
            entry.cell.begin();
            passedOver = entry.schedule.changePeriod(periodNs, clock.nanoTime(), suspended);
            entry.cell.end();
            lane.queueAsSuspended(entry);
            wake = lane.wakeFor(entry);
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
        Worker wake = null;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            if (entry.suspension == kind && (kind == Suspension.UNLIMITED || entry.untilNs == untilNs)) {
                return ControlResult.UNCHANGED;
            }
            entry.suspension = kind;
            entry.untilNs = untilNs;
            if (!entry.isInTick()) {
                lane.removeIfQueued(entry);
                entry.setState(TickState.SUSPENDED);
                lane.queueAsSuspended(entry);
                wake = lane.wakeFor(entry);
            }
        } finally {
            lane.unlock();
        }
        signal(wake);
        return ControlResult.APPLIED;
    }

    ControlResult resume(TickEntry entry) {
        Worker wake = null;
        long passed = 0;
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.stopping) {
                return ControlResult.GONE;
            }
            if (entry.suspension == Suspension.NONE) {
                return ControlResult.UNCHANGED;
            }
            entry.suspension = Suspension.NONE;
            if (!entry.isInTick()) {
                lane.removeIfQueued(entry);
                entry.cell.begin();
                passed = entry.schedule.resume(clock.nanoTime());
                entry.cell.setState(TickState.WAITING);
                entry.cell.end();
                lane.queueAsSuspended(entry);
                wake = lane.wakeFor(entry);
            }
        } finally {
            lane.unlock();
        }
        signal(wake);
        listeners.suspendedPoints(entry, passed);
        return ControlResult.APPLIED;
    }

    /**
     * The limit of a shutdown has passed: a registration that waits for its last task leaves without it, one inside a tick
     * is noted to leave without one. Either way its future ends with the reason.
     *
     * @return the worker whose tick it is in, or null if it waited; empty-handed if it has left meanwhile
     */
    Abandoned abandon(TickEntry entry) {
        Worker worker;
        boolean left = false;
        UnregisterFuture future;
        TickState state;
        Lane lane = Moves.lockLane(entry);
        try {
            state = entry.state();
            if (state == TickState.STOPPED) {
                return new Abandoned(false, state, null);
            }
            future = entry.future;
            worker = entry.worker;
            entry.givenUp = true;
            if (entry.isInTick()) {
                entry.lastTask = state == TickState.RUNNING ? null : entry.lastTask;
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

    /** What became of an abandoned registration. */
    record Abandoned(
            boolean unfinished, TickState state, @Nullable Worker worker) {}

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
