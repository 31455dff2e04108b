package dev.maptick.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A 4-ary array heap whose nodes know their own slot, so that taking one out of the middle costs no search. Four children
 * share a cache line of references and halve the depth of a binary heap. Adding and removing are logarithmic, looking at
 * the first is a read.
 */
final class IndexedHeap<N extends QueueNode> implements DeadlineQueue<N> {
    private static final int ARITY = 4;
    private static final int FIRST_CAPACITY = 16;

    private @Nullable QueueNode[] heap = new QueueNode[FIRST_CAPACITY];
    private int size;
    private long arrivals;

    @Override
    public void reserve(int capacity) {
        if (capacity > heap.length) {
            heap = Arrays.copyOf(heap, Math.max(capacity, heap.length * 2));
        }
    }

    @Override
    public void add(N node) {
        if (node.isQueued()) {
            throw new IllegalStateException("queued already: " + node);
        }
        reserve(size + 1);
        node.arrival = arrivals++;
        siftUp(size++, node);
    }

    @Override
    public void remove(N node) {
        int hole = node.slot;
        if (hole < 0 || hole >= size || heap[hole] != node) {
            throw new IllegalStateException("not queued here: " + node);
        }
        QueueNode last = at(--size);
        heap[size] = null;
        node.slot = QueueNode.NOT_QUEUED;
        if (last == node) {
            return;
        }
        siftDown(hole, last);
        if (last.slot == hole) {
            siftUp(hole, last);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // only nodes of type N are ever added
    public @Nullable N first() {
        return (N) heap[0];
    }

    @Override
    public int size() {
        return size;
    }

    private QueueNode at(int slot) {
        QueueNode node = heap[slot];
        if (node == null) {
            throw new IllegalStateException("hole at " + slot + " of " + size);
        }
        return node;
    }

    private void put(int slot, QueueNode node) {
        heap[slot] = node;
        node.slot = slot;
    }

    private void siftUp(int from, QueueNode node) {
        int slot = from;
        while (slot > 0) {
            int parentSlot = (slot - 1) / ARITY;
            QueueNode parent = at(parentSlot);
            if (!node.before(parent)) {
                break;
            }
            put(slot, parent);
            slot = parentSlot;
        }
        put(slot, node);
    }

    private void siftDown(int from, QueueNode node) {
        int slot = from;
        for (; ; ) {
            int childSlot = slot * ARITY + 1;
            if (childSlot >= size) {
                break;
            }
            QueueNode child = at(childSlot);
            int end = Math.min(childSlot + ARITY, size);
            for (int other = childSlot + 1; other < end; other++) {
                if (at(other).before(child)) {
                    childSlot = other;
                    child = at(other);
                }
            }
            if (!child.before(node)) {
                break;
            }
            put(slot, child);
            slot = childSlot;
        }
        put(slot, node);
    }
}
