package dev.maptick.core;

import java.util.List;

/**
 * The threads a scheduler will use at most, held against the processors there are. Immutable.
 *
 * @param processors processors the process may use, container quota included
 * @param poolThreads worker threads of the shared pool
 * @param dedicatedThreads most threads for dedicated maps; started when used
 * @param warnings what to change, in words; empty when the plan fits
 */
public record ThreadPlan(int processors, int poolThreads, int dedicatedThreads, List<String> warnings) {
    /** Processors left to the rest of the process by the default pool size: network, accounts, garbage collector. */
    static final int RESERVED = 3;

    /**
     * Copies the list.
     *
     * @param processors as above
     * @param poolThreads as above
     * @param dedicatedThreads as above
     * @param warnings as above
     */
    public ThreadPlan {
        warnings = List.copyOf(warnings);
    }

    static int defaultPool(int processors) {
        return Math.max(1, processors - RESERVED);
    }

    static ThreadPlan of(int processors, int pool, int dedicated) {
        int threads = pool + dedicated;
        if (threads <= processors) {
            return new ThreadPlan(processors, pool, dedicated, List.of());
        }
        String advice = dedicated == 0
                ? "lower the pool threads to " + processors
                : "lower pool or dedicated threads to " + processors + " together";
        return new ThreadPlan(
                processors,
                pool,
                dedicated,
                List.of(pool + " pool + " + dedicated + " dedicated threads want " + threads + " processors and there "
                        + (processors == 1 ? "is 1" : "are " + processors)
                        + ": ticks will be late whenever all of them are busy; " + advice
                        + ", or give the process more processors"));
    }

    @Override
    public String toString() {
        return "processors " + processors + ", pool threads " + poolThreads + ", dedicated threads up to "
                + dedicatedThreads;
    }
}
