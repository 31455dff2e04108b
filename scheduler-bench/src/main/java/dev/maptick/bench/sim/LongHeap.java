package dev.maptick.bench.sim;

import java.util.Arrays;

/** The smallest of many numbers at hand. Not thread-safe. */
final class LongHeap {
    private long[] values = new long[1_024];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The smallest; only if there is one. */
    long first() {
        return values[0];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        int at = size++;
        while (at > 0 && values[(at - 1) / 2] > value) {
            values[at] = values[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        values[at] = value;
    }

    /** Takes the smallest away; only if there is one. */
    long remove() {
        long first = values[0];
        long last = values[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && values[child + 1] < values[child]) {
                child++;
            }
            if (last <= values[child]) {
                break;
            }
            values[at] = values[child];
            at = child;
        }
        values[at] = last;
        return first;
    }
}
