package dev.maptick.metrics;

import dev.maptick.core.Placement;
import dev.maptick.core.TickScheduler;
import java.util.concurrent.TimeUnit;

/**
 * The share of the pool's time spent in ticks and last tasks between two readings, which are taken a second apart at
 * least so that several readers do not leave each other intervals too short to mean anything. Ticks count when they end, and the
 * pool's size is that of the reading.
 * Any thread; guarded by its monitor.
 */
final class PoolUtilization {
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TickScheduler scheduler;
    private final TickMetrics metrics;

    private long markNanos;
    private long markBusy;
    private boolean measured;
    private double share;

    PoolUtilization(TickScheduler scheduler, TickMetrics metrics) {
        this.scheduler = scheduler;
        this.metrics = metrics;
        markNanos = scheduler.nanoTime();
        markBusy = metrics.busyNanos(Placement.POOL);
    }

    synchronized double read() {
        long now = scheduler.nanoTime();
        long elapsed = now - markNanos;
        if (elapsed <= 0 || (measured && elapsed < SHORTEST_NANOS)) {
            return share;
        }
        long busy = metrics.busyNanos(Placement.POOL);
        int threads = scheduler.threadPlan().poolThreads();
        // A tick that began before the interval counts whole in it, hence the bound.
        share = Math.min(1, (double) (busy - markBusy) / ((double) elapsed * threads));
        if (elapsed >= SHORTEST_NANOS) {
            markNanos = now;
            markBusy = busy;
            measured = true;
        }
        return share;
    }
}
