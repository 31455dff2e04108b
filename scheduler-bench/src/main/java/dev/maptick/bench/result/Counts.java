package dev.maptick.bench.result;

/**
 * Ticks of the window, summed over maps. Immutable.
 *
 * @param executed ticks that started in the window
 * @param due grid points of the maps in the window
 * @param skipped grid points passed over between two ticks of a map, counted at the second one
 * @param bursts starts of a map less than half a period after its previous start
 * @param early starts before their deadline
 */
public record Counts(long executed, long due, long skipped, long bursts, long early) {
    /**
     * The share of due ticks that ran.
     *
     * @return 1 when all did; the window's edges can put it a little above or below; 1 when none was due
     */
    public double executedShare() {
        return due == 0 ? 1 : (double) executed / due;
    }
}
