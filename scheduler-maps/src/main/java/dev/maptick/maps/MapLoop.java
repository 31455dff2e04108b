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
    private final OwnerThread owner;
    private final LoopContext context;
    private final ReplicationTurn replication;

    private @Nullable Throwable openFailure;

    MapLoop(GameMap map, HostedMap handle) {
        this.map = map;
        this.handle = handle;
        owner = new OwnerThread(handle.name());
        context = new LoopContext(handle, owner);
        replication = new ReplicationTurn(handle.replicationEveryTicks());
    }

    /** One tick, phase by phase. A phase that throws ends the tick. */
    @Override
    public void tick(Tick tick) throws Exception {
        begin(tick);
        try {
            openBeforeFirstTick();
            map.onTick(context);
            replicateWhenDue();
        } finally {
            end();
        }
    }

    /** The last task: closes the map, and hands on why it leaves if its opening failed. */
    void last(Tick tick) throws Exception {
        begin(tick);
        try {
            map.onClose(context);
        } catch (Throwable t) {
            throw Sneaky.rethrow(failWith(t));
        } finally {
            end();
        }
        if (openFailure != null) {
            throw Sneaky.rethrow(failWith(openFailure));
        }
    }

    private void begin(Tick tick) {
        handle.bind(tick.registration());
        handle.paceAt(tick.periodNanos());
        owner.bind();
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

    private void replicateWhenDue() throws Exception {
        if (replication.isDue()) {
            // Before the call, so that a replication that throws has had its turn.
            replication.begin();
            map.onReplicate(context);
        }
    }

    private void end() {
        context.end();
        owner.unbind();
    }

    /** The one failure of the close: the first in time, with a second one suppressed in it. */
    private Throwable failWith(Throwable thrown) {
        Throwable first = openFailure == null ? thrown : openFailure;
        if (first != thrown) {
            first.addSuppressed(thrown);
        }
        handle.failed(first);
        return first;
    }
}
