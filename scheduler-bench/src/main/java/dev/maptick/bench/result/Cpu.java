package dev.maptick.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * What the process cost, the harness's own threads left out. Immutable.
 *
 * @param seconds processor time of the window
 * @param cores the same per second: 1 is one processor busy all the time
 * @param wakeupsPerSecond times a thread of the process gave its processor up to wait; null where the system does not tell, or of
 *     too many threads
 * @param othersCores what the rest of the machine took meanwhile, the hypervisor included: the noise; null where not told
 * @param threads live threads of the process
 */
public record Cpu(
        double seconds,
        double cores,
        @Nullable Double wakeupsPerSecond,
        @Nullable Double othersCores,
        int threads) {}
