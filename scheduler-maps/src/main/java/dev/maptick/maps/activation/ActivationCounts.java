package dev.maptick.maps.activation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The numbers of one {@link SectorActivation}, for any thread to read. Apart from it, so that who keeps the numbers does
 * not keep the map's entities.
 *
 * <p>Written by the map's own thread alone, whose turns are handed over by the scheduler: a plain sum and an opaque write
 * are enough. A reader gets each number whole and never an older one than it has seen; a number may be late by what the
 * tick under way has done.
 */
public final class ActivationCounts {
    static final int ENTITIES = 0;
    static final int PLAYERS = 1;
    static final int ACTIVE = 2;
    static final int STARVED = 3;
    static final int THINKS = 4;
    static final int ACTIVATIONS = 5;
    static final int FAULTS = 6;
    static final int REFUSED = 7;
    private static final int SIZE = 8;

    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] values = new long[SIZE];

    ActivationCounts() {}

    /** By the map's thread alone. */
    void add(int index, long n) {
        VALUE.setOpaque(values, index, values[index] + n);
    }

    long get(int index) {
        return (long) VALUE.getOpaque(values, index);
    }

    /**
     * The numbers.
     *
     * @return a new snapshot, read one after the other
     */
    public ActivationStats stats() {
        return new ActivationStats(
                get(ENTITIES),
                get(PLAYERS),
                get(ACTIVE),
                get(STARVED),
                get(THINKS),
                get(ACTIVATIONS),
                get(FAULTS),
                get(REFUSED));
    }

    @Override
    public String toString() {
        return stats().toString();
    }
}
