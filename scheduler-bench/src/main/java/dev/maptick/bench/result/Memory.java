package dev.maptick.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * Memory, the harness's own left out. Immutable.
 *
 * @param allocatedBytesPerTick heap allocated in the window ÷ ticks; null when none ran
 * @param heapBytesPerMap live heap that the contender holds for each map; null without maps
 */
public record Memory(
        @Nullable Double allocatedBytesPerTick, @Nullable Double heapBytesPerMap) {}
