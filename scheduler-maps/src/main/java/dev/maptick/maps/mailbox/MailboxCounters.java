package dev.maptick.maps.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counts of a mailbox in one array, so that ten thousand idle maps pay for one small object each. The first three have
 * one writer at a time, the map's tick, whose turns are handed over by the scheduler: a plain read and an opaque write are
 * enough. The others have many writers, are rare, and may still go up after the map has left, so the host is told of each.
 */
final class MailboxCounters {
    static final int EXECUTED = 0;
    static final int FAULTS = 1;
    static final int LEFT_OVER_NS = 2;
    static final int FAILED_AT_CLOSE = 3;
    static final int REFUSED_FULL = 4;
    static final int REFUSED_WAITING = 5;
    static final int REFUSED_STOPPING = 6;
    static final int REFUSED_GONE = 7;
    static final int WITHDRAWN = 8;
    static final int HOOK_FAULTS = 9;
    static final int HIGH_WATER_DEPTH = 10;
    private static final int SIZE = 11;

    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[SIZE];
    private final MailboxHost host;

    MailboxCounters(MailboxHost host) {
        this.host = host;
    }

    /** By the tick alone. */
    void countOwn(int index) {
        VALUE.setOpaque(values, index, values[index] + 1);
    }

    /** By the tick alone. */
    void setOwn(int index, long value) {
        if (values[index] != value) {
            VALUE.setOpaque(values, index, value);
        }
    }

    void count(int index) {
        VALUE.getAndAdd(values, index, 1L);
        host.counted();
    }

    /** Costs a read, once the mark is where it stays. */
    void raise(int index, long value) {
        long seen = (long) VALUE.getOpaque(values, index);
        while (seen < value && !VALUE.weakCompareAndSetPlain(values, index, seen, value)) {
            seen = (long) VALUE.getOpaque(values, index);
        }
    }

    long get(int index) {
        return (long) VALUE.getVolatile(values, index);
    }
}
