package dev.maptick.maps;

/**
 * When a map's replication is due: once at least N grid periods have gone by since the last one began. Counting periods
 * in place of ticks holds the update interval on the wall clock when deadlines are skipped. Used inside the map's tick.
 */
final class ReplicationTurn {
    private final int every;
    private int elapsed;

    ReplicationTurn(int everyTicks) {
        every = everyTicks;
    }

    /**
     * A tick has started.
     *
     * @param periods how many periods have gone by since the tick before it, at least 1
     */
    void advance(long periods) {
        // Stops counting at N, so no run of ticks without replication can overflow it.
        elapsed = (int) Math.min(every, elapsed + Math.min(periods, every));
    }

    boolean isDue() {
        return elapsed >= every;
    }

    /** A replication begins; the next one is due N periods from this tick. */
    void begin() {
        elapsed = 0;
    }
}
