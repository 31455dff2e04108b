package dev.maptick.maps.save;

import dev.maptick.core.Names;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The saving of one map, made by {@link SaveCoordinator#register}. The map's loop calls {@link #tick()} once in each tick
 * and {@link #close()} in the last task; a tick in which nothing is to be captured costs two reads.
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
    SaveState state = SaveState.DORMANT;

    /** The counts of its type; its own from the moment it is taken in. */
    SaveLedger ledger = new SaveLedger();

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
     * Whether the next tick should ask for the lock. Set and cleared under the lock with the state WANTED, read without
     * it. For a tick it is a hint, so an opaque read will do: one that reads too early leaves the capture to the next
     * tick; one that reads too late finds another state under the lock and captures nothing.
     *
     * <p>For a map about to suspend it is more, since no next tick may come: the write and the read of {@link #isWanted()}
     * are volatile. The map publishes that it sleeps, then reads this; the coordinator sets this, then calls the wake-up,
     * which looks whether the map sleeps. If those are volatile too, or under one lock, all four stand in one order that
     * keeps each side's own, so it cannot be that both come too early: the map sees that it is wanted, or the wake-up
     * sees that it sleeps.
     */
    final AtomicBoolean wanted = new AtomicBoolean();

    final ChangeMark change = new ChangeMark();

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
            markChanged();
        }
        if (wanted.getOpaque()) {
            coordinator.capture(this);
        }
    }

    /**
     * Tells that there is something new to save. On the map's tick. The first time after a spell without changes it takes
     * the coordinator's lock.
     */
    public void markChanged() {
        if (change.mark()) {
            coordinator.rouse(this);
        }
    }

    /**
     * Whether the map's next tick is to capture. A map about to suspend first publishes that it sleeps, by a volatile
     * write or under the lock that its wake-up takes, and then asks this: either it is told here, and stays awake for one
     * more tick, or its wake-up is called after it sleeps.
     *
     * @return a value that others change at any time
     */
    public boolean isWanted() {
        return wanted.get();
    }

    /**
     * Whether anything was marked, or ticked, since the last capture.
     *
     * @return a value that the map's own thread changes at any time
     */
    public boolean isChanged() {
        return change.isChanged();
    }

    /**
     * Makes the final capture, in the map's last task and on its thread. A save that has begun to be written before is
     * finished first; one that waits to be written is replaced. If nothing changed since the last capture nothing is
     * captured, and the outcome is that of the save before; so what the last task itself changes, by the posts it drains
     * for one, is marked or ticked before this is called. Later calls return the same end.
     *
     * @return done, off the tick unless there was nothing to wait for, once the final snapshot is written, nothing of
     *     this map is on its way to the store and its claim is released; a preparation may still run. Fails with what the source, the encoding or the last attempt to write threw, or with
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
     * @return done once nothing of this map is on its way to the store and its claim is released
     */
    public CompletableFuture<SaveOutcome> abandon() {
        coordinator.abandon(this);
        return closed.copy();
    }

    @Override
    public String toString() {
        return "saving of map " + Names.quote(mapName()) + " in epoch " + owner.number();
    }
}
