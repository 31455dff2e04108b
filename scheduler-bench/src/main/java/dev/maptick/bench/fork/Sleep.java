package dev.maptick.bench.fork;

import java.util.concurrent.TimeUnit;

/** Waits of the harness's own threads. */
final class Sleep {
    private static final double NS_PER_SECOND = 1e9;

    private Sleep() {}

    static long nanos(double seconds) {
        return Math.round(seconds * NS_PER_SECOND);
    }

    /** Until a time of {@link System#nanoTime()}. */
    static void until(long timeNs) throws InterruptedException {
        for (long leftNs = timeNs - System.nanoTime(); leftNs > 0; leftNs = timeNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(leftNs);
        }
    }
}
