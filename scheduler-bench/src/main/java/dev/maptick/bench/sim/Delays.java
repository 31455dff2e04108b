package dev.maptick.bench.sim;

import java.util.Arrays;

/** Queueing delays: the start of each tick less its deadline, every one of them kept. Not thread-safe. */
final class Delays {
    private long[] values = new long[1 << 12];
    private int size;

    void add(long ns) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = ns;
    }

    Delay summary() {
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return new Delay(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1));
    }

    private static long at(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.max(0, Math.ceil(part * sorted.length) - 1)];
    }
}
