package dev.maptick.maps.activation;

/** One player that keeps the sectors around it awake. Made by {@link SectorActivation#enter}; the map's thread only. */
public final class NearPlayer {
    int sector;
    boolean left;

    private final SectorActivation activation;

    NearPlayer(SectorActivation activation, int sector) {
        this.activation = activation;
        this.sector = sector;
    }

    /**
     * Tells that the player stands elsewhere now. Sectors near it before and after are not touched.
     *
     * @param x the tile's x
     * @param y the tile's y
     * @throws IllegalArgumentException if the tile is outside the map; nothing has changed then
     * @throws IllegalStateException after {@link #leave}
     */
    public void moveTo(int x, int y) {
        activation.move(this, x, y);
    }

    /** The player leaves the map. Idempotent. */
    public void leave() {
        activation.leave(this);
    }
}
