package dev.maptick.maps;

import dev.maptick.core.Tick;
import dev.maptick.maps.activation.SectorActivation;
import dev.maptick.maps.pool.MapPool;
import dev.maptick.maps.tasks.MapTasks;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a map sees of its host. Written by the loop inside the map's tick. */
final class LoopContext implements MapContext {
    private final HostedMap handle;
    private final LoopParts parts;
    private final OwnerThread owner;

    /** Written once, after onOpen. */
    private volatile boolean opened;

    /** Read by the owner only, who is the one that wrote it. */
    private @Nullable Tick tick;

    LoopContext(HostedMap handle, LoopParts parts) {
        this.handle = handle;
        this.parts = parts;
        owner = parts.owner;
    }

    void begin(Tick present) {
        tick = present;
    }

    void end() {
        tick = null;
    }

    void opened() {
        opened = true;
    }

    @Override
    public String name() {
        return handle.name();
    }

    @Override
    public String type() {
        return handle.type();
    }

    @Override
    public Tick tick() {
        owner.check("reading the tick");
        Tick present = tick;
        if (present == null) {
            throw new IllegalStateException("the tick is not there before it has begun");
        }
        return present;
    }

    @Override
    public Duration tickPeriod() {
        return handle.tickPeriod();
    }

    @Override
    public int replicationEveryTicks() {
        return handle.replicationEveryTicks();
    }

    @Override
    public Duration updateInterval() {
        return handle.updateInterval();
    }

    @Override
    public MapTimers timers() {
        return parts.timers;
    }

    @Override
    public CompletionStage<@Nullable Void> delay(Duration delay) {
        return parts.timers.delay(delay);
    }

    @Override
    public MapTasks tasks() {
        return parts.tasks;
    }

    @Override
    public MapPool pool() {
        owner.check("borrowing from the pool");
        return parts.pool();
    }

    @Override
    public void markChanged() {
        owner.check("marking a change");
        if (parts.saving != null) {
            parts.saving.markChanged();
        }
    }

    @Override
    public void reports(SectorActivation activation) {
        owner.check("reporting an activation");
        handle.reports(activation.counts());
    }

    @Override
    public boolean isOpened() {
        return opened;
    }

    @Override
    public boolean isOwnerThread() {
        return owner.isCurrent();
    }

    @Override
    public void checkOwner(String act) {
        owner.check(act);
    }

    @Override
    public MapHandle handle() {
        return handle;
    }

    @Override
    public String toString() {
        return "context of " + handle;
    }
}
