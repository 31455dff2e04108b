package dev.maptick.maps.save;

/**
 * When each map's turn to be saved comes: one grid for each map, all of the same interval, their phases spread over it by
 * the golden-ratio sequence, as the scheduler spreads first deadlines. Guarded by the coordinator's lock.
 */
final class SaveSpread {
    /** The golden ratio's fraction as a 64-bit fixed-point number. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long originNs;
    private final long intervalNs;
    private long at;

    SaveSpread(long originNs, long intervalNs, long seed) {
        this.originNs = originNs;
        this.intervalNs = intervalNs;
        at = seed * GOLDEN;
    }

    /** The first turn of a new map: after now, within one interval, on the next place of the spread. */
    long firstAfter(long nowNs) {
        at += GOLDEN;
        long phaseNs = Math.multiplyHigh(at, intervalNs) + ((at >> 63) & intervalNs);
        long gap = Math.floorMod(nowNs - originNs - phaseNs, intervalNs);
        return nowNs + intervalNs - gap;
    }

    /** How many turns have come since the given one, itself not counted. */
    long passed(long turnNs, long nowNs) {
        return Math.max(0, Math.floorDiv(nowNs - turnNs, intervalNs));
    }

    /** The turn that lies so many after the given one. */
    long after(long turnNs, long turns) {
        return turnNs + turns * intervalNs;
    }
}
