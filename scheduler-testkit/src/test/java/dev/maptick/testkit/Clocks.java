package dev.maptick.testkit;

import java.util.stream.LongStream;

/** Where clocks start in tests: plain, below zero, and so that they pass a value often taken for "none" or wrap. */
public final class Clocks {
    private static final long MS = 1_000_000;

    private Clocks() {}

    /** Zero, −1, shortly below zero, the smallest value, shortly before the wrap and a whole number of 25 ms before it. */
    public static LongStream starts() {
        return LongStream.of(
                0,
                -1,
                -75 * MS,
                Long.MIN_VALUE,
                Long.MAX_VALUE - 120 * MS,
                Long.MIN_VALUE - 75 * MS,
                1_234_567_890_123L);
    }
}
