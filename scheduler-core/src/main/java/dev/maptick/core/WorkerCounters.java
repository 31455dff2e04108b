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

    /** And the two after it, in the order of the causes. */
    private static final int LATE = 8;
    /** Deadlines skipped, by cause; also three. */
    private static final int SKIPPED_BY = 11;

    private static final int SIZE = 14;
    /** Longs in a cache line and its prefetched neighbour. */
    private static final int PAD = 16;

    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[PAD + SIZE + PAD];

    /** Only the worker that holds the number. */
    void add(int index, long delta) {
        int at = PAD + index;
        VALUE.setOpaque(values, at, (long) VALUE.getOpaque(values, at) + delta);
    }

    /** A tick was late. Only the worker that holds the number. */
    @SuppressWarnings("EnumOrdinal") // an index that lives and dies in here, as are those below
    void addLate(LatenessCause cause) {
        add(LATE + cause.ordinal(), 1);
    }

    /** Deadlines were skipped at a tick's end. Only the worker that holds the number. */
    @SuppressWarnings("EnumOrdinal")
    void addSkipped(LatenessCause cause, long count) {
        add(SKIPPED_BY + cause.ordinal(), count);
    }

    CauseCounts late() {
        return causes(LATE);
    }

    CauseCounts skippedBy() {
        return causes(SKIPPED_BY);
    }

    @SuppressWarnings("EnumOrdinal")
    private CauseCounts causes(int base) {
        return new CauseCounts(
                get(base + LatenessCause.HOST_STALL.ordinal()),
                get(base + LatenessCause.QUEUEING.ordinal()),
                get(base + LatenessCause.OWN_OVERRUN.ordinal()));
    }

    long get(int index) {
        return (long) VALUE.getOpaque(values, PAD + index);
    }
}
