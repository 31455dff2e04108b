package dev.maptick.maps.activation;

import org.jspecify.annotations.Nullable;

/** One entity that thinks while a player is near. Made by {@link SectorActivation#add}; the map's thread only. */
public final class ThinkingEntity implements Runnable {
    final Think think;

    /** Where it is, and its neighbours in that sector's list. */
    int sector;

    @Nullable
    ThinkingEntity previous;

    @Nullable
    ThinkingEntity next;

    /** The timer while it is active. */
    long timer = ThinkTimers.NONE;

    boolean removed;

    private final SectorActivation activation;
    private final long serial;

    ThinkingEntity(SectorActivation activation, long serial, Think think) {
        this.activation = activation;
        this.serial = serial;
        this.think = think;
    }

    /**
     * The serial it was added under.
     *
     * @return as given
     */
    public long serial() {
        return serial;
    }

    /**
     * Whether it has a timer. An entity near a player has one unless there was no room for it.
     *
     * @return false far from players and after {@link #remove}
     */
    public boolean isActive() {
        return timer != ThinkTimers.NONE;
    }

    /**
     * Tells that it stands elsewhere now. Between two sectors near players its timer runs on as it is.
     *
     * @param x the tile's x
     * @param y the tile's y
     * @throws IllegalArgumentException if the tile is outside the map; nothing has changed then
     * @throws IllegalStateException after {@link #remove}
     */
    public void moveTo(int x, int y) {
        activation.move(this, x, y);
    }

    /** Takes it out of the map; it thinks no more. Idempotent. */
    public void remove() {
        activation.remove(this);
    }

    /** One think; called by the timer. A firing that comes after all, for an entity gone to sleep, does nothing. */
    @Override
    public void run() {
        if (isActive()) {
            activation.think(this);
        }
    }

    @Override
    public String toString() {
        return "entity " + serial + (removed ? ", removed" : isActive() ? ", active" : ", idle");
    }
}
