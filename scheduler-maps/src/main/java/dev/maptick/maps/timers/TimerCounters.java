package dev.maptick.maps.timers;

import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerStats;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counters of one map's timers. The owner adds with a plain sum and an opaque store, since it is the only writer;
 * counters with several writers are added to atomically, and the
 * map is told of each, since it may have left. Any thread reads whole values.
 */
final class TimerCounters {
    static final int SCHEDULED = 0;
    static final int FIRED = 1;
    static final int FINISHED = 2;
    static final int COALESCED = 3;
    static final int CANCELLED = 4;
    static final int DROPPED = 5;
    static final int FAULTS = 6;
    static final int HOOK_FAILURES = 7;
    static final int BUDGET_HITS = 8;

    /** The first of the refusals; each has its own, at the number of its code. */
    private static final int REFUSED = 8;

    private static final int SIZE = REFUSED + TimerRefusal.values().length + 1;
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[SIZE];
    private final TimerOwner owner;

    TimerCounters(TimerOwner owner) {
        this.owner = owner;
    }

    /** Adds to a counter that only the owner writes. */
    void add(int counter, long n) {
        VALUE.setOpaque(values, counter, values[counter] + n);
    }

    /** Adds to a counter from any thread. */
    void addShared(int counter, long n) {
        VALUE.getAndAdd(values, counter, n);
        owner.counted();
    }

    /** Counts a refusal, from any thread: a map that has left refuses everybody. */
    void refused(TimerRefusal refusal) {
        addShared(index(refusal), 1);
    }

    TimerStats snapshot(int pending) {
        return new TimerStats(
                get(SCHEDULED),
                get(FIRED),
                get(FINISHED),
                get(COALESCED),
                get(CANCELLED),
                get(DROPPED),
                get(FAULTS),
                get(HOOK_FAILURES),
                get(BUDGET_HITS),
                get(index(TimerRefusal.FULL)),
                get(index(TimerRefusal.STOPPING)),
                get(index(TimerRefusal.GONE)),
                get(index(TimerRefusal.BAD_DELAY)),
                get(index(TimerRefusal.BAD_NAME)),
                pending);
    }

    private static int index(TimerRefusal refusal) {
        return REFUSED - (int) refusal.code();
    }

    private long get(int counter) {
        return (long) VALUE.getOpaque(values, counter);
    }
}
