package dev.maptick.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A 4-ary array heap whose nodes know their own slot, so that taking one out of the middle costs no search. Four children
 * share a cache line of references and halve the depth of a binary heap. Adding and removing are logarithmic, looking at
 * the first is a read. A node leaves the heap for its turn.
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
        node.arrival = arrivals++;
        putBack(node);
    }

    @Override
    public void putBack(N node) {
        if (node.isQueued()) {
            throw new IllegalStateException("queued already: " + node);
        }
        reserve(size + 1);
        siftUp(size++, node);
    }

    @Override
    public void remove(N node) {
        int hole = node.index;
        if (hole < 0 || hole >= size || heap[hole] != node) {
            throw new IllegalStateException("not queued here: " + node);
        }
        QueueNode last = at(--size);
        heap[size] = null;
        node.index = QueueNode.NOT_QUEUED;
        if (last == node) {
            return;
        }
        siftDown(hole, last);
        if (last.index == hole) {
            siftUp(hole, last);
        }
    }

    @Override
    public @Nullable N first(long nowNs) {
        N head = peek();
        return head == null || head.dueNs - nowNs > 0 ? null : head;
    }

    @Override
    public void take(N node) {
        remove(node);
        node.arrival = arrivals++;
    }

    @Override
    @SuppressWarnings("unchecked") // only nodes of type N are ever added
    public @Nullable N peek() {
        return (N) heap[0];
    }

    @Override
    public long nextNs() {
        return at(0).dueNs;
    }

    @Override
    public long reliefNs(long graceNs) {
        long firstNs = nextNs();
        long secondNs = secondNs(firstNs + Lane.FOREVER_NS);
        // At the first due time itself there would be two; the second of them may wait as long as any.
        return secondNs == firstNs ? firstNs + graceNs : secondNs;
    }

    /** When the second node is due; a time given if there is none. */
    long secondNs(long otherwiseNs) {
        if (size < 2) {
            return otherwiseNs;
        }
        long secondNs = at(1).dueNs;
        for (int child = 2; child <= ARITY && child < size; child++) {
            long dueNs = at(child).dueNs;
            if (dueNs - secondNs < 0) {
                secondNs = dueNs;
            }
        }
        return secondNs;
    }

    @Override
    public int dueCount(long nowNs) {
        // Counting them would cost a search. Two due at once already mean that there is more than one worker can start.
        if (size == 0 || at(0).dueNs - nowNs > 0) {
            return 0;
        }
        return secondNs(nowNs + 1) - nowNs > 0 ? 1 : 2;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean holds(N node) {
        int slot = node.index;
        return slot >= 0 && slot < size && heap[slot] == node;
    }

    @Override
    public boolean comesUp(N node) {
        int slot = node.index;
        return slot == 0 || !node.before(at((slot - 1) / ARITY));
    }

    @Override
    @SuppressWarnings("unchecked") // only nodes of type N are ever added
    public @Nullable N walk(QueueWalk walk) {
        if (walk.index >= size) {
            walk.end();
            return null;
        }
        return (N) heap[walk.step(null)];
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
        node.index = slot;
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
