package dev.maptick.metrics;

import dev.maptick.core.spi.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was counted lately, for readers that ask again and again: the latest whole interval of 10 s or more between two
 * questions; until there is one, everything, at most 1 s old. A report costs a copy of each row and a scrape asks for
 * each of its percentiles, hence the ages. Any thread; guarded by its monitor.
 */
final class RecentReport {
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long OLDEST_FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TickMetrics metrics;
    private final NanoClock clock;

    private long markNanos;
    private MetricsReport mark;
    private @Nullable MetricsReport interval;

    /** What is shown before the first interval is whole, and when it was taken. */
    private @Nullable MetricsReport first;

    private long firstNanos;

    RecentReport(TickMetrics metrics, NanoClock clock) {
        this.metrics = metrics;
        this.clock = clock;
        markNanos = clock.nanoTime();
        mark = metrics.snapshot();
    }

    synchronized MetricsReport get() {
        long now = clock.nanoTime();
        if (now - markNanos >= SHORTEST_NANOS) {
            MetricsReport present = metrics.snapshot();
            interval = present.since(mark);
            mark = present;
            markNanos = now;
            first = null;
        }
        return interval != null ? interval : first(now);
    }

    private MetricsReport first(long now) {
        MetricsReport report = first;
        if (report == null || now - firstNanos >= OLDEST_FIRST_NANOS) {
            report = metrics.snapshot();
            first = report;
            firstNanos = now;
        }
        return report;
    }
}
