package dev.maptick.server.report;

import dev.maptick.core.Placement;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time used so far by the scheduler's live worker threads, told apart by the names core gives them. Threads that
 * have ended are not in it. Immutable.
 *
 * @param poolNanos time of the pool's threads
 * @param dedicatedNanos time of the dedicated threads
 */
public record ThreadCpu(long poolNanos, long dedicatedNanos) {

    /** Asks the JVM; zero where it does not measure the time of threads. */
    static ThreadCpu now() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return new ThreadCpu(0, 0);
        }
        long pool = 0;
        long dedicated = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread == null) {
                continue;
            }
            if (belongsTo(thread, Placement.POOL)) {
                pool += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            } else if (belongsTo(thread, Placement.DEDICATED)) {
                dedicated += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return new ThreadCpu(pool, dedicated);
    }

    private static boolean belongsTo(ThreadInfo thread, Placement placement) {
        return thread.getThreadName().startsWith("maptick-" + placement.label() + "-");
    }

    long nanos(Placement placement) {
        return placement == Placement.POOL ? poolNanos : dedicatedNanos;
    }
}
