package dev.maptick.maps.save;

import dev.maptick.core.Names;

/**
 * The right to save one map, given by {@link MapStore#claim}. The higher number is the later owner. Immutable.
 *
 * @param mapName the map's name
 * @param number 1 or more, unique within a store
 */
public record SaveEpoch(String mapName, long number) {
    /**
     * Makes one; only stores have a reason to.
     *
     * @param mapName the map's name
     * @param number 1 or more, unique within a store
     * @throws IllegalArgumentException if the name breaks the rule for names, or the number is below 1
     */
    public SaveEpoch {
        if (!Names.isValid(mapName)) {
            throw new IllegalArgumentException("bad map name " + Names.quote(mapName) + ": allowed are " + Names.RULE);
        }
        if (number < 1) {
            throw new IllegalArgumentException("epoch " + number + " of map " + Names.quote(mapName) + " is below 1");
        }
    }

    @Override
    public String toString() {
        return "epoch " + number + " of map " + Names.quote(mapName);
    }
}
