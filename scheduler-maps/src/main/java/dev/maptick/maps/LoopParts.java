package dev.maptick.maps;

import dev.maptick.core.Names;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.mailbox.Mailbox;
import dev.maptick.maps.pool.MapPool;
import dev.maptick.maps.tasks.TaskQueue;
import dev.maptick.maps.timers.TimerWheel;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rooms of one map, made together, and how they are shut when the map leaves. {@link MapLoop} walks through them in each
 * tick; {@link HostedMap} opens the mailbox to the outside.
 */
final class LoopParts {
    final OwnerThread owner;
    final WorkFaults faults;
    final Mailbox mailbox;
    final TaskQueue tasks;
    final TimerWheel timers;
    final Inbox inbox;
    final @Nullable IdleTurn idle;

    /** Null for a map that is not saved. Written before the map is registered. */
    @Nullable
    LoopSaving saving;

    /** Whether anything waits for the map's next tick. Volatile reads, any thread; see {@link Sleep}. */
    final BooleanSupplier hasWork = this::isWaiting;

    private final String name;
    private @Nullable MapPool pool;

    LoopParts(HostedMap handle, MapOptions options, HostParts host) {
        TickScheduler scheduler = host.scheduler();
        NanoClock clock = scheduler::nanoTime;
        MapLimits limits = options.limits();
        name = handle.name();
        owner = new OwnerThread(name);
        faults = new WorkFaults(name, options.postFaults(), clock, cause -> {
            var unused = handle.close();
        });
        MapDoor door = new MapDoor(handle, owner, scheduler, faults);
        mailbox = new Mailbox(door, limits.mailbox());
        tasks = host.tasks()
                .open(
                        door,
                        limits.tasks(),
                        fault -> faults.work("a completion", fault),
                        handle.workType().tasks());
        timers = new TimerWheel(limits.timers(), clock, door, faults::timer);
        inbox = new Inbox(mailbox, tasks, limits.work(), clock, faults);
        @Nullable IdleOptions idleOptions = options.effectiveIdle();
        idle = idleOptions == null ? null : new IdleTurn(handle, idleOptions, clock.nanoTime());
    }

    /** Made when first asked for, since most maps have no use for it. Inside the map's tick. */
    MapPool pool() {
        MapPool present = pool;
        if (present == null) {
            present = new MapPool();
            pool = present;
        }
        return present;
    }

    private boolean isWaiting() {
        LoopSaving kept = saving;
        return inbox.isWaiting() || (kept != null && kept.isWanted());
    }

    MapWorkStats stats() {
        return new MapWorkStats(mailbox.stats(), timers.stats(), tasks.stats(), inbox.budgetHits());
    }

    // The last task.

    /** Refuses what comes from now on; background tasks end as orphans. */
    void beginClose() {
        timers.stop();
        mailbox.beginClose();
        tasks.beginClose();
    }

    /** Nothing waits any more: what is left is told why it will not run. */
    void release(@Nullable Throwable cause) {
        mailbox.finishClose(cause);
        tasks.beginClose();
        timers.close(gone(cause));
        abandonSaving();
    }

    /** Of no effect after the final capture. */
    private void abandonSaving() {
        LoopSaving kept = saving;
        if (kept != null) {
            kept.abandon();
        }
    }

    // Without a last task.

    /** The map was given up, and a tick of it may still be running: everything but the timers, which are that tick's. */
    void abandon(Throwable reason) {
        mailbox.finishClose(reason);
        tasks.beginClose();
        abandonSaving();
    }

    /** The map has left. No tick runs or will, so the caller stands in for the owner. Idempotent. */
    void releaseAfterLeaving(@Nullable Throwable cause) {
        owner.bind();
        try {
            release(cause);
        } finally {
            owner.unbind();
        }
    }

    private TimerRefusedException gone(@Nullable Throwable cause) {
        TimerRefusedException gone = new TimerRefusedException(
                TimerRefusal.GONE, "map gone: " + Names.quote(name) + " left before its delay was over");
        if (cause != null) {
            gone.addSuppressed(cause);
        }
        return gone;
    }
}
