package dev.maptick.server.world;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Someone on the floor of one map: a resident, a visitor or a monster. Stands on a tile and follows a path tile by tile, at
 * a speed of its own. A slot of the map's crowd, reused from one visitor to the next. Used inside the map's tick.
 */
final class Walker {
    private static final int[] NO_PATH = {};

    /** One tile, in the unit of speed times milliseconds. */
    private static final int TILE = 1_000_000;

    final int slot;

    private boolean present;
    private int x;
    private int y;
    private int speed;
    private int progress;
    private int pauseMillis;
    private int[] path = NO_PATH;
    private int pathLength;
    private int pathAt;
    private @Nullable Walker following;
    private int patience;
    private int health;

    Walker(int slot) {
        this.slot = slot;
    }

    /**
     * Appears on a tile.
     *
     * @param speedMilliTiles thousandths of a tile a second
     */
    void appear(int atX, int atY, int speedMilliTiles) {
        present = true;
        x = atX;
        y = atY;
        speed = speedMilliTiles;
        health = 100;
        stop();
        pauseMillis = 0;
    }

    void disappear() {
        present = false;
        stop();
    }

    boolean isPresent() {
        return present;
    }

    int x() {
        return x;
    }

    int y() {
        return y;
    }

    int health() {
        return health;
    }

    /** As it was when it was saved. */
    void restore(int points) {
        health = points;
    }

    void heal(int points) {
        health = Math.min(100, health + points);
    }

    /** Loses health; at 0 it is beaten. */
    void hurt(int points) {
        health = Math.max(0, health - points);
    }

    /** Loses health by cold, which never goes below one point. */
    void chill(int points) {
        health = Math.max(1, health - points);
    }

    /** Someone this walker goes after, who may have left meanwhile. */
    @Nullable
    Walker following() {
        return following;
    }

    /** Goes after someone for so many tiles. */
    void follow(Walker other, int tiles) {
        following = other;
        patience = tiles;
    }

    /** One tile more of going after someone; false once the patience is used up. */
    boolean isPatient() {
        return --patience >= 0;
    }

    /** Stays where it is and forgets where it was going. */
    void stop() {
        pathLength = 0;
        pathAt = 0;
        progress = 0;
        following = null;
    }

    void pause(int millis) {
        pauseMillis = millis;
    }

    /** Takes time off a pause; true while it goes on. */
    boolean isPausing(int millis) {
        if (pauseMillis <= 0) {
            return false;
        }
        pauseMillis -= millis;
        return pauseMillis > 0;
    }

    /** Whether it stands, and not for a pause. */
    boolean isIdle() {
        return present && pauseMillis <= 0 && !hasPath();
    }

    boolean hasPath() {
        return pathAt < pathLength;
    }

    /** Room for a new path of so many tiles; the caller fills it. What is left of the old path is gone. */
    int[] newPath(int length) {
        if (path.length < length) {
            path = Arrays.copyOf(path, Math.max(length, path.length * 2));
        }
        pathLength = length;
        pathAt = 0;
        return path;
    }

    void walk(int millis) {
        progress += speed * millis;
    }

    /** The next tile of its path, once it has walked far enough to stand on it; -1 before that. */
    int nextTile() {
        if (progress < TILE || !hasPath()) {
            return -1;
        }
        progress -= TILE;
        return path[pathAt++];
    }

    void standOn(int atX, int atY) {
        x = atX;
        y = atY;
    }
}
