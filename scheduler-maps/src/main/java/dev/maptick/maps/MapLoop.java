package dev.maptick.maps;

import dev.maptick.core.Tick;
import dev.maptick.core.TickTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs one map: the body of its ticks and its last task. Called by core, by one thread at a time; what one call wrote the
 * next one sees. Allocates nothing per tick.
 */
final class MapLoop implements TickTask {
    private final GameMap map;
    private final HostedMap handle;
    private final LoopParts parts;
    private final LoopContext context;
    private final ReplicationTurn replication;

    private @Nullable Throwable openFailure;

    MapLoop(GameMap map, HostedMap handle) {
        this.map = map;
        this.handle = handle;
        parts = handle.parts();
        context = new LoopContext(handle, parts);
        replication = new ReplicationTurn(handle.replicationEveryTicks());
    }

    /** One tick, phase by phase. A phase that throws leaves out those after it, but for the tick's end. */
    @Override
    public void tick(Tick tick) throws Exception {
        begin(tick);
        int worked = 0;
        try {
            openBeforeFirstTick();
            worked = completionsAndPosts(tick);
            worked += dueTimers(tick);
            map.onTick(context);
            replicateWhenDue();
            countOccupants();
        } finally {
            tickEnd(tick, worked);
        }
    }

    /**
     * The last task: drains what was accepted, closes the map and makes the final capture. Hands on why the map leaves if
     * its opening failed or one of its posts made it stop; nothing is drained then.
     */
    void last(Tick tick) throws Exception {
        begin(tick);
        Failures failures = new Failures();
        failures.add(openFailure);
        failures.add(parts.faults.stopCause());
        try {
            parts.beginClose();
            if (failures.isEmpty()) {
                drainPosts(tick);
                failures.add(parts.faults.stopCause());
            }
            closeMap(failures);
            captureForTheLastTime(failures);
        } finally {
            parts.release(failures.first());
            end();
        }
        Throwable first = failures.first();
        if (first != null) {
            handle.failed(first);
            throw Sneaky.rethrow(first);
        }
    }

    private void begin(Tick tick) {
        handle.tickBegins(tick.registration(), tick.startNanos(), tick.periodNanos());
        parts.owner.bind();
        context.begin(tick);
        replication.advance(tick.periodsElapsed());
    }

    private void openBeforeFirstTick() throws Exception {
        if (context.isOpened()) {
            return;
        }
        try {
            map.onOpen(context);
        } catch (Throwable t) {
            openFailure = t;
            var unused = handle.close();
            throw t;
        }
        context.opened();
    }

    private int completionsAndPosts(Tick tick) throws Exception {
        return parts.inbox.run(tick.startNanos());
    }

    private int dueTimers(Tick tick) {
        return parts.timers.advance(tick.startNanos());
    }

    private void replicateWhenDue() throws Exception {
        if (replication.isDue()) {
            // Before the call, so that a replication that throws has had its turn.
            replication.begin();
            map.onReplicate(context);
        }
    }

    private void countOccupants() throws Exception {
        handle.occupantsAt(map.occupants(context));
    }

    private void tickEnd(Tick tick, int worked) {
        try {
            captureWhenWanted();
            boolean hasTimer = parts.timers.hasNextDue();
            handle.tickEnds(hasTimer, hasTimer ? parts.timers.nextDueNanos() : 0);
            sleepWhenIdle(tick, worked);
        } finally {
            end();
        }
    }

    private void captureWhenWanted() {
        // What was loaded is what a map that never opened has to show; nothing of its own may replace it.
        if (parts.saving != null && context.isOpened()) {
            parts.saving.tick();
        }
    }

    private void sleepWhenIdle(Tick tick, int worked) {
        if (parts.idle != null) {
            parts.idle.end(tick.startNanos(), worked > 0);
        }
    }

    /** Posts of a map that never opened have no state to work on; they are told so when the map has left. */
    private void drainPosts(Tick tick) {
        if (context.isOpened()) {
            parts.mailbox.drainForClose(tick.startNanos(), () -> parts.faults.stopCause() == null);
        }
    }

    private void closeMap(Failures failures) {
        try {
            map.onClose(context);
        } catch (Throwable t) {
            failures.add(t);
        }
    }

    /** After onClose, so that what it leaves behind is what is kept. */
    private void captureForTheLastTime(Failures failures) {
        if (parts.saving != null && context.isOpened()) {
            failures.add(parts.saving.close());
        }
    }

    private void end() {
        context.end();
        parts.owner.unbind();
    }
}
