package dev.maptick.bench.fork;

import dev.maptick.bench.result.Cpu;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What the process has cost so far, at one moment; two of them make a {@link Cpu}. The times of single threads are exact but
 * miss threads that ended in between; the process's own time misses nothing but is told in steps of 10 ms by some JVMs. So
 * the sum over threads counts, unless the process says that more is missing than such steps explain.
 */
final class ProcessProbe {
    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double PROCESS_STEPS_NS = 30e6;
    private static final int MOST_THREADS = 200;
    private static final double NS_PER_SECOND = 1e9;

    private final OwnThreads own;
    private final long atNs;
    private final long processNs;
    private final long ownNs;
    private final long allocated;
    private final double machineSeconds;
    private final boolean told;
    private final Map<Long, long[]> threads = new HashMap<>();

    private ProcessProbe(OwnThreads own) {
        this.own = own;
        told = ManagementFactory.getThreadMXBean().getThreadCount() <= MOST_THREADS
                && Procfs.threads((tid, cpuNs, waits) -> threads.put(tid, new long[] {cpuNs, waits}));
        machineSeconds = Procfs.machineBusySeconds();
        allocated = AllocatedBytes.now() - own.allocatedBytes();
        ownNs = own.cpuNs();
        processNs = SYSTEM.getProcessCpuTime();
        atNs = System.nanoTime();
    }

    static ProcessProbe take(OwnThreads own) {
        return new ProcessProbe(own);
    }

    /** The cost since an earlier probe, as if it had gone on for so many seconds. */
    Cpu since(ProcessProbe before, double seconds) {
        double span = (atNs - before.atNs) / NS_PER_SECOND;
        double all = allNs(before) / NS_PER_SECOND;
        double cores = Math.max(0, all - (ownNs - before.ownNs) / NS_PER_SECOND) / span;
        double machine = (machineSeconds - before.machineSeconds - all) / span;
        return new Cpu(
                cores * seconds,
                cores,
                told && before.told ? waits(before) / span : null,
                Double.isNaN(machine) ? null : Math.max(0, machine),
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    /** Bytes a second since an earlier probe. */
    double allocatedPerSecond(ProcessProbe before) {
        return Math.max(0, allocated - before.allocated) * NS_PER_SECOND / (atNs - before.atNs);
    }

    private double allNs(ProcessProbe before) {
        double processSpentNs = processNs - before.processNs;
        if (!told || !before.told) {
            return processSpentNs;
        }
        double threadsSpentNs = 0;
        for (Map.Entry<Long, long[]> thread : threads.entrySet()) {
            threadsSpentNs += grown(before, thread, 0);
        }
        return Math.abs(processSpentNs - threadsSpentNs) > PROCESS_STEPS_NS ? processSpentNs : threadsSpentNs;
    }

    private double waits(ProcessProbe before) {
        double sum = 0;
        for (Map.Entry<Long, long[]> thread : threads.entrySet()) {
            if (!own.hasTid(thread.getKey())) {
                sum += grown(before, thread, 1);
            }
        }
        return sum;
    }

    private static double grown(ProcessProbe before, Map.Entry<Long, long[]> thread, int what) {
        long[] earlier = before.threads.get(thread.getKey());
        return thread.getValue()[what] - (earlier == null ? 0 : earlier[what]);
    }
}
