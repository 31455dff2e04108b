package dev.maptick.maps.activation;

import dev.maptick.core.SettingsCheck;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Lets entities think only near players. The map is cut into sectors; those around a player's are active. An entity in an
 * active sector has a repeating timer whose first firing lies a random while ahead, so that a sector that wakes does not
 * think all at once; an entity elsewhere has none and costs nothing. A sector wakes with the first player near it and
 * sleeps with the last; whoever crosses a border between two active sectors restarts nothing.
 *
 * <p>Belongs to the map's own thread, but for its numbers, which any thread may read; may be used from inside a think. A move within a sector costs one division; a player
 * who crosses a border costs two visits of the sectors around it, and one timer for each entity that wakes or sleeps.
 *
 * <p>Invariant between calls, but for entities whose timer found no room ({@link #starved()}): an entity has a timer if and
 * only if its sector is covered. No code of the game runs while sectors are visited, so nothing moves under way.
 */
public final class SectorActivation {
    private final ActivationOptions options;
    private final ThinkTimers timers;
    private final ThinkFaults faultHook;
    private final SectorGrid grid;
    private final SplittableRandom random;

    private final ActivationCounts counts = new ActivationCounts();

    /**
     * Makes one without entities or players.
     *
     * @param area the map's tiles
     * @param options how entities are woken
     * @param timers the map's timers
     * @param faultHook told of thinks that threw
     * @throws dev.maptick.core.SettingsException naming every bad option
     * @throws IllegalArgumentException if the area has too many sectors
     */
    public SectorActivation(TileArea area, ActivationOptions options, ThinkTimers timers, ThinkFaults faultHook) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "activation.");
        check.throwIfAny();
        this.options = options;
        this.timers = timers;
        this.faultHook = faultHook;
        grid = new SectorGrid(area, options.sectorTiles());
        random = new SplittableRandom(options.seed());
    }

    /**
     * Adds an entity, active at once if a player is near.
     *
     * @param serial what the entity is known by in messages
     * @param x the tile's x
     * @param y the tile's y
     * @param think what it does when its turn comes
     * @return the entity, or null if there are as many as allowed; counted in {@link #refused()}
     * @throws IllegalArgumentException if the tile is outside the map
     */
    public @Nullable ThinkingEntity add(long serial, int x, int y, Think think) {
        int sector = grid.sectorAt(x, y);
        if (entities() >= options.maxEntities()) {
            counts.add(ActivationCounts.REFUSED, 1);
            return null;
        }
        ThinkingEntity entity = new ThinkingEntity(this, serial, think);
        counts.add(ActivationCounts.ENTITIES, 1);
        grid.link(entity, sector);
        if (grid.isCovered(sector)) {
            wake(entity);
        }
        return entity;
    }

    /**
     * Lets a player in and wakes the sectors around it that were asleep.
     *
     * @param x the tile's x
     * @param y the tile's y
     * @return the player, or null if there are as many as allowed; counted in {@link #refused()}
     * @throws IllegalArgumentException if the tile is outside the map
     */
    public @Nullable NearPlayer enter(int x, int y) {
        int sector = grid.sectorAt(x, y);
        if (players() >= options.maxPlayers()) {
            counts.add(ActivationCounts.REFUSED, 1);
            return null;
        }
        counts.add(ActivationCounts.PLAYERS, 1);
        cover(sector);
        return new NearPlayer(this, sector);
    }

    void move(NearPlayer player, int x, int y) {
        int sector = grid.sectorAt(x, y);
        if (player.left) {
            throw new IllegalStateException("moving a player that has left the map");
        }
        if (sector != player.sector) {
            // The new ones first, so that a sector in both is never without cover.
            int before = player.sector;
            player.sector = sector;
            cover(sector);
            uncover(before);
        }
    }

    void leave(NearPlayer player) {
        if (!player.left) {
            player.left = true;
            counts.add(ActivationCounts.PLAYERS, -1);
            uncover(player.sector);
        }
    }

    void move(ThinkingEntity entity, int x, int y) {
        int sector = grid.sectorAt(x, y);
        if (entity.removed) {
            throw new IllegalStateException("moving " + entity);
        }
        if (sector == entity.sector) {
            return;
        }
        boolean was = grid.isCovered(entity.sector);
        boolean is = grid.isCovered(sector);
        grid.unlink(entity);
        grid.link(entity, sector);
        if (is && !was) {
            wake(entity);
        } else if (was && !is) {
            sleep(entity);
        }
    }

    void remove(ThinkingEntity entity) {
        if (!entity.removed) {
            entity.removed = true;
            counts.add(ActivationCounts.ENTITIES, -1);
            if (grid.isCovered(entity.sector)) {
                sleep(entity);
            }
            grid.unlink(entity);
        }
    }

    void think(ThinkingEntity entity) {
        counts.add(ActivationCounts.THINKS, 1);
        try {
            entity.think.think();
        } catch (Throwable t) {
            counts.add(ActivationCounts.FAULTS, 1);
            tell(entity, t);
        }
    }

    private void tell(ThinkingEntity entity, Throwable fault) {
        try {
            faultHook.threw(entity.serial(), fault);
        } catch (Throwable t) {
            counts.add(ActivationCounts.FAULTS, 1);
        }
    }

    private void cover(int centre) {
        int radius = options.radiusSectors();
        int column = centre % grid.columns;
        int row = centre / grid.columns;
        for (int r = Math.max(0, row - radius); r <= Math.min(grid.rows - 1, row + radius); r++) {
            for (int c = Math.max(0, column - radius); c <= Math.min(grid.columns - 1, column + radius); c++) {
                int sector = r * grid.columns + c;
                if (grid.cover(sector)) {
                    wakeAll(sector);
                } else if (starved() > 0) {
                    feed(sector);
                }
            }
        }
    }

    private void uncover(int centre) {
        int radius = options.radiusSectors();
        int column = centre % grid.columns;
        int row = centre / grid.columns;
        for (int r = Math.max(0, row - radius); r <= Math.min(grid.rows - 1, row + radius); r++) {
            for (int c = Math.max(0, column - radius); c <= Math.min(grid.columns - 1, column + radius); c++) {
                int sector = r * grid.columns + c;
                if (grid.uncover(sector)) {
                    sleepAll(sector);
                }
            }
        }
    }

    private void wakeAll(int sector) {
        for (ThinkingEntity e = grid.first(sector); e != null; e = e.next) {
            wake(e);
        }
    }

    private void sleepAll(int sector) {
        for (ThinkingEntity e = grid.first(sector); e != null; e = e.next) {
            sleep(e);
        }
    }

    /** Another try for those whose timer found no room. */
    private void feed(int sector) {
        for (ThinkingEntity e = grid.first(sector); e != null; e = e.next) {
            if (!e.isActive()) {
                counts.add(ActivationCounts.STARVED, -1);
                wake(e);
            }
        }
    }

    private void wake(ThinkingEntity entity) {
        int firstMillis = random.nextInt(options.firstMinMillis(), options.firstMaxMillis() + 1);
        entity.timer = timers.start(firstMillis, options.periodMillis(), entity);
        if (entity.isActive()) {
            counts.add(ActivationCounts.ACTIVE, 1);
            counts.add(ActivationCounts.ACTIVATIONS, 1);
        } else {
            counts.add(ActivationCounts.STARVED, 1);
        }
    }

    private void sleep(ThinkingEntity entity) {
        if (entity.isActive()) {
            counts.add(ActivationCounts.ACTIVE, -1);
            timers.cancel(entity.timer);
            entity.timer = ThinkTimers.NONE;
        } else {
            counts.add(ActivationCounts.STARVED, -1);
        }
    }

    /**
     * How many entities there are.
     *
     * @return those added and not removed
     */
    public int entities() {
        return (int) counts.get(ActivationCounts.ENTITIES);
    }

    /**
     * How many players there are.
     *
     * @return those that entered and did not leave
     */
    public int players() {
        return (int) counts.get(ActivationCounts.PLAYERS);
    }

    /**
     * How many entities are active.
     *
     * @return those that have a timer
     */
    public int active() {
        return (int) counts.get(ActivationCounts.ACTIVE);
    }

    /**
     * How many entities are near a player and have no timer because there was no room. Each is tried again when a player
     * comes near it, or crosses a border near it.
     *
     * @return 0 unless the map's timers are full
     */
    public int starved() {
        return (int) counts.get(ActivationCounts.STARVED);
    }

    /**
     * How many thinks there were.
     *
     * @return faulty ones included
     */
    public long thinks() {
        return counts.get(ActivationCounts.THINKS);
    }

    /**
     * How often an entity was woken.
     *
     * @return timers started
     */
    public long activations() {
        return counts.get(ActivationCounts.ACTIVATIONS);
    }

    /**
     * How many thinks threw.
     *
     * @return the hook's own faults included
     */
    public long faults() {
        return counts.get(ActivationCounts.FAULTS);
    }

    /**
     * How many entities and players were refused because there were as many as allowed.
     *
     * @return the refusals of both
     */
    public long refused() {
        return counts.get(ActivationCounts.REFUSED);
    }

    /**
     * The numbers apart from the activation: to have them summed by map type, hand them to
     * {@link dev.maptick.maps.MapContext#reports}.
     *
     * @return always the same object
     */
    public ActivationCounts counts() {
        return counts;
    }

    @Override
    public String toString() {
        return "SectorActivation[" + grid.columns + " x " + grid.rows + " sectors, " + players() + " players, "
                + active() + " of " + entities() + " entities active]";
    }
}
