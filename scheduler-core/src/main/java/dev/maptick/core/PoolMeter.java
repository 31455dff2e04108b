package dev.maptick.core;

/**
 * How busy the pool is and how much the scheduler skips, over about the latest second: differences of what the workers count,
 * smoothed. One thread.
 */
final class PoolMeter {
    private static final double SMOOTH_NS = 500_000_000;

    private final WorkerTable workers;
    private boolean any;
    private long latestNs;
    private long busyNs;
    private long ticks;
    private long skipped;
    private double busyShare;
    private double skippedShare;

    PoolMeter(WorkerTable workers) {
        this.workers = workers;
    }

    void look(long nowNs, int threads) {
        long busyNow = workers.pool(WorkerCounters.BUSY_NS);
        long ticksNow = workers.pool(WorkerCounters.TICKS);
        long skippedNow = workers.pool(WorkerCounters.SKIPPED);
        double wallNs = nowNs - latestNs;
        if (any && wallNs > 0) {
            double weight = 1 - Math.exp(-wallNs / SMOOTH_NS);
            double busy = Math.max(0, Math.min(1, (busyNow - busyNs) / (wallNs * threads)));
            busyShare += weight * (busy - busyShare);
            long skips = Math.max(0, skippedNow - skipped);
            long points = Math.max(0, ticksNow - ticks) + skips;
            skippedShare += weight * ((points == 0 ? 0 : (double) skips / points) - skippedShare);
        }
        any = true;
        latestNs = nowNs;
        busyNs = busyNow;
        ticks = ticksNow;
        skipped = skippedNow;
    }

    double busyShare() {
        return busyShare;
    }

    double skippedShare() {
        return skippedShare;
    }
}
