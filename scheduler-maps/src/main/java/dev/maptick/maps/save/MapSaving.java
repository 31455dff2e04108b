package dev.maptick.maps.save;

import dev.maptick.core.Names;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The saving of one map, made by {@link SaveCoordinator#register}. The map's loop calls {@link #tick()} once in each tick
 * and {@link #close()} in the last task; a tick in which nothing is to be captured costs one read.
 */
public final class MapSaving {
    final SaveEpoch owner;
    final SaveSource source;
    final Runnable wake;

    /** The future behind every {@link #close()}; completed without the lock. */
    final CompletableFuture<SaveOutcome> closed = new CompletableFuture<>();

    /** Set apart maps with the same time in the coordinator's order. */
    final long serial;

    /** Guarded by the coordinator's lock, down to the next blank line. */
    SaveState state = SaveState.IDLE;

    long turnNs;
    long dueNs;
    long sequence;
    boolean saveFailed;
    boolean closing;
    boolean finalDecided;
    boolean abandoned;

    @Nullable
    Throwable finalFailure;

    @Nullable
    StoreRefusedException lost;

    @Nullable
    SaveJob current;

    @Nullable
    SaveJob last;

    /**
     * Whether the next tick should ask for the lock. A hint: set and cleared under the lock with the state WANTED, read
     * without it. A tick that reads it too early leaves the capture to the next one; a tick that reads it too late finds
     * another state under the lock and captures nothing.
     */
    final AtomicBoolean wanted = new AtomicBoolean();

    /**
     * Whether there is something new to save. Written on the map's tick only and read by anyone without order: a reader
     * who misses a change skips this turn and sees it at the next, or the final capture does, which reads it on the tick.
     */
    private final AtomicBoolean changed = new AtomicBoolean();

    private final SaveCoordinator coordinator;
    private final String type;
    private final boolean tracked;

    MapSaving(
            SaveCoordinator coordinator, SaveEpoch owner, String type, SaveSource source, Runnable wake, long serial) {
        this.coordinator = coordinator;
        this.owner = owner;
        this.type = type;
        this.source = source;
        this.wake = wake;
        this.serial = serial;
        tracked = source.tracksChanges();
    }

    /**
     * The map's name.
     *
     * @return never null
     */
    public String mapName() {
        return owner.mapName();
    }

    /**
     * The map's type, by which metrics are summed.
     *
     * @return never null
     */
    public String type() {
        return type;
    }

    /**
     * In which epoch the map is saved.
     *
     * @return never null
     */
    public SaveEpoch epoch() {
        return owner;
    }

    /** Captures if it is this map's turn. On the map's tick, after the game's own part of it. */
    public void tick() {
        if (!tracked) {
            changed.setOpaque(true);
        }
        if (wanted.getOpaque()) {
            coordinator.capture(this);
        }
    }

    /** Tells that there is something new to save. On the map's tick. */
    public void markChanged() {
        changed.setOpaque(true);
    }

    /**
     * Whether anything was marked, or ticked, since the last capture.
     *
     * @return a value that may lag behind on other threads than the map's own
     */
    public boolean isChanged() {
        return changed.getOpaque();
    }

    /**
     * Makes the final capture, in the map's last task and on its thread. A save that has begun to be written before is
     * finished first; one that waits to be written is replaced. If nothing changed since the last capture nothing is
     * captured, and the outcome is that of the save before. Later calls return the same end.
     *
     * @return done, off the tick unless there was nothing to wait for, once the final snapshot is written and nothing of
     *     this map is under way; fails with what the source, the encoding or the last attempt to write threw, or with
     *     {@link StoreRefusedException}. Completing or cancelling it changes nothing
     * @throws IllegalStateException inside this map's own capture
     */
    public CompletableFuture<SaveOutcome> close() {
        coordinator.close(this);
        return closed.copy();
    }

    /**
     * Ends the saving of a map that has no last task, because a shutdown gave up on it. Any thread. What was captured is
     * still written. Does nothing after {@link #close()}.
     *
     * @return done once nothing of this map is under way
     */
    public CompletableFuture<SaveOutcome> abandon() {
        coordinator.abandon(this);
        return closed.copy();
    }

    /** The owner, at the start of a capture: what changes from here on belongs to the next one. */
    void markCaptured() {
        changed.setOpaque(false);
    }

    @Override
    public String toString() {
        return "saving of map " + Names.quote(mapName()) + " in epoch " + owner.number();
    }
}
