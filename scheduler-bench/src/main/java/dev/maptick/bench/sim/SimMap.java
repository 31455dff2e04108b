package dev.maptick.bench.sim;

/**
 * One map of a world: its period and what its ticks cost, the same for everybody who runs them; and its turns so far, as a
 * {@link Recorder} sees them. Not thread-safe.
 */
final class SimMap {
    final int index;
    final long periodNs;
    private final Cost cost;

    /** What one tick costs, by its place in the map's grid. */
    @FunctionalInterface
    interface Cost {
        /** In nanoseconds, at least 1. */
        long atNs(long point);
    }

    /** Where its grid begins; known once somebody has registered it. */
    long firstNs;

    /** The deadline of the next tick, or of the one it is in. */
    long deadlineNs;

    boolean running;

    /** The start of its latest tick; far in the past before the first. */
    long startNs;

    /** Ticks started and deadlines skipped in the window. */
    int ticks;

    int skipped;

    SimMap(int index, long periodNs, Cost cost) {
        this.index = index;
        this.periodNs = periodNs;
        this.cost = cost;
    }

    /** Waits for its first tick, as if it had never run. */
    void begin(long first) {
        firstNs = first;
        deadlineNs = first;
        running = false;
        startNs = Long.MIN_VALUE;
        ticks = 0;
        skipped = 0;
    }

    /** What the tick of the present deadline costs. */
    long costNs() {
        return cost.atNs((deadlineNs - firstNs) / periodNs);
    }

    /** The next deadline after a tick: the first point of the grid after its deadline that is not before its end. */
    long nextNs(long endNs) {
        long steps = Math.max(1, (endNs - deadlineNs + periodNs - 1) / periodNs);
        return deadlineNs + steps * periodNs;
    }
}
