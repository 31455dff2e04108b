package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A handful of longs that one writer at a time changes together and any thread reads as one consistent snapshot, without
 * either waiting for the other: a sequence lock (Boehm, "Can Seqlocks Get Along With Programming Language Memory
 * Models?", 2012).
 *
 * <p>Writers exclude each other by other means: the worker that runs the tick while the registration is RUNNING, the
 * holder of the lane's lock otherwise, handed over by that lock.
 *
 * <p>Why a reader never mixes two states. The sequence is odd while a write is under way. {@code begin} sets it odd and
 * then has a full store-store fence, so no value of the new state is visible before the odd sequence. {@code end} sets it
 * even with release, so every value is visible before it. A reader reads the sequence with acquire, then the values, then
 * has a load-load fence and reads the sequence again. If any value came from a later write, that write's odd sequence was
 * visible before the value, so the second read sees a changed sequence and the reader tries again. Values are accessed
 * opaquely, so each is whole. The reader may retry while writes go on; a write is some ten stores long and comes once a
 * tick, so it does not retry for long.
 */
@SuppressWarnings("EnumOrdinal") // a cell holds longs; both directions live here and never leave the process
final class StatsCell {
    static final int STATE = 0;
    static final int PLACEMENT = 1;
    static final int PERIOD = 2;
    static final int ORIGIN = 3;
    static final int NEXT = 4;
    static final int EARLIER_GRIDS = 5;
    static final int LAST_DEADLINE = 6;
    static final int LAST_START = 7;
    static final int TICKS = 8;
    static final int TICKS_ENDED = 9;
    static final int SKIPPED = 10;
    static final int SUSPENDED = 11;
    static final int FAULTS = 12;
    static final int CONSECUTIVE_FAULTS = 13;
    static final int OVERRUNS = 14;
    static final int LATE_TICKS = 15;
    static final int DURATION_TOTAL = 16;
    static final int DURATION_MAX = 17;
    static final int DURATION_LAST = 18;
    static final int LATENESS_TOTAL = 19;
    static final int LATENESS_MAX = 20;
    static final int LATENESS_LAST = 21;
    static final int DUE = 22;
    static final int SIZE = 23;

    private static final TickState[] STATES = TickState.values();
    private static final Placement[] PLACEMENTS = Placement.values();
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(StatsCell.class, "sequence", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] values = new long[SIZE];

    @SuppressWarnings("unused") // through SEQUENCE
    private int sequence;

    /** Opens a write. Only the present writer. */
    void begin() {
        SEQUENCE.setOpaque(this, (int) SEQUENCE.getOpaque(this) + 1);
        VarHandle.storeStoreFence();
    }

    /** Closes the write. */
    void end() {
        SEQUENCE.setRelease(this, (int) SEQUENCE.getOpaque(this) + 1);
    }

    /** A value as the present writer left it; also a single value for any reader. */
    long get(int index) {
        return (long) VALUE.getOpaque(values, index);
    }

    /** Sets a value inside a write. */
    void set(int index, long value) {
        VALUE.setOpaque(values, index, value);
    }

    void setState(TickState state) {
        set(STATE, state.ordinal());
    }

    TickState state() {
        return STATES[(int) get(STATE)];
    }

    static TickState stateOf(long[] snapshot) {
        return STATES[(int) snapshot[STATE]];
    }

    void setPlacement(Placement placement) {
        set(PLACEMENT, placement.ordinal());
    }

    Placement placement() {
        return PLACEMENTS[(int) get(PLACEMENT)];
    }

    static Placement placementOf(long[] snapshot) {
        return PLACEMENTS[(int) snapshot[PLACEMENT]];
    }

    /** Adds to a value inside a write. */
    void add(int index, long delta) {
        set(index, get(index) + delta);
    }

    /** Raises a value inside a write. */
    void max(int index, long value) {
        if (value > get(index)) {
            set(index, value);
        }
    }

    /** One consistent snapshot, for any thread. */
    long[] snapshot() {
        long[] copy = new long[SIZE];
        for (; ; ) {
            int before = (int) SEQUENCE.getAcquire(this);
            if ((before & 1) == 0) {
                for (int i = 0; i < SIZE; i++) {
                    copy[i] = get(i);
                }
                VarHandle.loadLoadFence();
                if ((int) SEQUENCE.getOpaque(this) == before) {
                    return copy;
                }
            }
            Thread.onSpinWait();
        }
    }

    /**
     * How far past its due time a registration is that is not in a tick. Allocates nothing; for any thread.
     *
     * @return nanoseconds past the time, negative before it, in a tick or stopped
     */
    long overdueNs(long nowNs) {
        for (; ; ) {
            int before = (int) SEQUENCE.getAcquire(this);
            if ((before & 1) == 0) {
                TickState state = state();
                long dueNs = get(DUE);
                VarHandle.loadLoadFence();
                if ((int) SEQUENCE.getOpaque(this) == before) {
                    return switch (state) {
                        case WAITING, SUSPENDED, LAST_WAITING -> nowNs - dueNs;
                        case RUNNING, LAST_RUNNING, STOPPED -> -1;
                    };
                }
            }
            Thread.onSpinWait();
        }
    }
}
