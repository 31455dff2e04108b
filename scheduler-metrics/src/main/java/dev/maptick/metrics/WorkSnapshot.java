package dev.maptick.metrics;

import dev.maptick.maps.MapHost;
import dev.maptick.maps.TypeTotals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The host's totals as the meters of one scrape see them: read once, not once for each meter, and then kept for a tenth of
 * a second of the scheduler's clock. Any thread; readers wait for one another, so that none sees older totals than one
 * before it.
 */
final class WorkSnapshot {
    static final long OLDEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final MapHost host;

    /** Guarded by this. */
    private @Nullable Map<String, TypeTotals> latest;

    private long takenNanos;

    WorkSnapshot(MapHost host) {
        this.host = host;
    }

    /** The totals of a type; null if the host does not know it. */
    synchronized @Nullable TypeTotals of(String type) {
        long now = host.scheduler().nanoTime();
        Map<String, TypeTotals> present = latest;
        if (present == null || now - takenNanos >= OLDEST_NANOS) {
            List<TypeTotals> all = host.workTotals();
            present = new HashMap<>();
            for (TypeTotals totals : all) {
                present.put(totals.type(), totals);
            }
            latest = present;
            takenNanos = now;
        }
        return present.get(type);
    }
}
