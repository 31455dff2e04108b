package dev.maptick.maps.activation;

import dev.maptick.core.SettingsCheck;

/**
 * How entities are woken near players. Immutable. Checked when an activation is made.
 *
 * @param sectorTiles the side of a sector in tiles, 1 to 1,024
 * @param radiusSectors how many sectors a player reaches in each direction beyond its own, 0 to 32
 * @param firstMinMillis the shortest wait from waking to the first think, 1 to 3,600,000
 * @param firstMaxMillis the longest, both included, {@code firstMinMillis} to 3,600,000
 * @param periodMillis the time from one think to the next, 1 to 3,600,000
 * @param maxEntities the most entities, 1 to 1,048,576
 * @param maxPlayers the most players, 1 to 65,536
 * @param seed draws the waits
 */
public record ActivationOptions(
        int sectorTiles,
        int radiusSectors,
        int firstMinMillis,
        int firstMaxMillis,
        int periodMillis,
        int maxEntities,
        int maxPlayers,
        long seed) {
    private static final int HOUR = 3_600_000;
    private static final ActivationOptions DEFAULTS = new ActivationOptions(16, 2, 1, 256, 500, 65_536, 1_024, 0);

    /**
     * Sectors of 16×16 tiles, active in the 5×5 around a player; the first think after 1 to 256 ms, then every 500 ms; up
     * to 65,536 entities and 1,024 players; seed 0.
     *
     * @return the one object with every option at its default
     */
    public static ActivationOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the longest wait from waking to the first think.
     *
     * @param millis as many as {@code firstMinMillis} or more; the period spreads thinks evenly over it
     * @return a changed copy
     */
    public ActivationOptions withFirstMaxMillis(int millis) {
        return new ActivationOptions(
                sectorTiles, radiusSectors, firstMinMillis, millis, periodMillis, maxEntities, maxPlayers, seed);
    }

    /**
     * Sets the seed.
     *
     * @param start any number
     * @return a changed copy
     */
    public ActivationOptions withSeed(long start) {
        return new ActivationOptions(
                sectorTiles,
                radiusSectors,
                firstMinMillis,
                firstMaxMillis,
                periodMillis,
                maxEntities,
                maxPlayers,
                start);
    }

    /**
     * Notes every option that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each option's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "sectorTiles", sectorTiles, 1, 1_024);
        check.range(prefix + "radiusSectors", radiusSectors, 0, 32);
        int least = check.range(prefix + "firstMinMillis", firstMinMillis, 1, HOUR);
        check.range(prefix + "firstMaxMillis", firstMaxMillis, least, HOUR);
        check.range(prefix + "periodMillis", periodMillis, 1, HOUR);
        check.range(prefix + "maxEntities", maxEntities, 1, 1 << 20);
        check.range(prefix + "maxPlayers", maxPlayers, 1, 1 << 16);
    }
}
