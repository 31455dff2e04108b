package dev.maptick.bench.fork;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The harness's own threads, whose cost is not the contender's. Each one enrols itself. Any thread. */
final class OwnThreads {
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Set<Long> tids = ConcurrentHashMap.newKeySet();
    private final com.sun.management.ThreadMXBean bean =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    OwnThreads() {}

    void enrol() {
        threads.add(Thread.currentThread());
        Procfs.ownTid().ifPresent(tids::add);
    }

    boolean hasTid(long tid) {
        return tids.contains(tid);
    }

    @SuppressWarnings("deprecation") // threadId() came with JDK 19
    long cpuNs() {
        return threads.stream()
                .mapToLong(t -> Math.max(0, bean.getThreadCpuTime(t.getId())))
                .sum();
    }

    @SuppressWarnings("deprecation") // as above
    long allocatedBytes() {
        return threads.stream()
                .mapToLong(t -> Math.max(0, bean.getThreadAllocatedBytes(t.getId())))
                .sum();
    }
}
