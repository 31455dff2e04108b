package dev.maptick.core;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What the JVM and the system have counted of times in which threads that could run did not. One thread, the guard's.
 *
 * <p>The collectors' times are cheap to read and are read at each look. Files are not, so what they said some seconds before is
 * what a stall is held against; hence no part is ever told as longer than the stall.
 */
final class HostCounters {
    static final long FILES_EVERY_NS = 5_000_000_000L;

    private static final long MILLI_NS = 1_000_000;

    private final ProcFs procFs;
    private final List<GarbageCollectorMXBean> collectors;
    private boolean read;
    private long filesReadNs;
    private long gcNs;
    private long throttledNs;
    private long stolenNs;

    private HostCounters(ProcFs procFs, List<GarbageCollectorMXBean> collectors) {
        this.procFs = procFs;
        this.collectors = collectors;
    }

    static HostCounters ofSystem() {
        // Cycles of a concurrent collector stop nobody; it counts its pauses apart.
        List<GarbageCollectorMXBean> pausing = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean ->
                        !bean.getName().endsWith("Cycles") && !bean.getName().contains("Concurrent"))
                .toList();
        return new HostCounters(ProcFs.ofSystem(), pausing);
    }

    /** Notes the counts as they are: what comes later is held against them. */
    void mark(long nowNs) {
        gcNs = collectionNs();
        if (!read || nowNs - filesReadNs >= FILES_EVERY_NS) {
            markFiles(nowNs);
        }
    }

    /** What has been counted since the marks; then marks all. */
    StallReason since(long nowNs) {
        long gc = gcNs;
        long throttled = throttledNs;
        long stolen = stolenNs;
        gcNs = collectionNs();
        markFiles(nowNs);
        return new StallReason(gcNs - gc, throttledNs - throttled, stolenNs - stolen);
    }

    private void markFiles(long nowNs) {
        read = true;
        filesReadNs = nowNs;
        throttledNs = procFs.throttledNs();
        stolenNs = procFs.stolenNs();
    }

    private long collectionNs() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            // −1 where it does not count.
            sum += Math.max(0, collector.getCollectionTime()) * MILLI_NS;
        }
        return sum;
    }
}
