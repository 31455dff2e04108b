package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the workers of one number have counted since the start. One writer at a time: a worker takes its number over only
 * after the worker before it has ended. Reads from other threads are opaque: each value whole, never going down, the set
 * not of one moment. Padded by its own array so that two workers never write the same cache line.
 */
final class WorkerCounters {
    static final int TICKS = 0;
    static final int SKIPPED = 1;
    static final int FAULTS = 2;
    static final int LAST_TASKS = 3;
    static final int LAST_TASK_FAULTS = 4;
    static final int BUSY_NS = 5;
    static final int WAKEUPS = 6;
    /** Ticks taken from another lane than the worker's own. */
    static final int STOLEN = 7;

    private static final int SIZE = 8;
    /** Longs in a cache line and its prefetched neighbour. */
    private static final int PAD = 16;

    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[PAD + SIZE + PAD];

    /** Only the worker that holds the number. */
    void add(int index, long delta) {
        int at = PAD + index;
        VALUE.setOpaque(values, at, (long) VALUE.getOpaque(values, at) + delta);
    }

    long get(int index) {
        return (long) VALUE.getOpaque(values, PAD + index);
    }
}
