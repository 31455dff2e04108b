package dev.maptick.bench.result;

/**
 * Start minus deadline, over the ticks of the window; the deadline is the grid point of the map that the tick ran for. All
 * zero when nothing ran. Immutable.
 *
 * @param samples ticks counted
 * @param p50Ns half were no later
 * @param p90Ns 90 % were no later
 * @param p99Ns 99 % were no later
 * @param p999Ns 99.9 % were no later
 * @param maxNs the latest, exact
 */
public record Lateness(long samples, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long maxNs) {
    /** Of a window without ticks. */
    public static final Lateness NONE = new Lateness(0, 0, 0, 0, 0, 0);
}
