package dev.maptick.maps.timers;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Timers due beyond the reach of the wheel: a binary heap by {@link TimerNode#isBefore}, each node knowing its index, so
 * that cancelling is logarithmic. Owner only.
 */
final class FarHeap {
    private static final TimerNode[] EMPTY = {};
    private static final int SMALLEST = 16;

    private @Nullable TimerNode[] nodes = EMPTY;
    private int size;

    @Nullable
    TimerNode first() {
        return size == 0 ? null : nodes[0];
    }

    void add(TimerNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, Math.max(SMALLEST, size * 2));
        }
        up(size++, node);
    }

    void remove(TimerNode node) {
        int hole = node.place;
        node.place = TimerNode.NOWHERE;
        TimerNode last = at(--size);
        nodes[size] = null;
        if (last != node) {
            if (hole > 0 && last.isBefore(at((hole - 1) / 2))) {
                up(hole, last);
            } else {
                down(hole, last);
            }
        }
        if (nodes.length > SMALLEST && size < nodes.length / 4) {
            nodes = Arrays.copyOf(nodes, nodes.length / 2);
        }
    }

    /** Lets all nodes and all memory go. */
    void clear() {
        for (int i = 0; i < size; i++) {
            at(i).place = TimerNode.NOWHERE;
        }
        nodes = EMPTY;
        size = 0;
    }

    private void up(int from, TimerNode node) {
        int i = from;
        while (i > 0) {
            int parent = (i - 1) / 2;
            TimerNode above = at(parent);
            if (!node.isBefore(above)) {
                break;
            }
            put(i, above);
            i = parent;
        }
        put(i, node);
    }

    private void down(int from, TimerNode node) {
        int i = from;
        int half = size / 2;
        while (i < half) {
            int child = 2 * i + 1;
            if (child + 1 < size && at(child + 1).isBefore(at(child))) {
                child++;
            }
            TimerNode below = at(child);
            if (!below.isBefore(node)) {
                break;
            }
            put(i, below);
            i = child;
        }
        put(i, node);
    }

    private TimerNode at(int i) {
        return Objects.requireNonNull(nodes[i]);
    }

    private void put(int i, TimerNode node) {
        nodes[i] = node;
        node.place = i;
    }
}
