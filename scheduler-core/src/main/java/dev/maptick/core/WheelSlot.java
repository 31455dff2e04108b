package dev.maptick.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one phase of a {@link PhaseWheel}, in the order of their latest turns. A node knows its place, and taking one
 * out leaves a hole, so that the others keep theirs; holes are closed when the slot has been gone through. Guarded by the
 * lane's lock.
 */
final class WheelSlot {
    private static final int FIRST_CAPACITY = 4;

    final PhaseWheel<?> wheel;
    final int number;
    private @Nullable QueueNode[] nodes = new QueueNode[FIRST_CAPACITY];
    private int end;
    private int live;

    WheelSlot(PhaseWheel<?> wheel, int number) {
        this.wheel = wheel;
        this.number = number;
    }

    /** One past the last place in use. */
    int end() {
        return end;
    }

    /** How many nodes there are. */
    int live() {
        return live;
    }

    /** What stands at a place below {@link #end}, null for a hole. */
    @Nullable
    QueueNode get(int index) {
        return nodes[index];
    }

    /** Makes room for one more node. */
    void reserve() {
        if (end == nodes.length) {
            nodes = Arrays.copyOf(nodes, nodes.length + (nodes.length >> 1));
        }
    }

    /**
     * Puts a node in, behind all that had their turn before it.
     *
     * @param limit the first place whose nodes have not had the turn that counts
     * @param newest whether that is the place it gets: all others had their turn before it, and need not be looked at
     * @return the place it got, below or at the limit
     */
    int insert(QueueNode node, int limit, boolean newest) {
        reserve();
        int at = limit;
        while (at > 0 && !newest) {
            QueueNode before = nodes[at - 1];
            if (before != null && before.arrival - node.arrival < 0) {
                break;
            }
            at--;
        }
        System.arraycopy(nodes, at, nodes, at + 1, end - at);
        end++;
        for (int i = at + 1; i < end; i++) {
            QueueNode moved = nodes[i];
            if (moved != null) {
                moved.index = i;
            }
        }
        nodes[at] = node;
        node.index = at;
        node.slot = this;
        live++;
        return at;
    }

    void remove(QueueNode node) {
        int at = node.index;
        if (at < 0 || at >= end || nodes[at] != node) {
            throw new IllegalStateException("not queued here: " + node);
        }
        nodes[at] = null;
        node.index = QueueNode.NOT_QUEUED;
        node.slot = null;
        live--;
    }

    /**
     * The slot has been gone through, and some nodes were passed by. They had their latest turns before those that were given
     * out meanwhile, so they come first from now on.
     *
     * @param openedAt the queue's running number when the slot was begun
     * @param scratch room for all that is in the slot
     */
    void closeInOrder(long openedAt, QueueNode[] scratch) {
        close();
        int passed = 0;
        int given = 0;
        for (int i = 0; i < end; i++) {
            QueueNode node = nodes[i];
            if (node == null) {
                continue;
            }
            if (node.arrival - openedAt < 0) {
                nodes[passed++] = node;
            } else {
                scratch[given++] = node;
            }
        }
        System.arraycopy(scratch, 0, nodes, passed, given);
        Arrays.fill(scratch, 0, given, null);
        sort();
    }

    /** By insertion: hardly anything is out of order. */
    private void sort() {
        for (int i = 0; i < end; i++) {
            QueueNode node = nodes[i];
            int at = i;
            while (node != null && at > 0) {
                QueueNode before = nodes[at - 1];
                if (before == null || before.arrival - node.arrival < 0) {
                    break;
                }
                nodes[at] = before;
                before.index = at--;
            }
            nodes[at] = node;
            if (node != null) {
                node.index = at;
            }
        }
    }

    /** Closes the holes. */
    void close() {
        if (live == end) {
            return;
        }
        int to = 0;
        for (int from = 0; from < end; from++) {
            QueueNode node = nodes[from];
            if (node != null) {
                nodes[to] = node;
                node.index = to++;
            }
        }
        Arrays.fill(nodes, to, end, null);
        end = to;
        if (nodes.length > FIRST_CAPACITY && end < nodes.length / 4) {
            nodes = Arrays.copyOf(nodes, nodes.length / 2);
        }
    }
}
