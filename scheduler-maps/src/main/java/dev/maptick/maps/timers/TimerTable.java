package dev.maptick.maps.timers;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Where timers are by their ids. An id is a start's number and, in its lower bits, the slot of its node, so any thread
 * finds the node without a lock and the node's word tells whether it still is that timer. The owner takes and frees slots,
 * the lowest free one first, which keeps the table short.
 *
 * <p>Nodes are kept for reuse and never move while in use; growing copies references, so an old table leads to the same
 * nodes. A node let go by {@link #trim} or {@link #clear} is FREE for good: nobody can cancel a timer through it.
 *
 * <p>Start numbers have 42 bits: at 1,000,000 starts a second they last 50 days before they begin again, and an id comes
 * back only if its slot then fits as well.
 */
final class TimerTable {
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    private static final long NUMBER_MASK = (1L << 42) - 1;
    private static final int SMALLEST = 16;

    /** Keeping this many free nodes is not worth a look. */
    private static final int KEPT = 256;

    /** How many ticks a small use must last before nodes are let go. */
    private static final int WINDOW = 256;

    private static final AtomicReferenceArray<@Nullable TimerNode> EMPTY = new AtomicReferenceArray<>(0);

    private volatile AtomicReferenceArray<@Nullable TimerNode> nodes = EMPTY;

    // Owner only from here.
    private BitSet used = new BitSet(0);
    private int firstFree;
    private int inUse;
    private int kept;
    private int peak;
    private int ticks;
    private long number;

    /** The node where the timer of an id is or was. Any thread. */
    @Nullable
    TimerNode find(long id) {
        int slot = (int) id & SLOT_MASK;
        AtomicReferenceArray<@Nullable TimerNode> table = nodes;
        return id > 0 && slot < table.length() ? table.get(slot) : null;
    }

    /** A slot for a new timer. */
    int take() {
        int slot = used.nextClearBit(firstFree);
        used.set(slot);
        firstFree = slot + 1;
        inUse++;
        peak = Math.max(peak, inUse);
        return slot;
    }

    /** The node of a slot, made when needed. */
    TimerNode node(int slot) {
        AtomicReferenceArray<@Nullable TimerNode> table = nodes;
        if (slot >= table.length()) {
            table = resize(Math.max(SMALLEST, Integer.highestOneBit(slot) << 1));
        }
        TimerNode node = table.get(slot);
        if (node == null) {
            node = new TimerNode();
            table.set(slot, node);
            kept++;
        }
        return node;
    }

    /** An id for the next timer in a slot. */
    long nextId(int slot) {
        number = (number + 1) & NUMBER_MASK;
        if (number == 0) {
            number = 1;
        }
        return (number << SLOT_BITS) | slot;
    }

    /** Takes a node out of use. */
    void free(TimerNode node) {
        int slot = (int) node.id() & SLOT_MASK;
        node.free();
        used.clear(slot);
        firstFree = Math.min(firstFree, slot);
        inUse--;
    }

    int inUse() {
        return inUse;
    }

    /** Whether it holds any memory for nodes. */
    boolean holdsNodes() {
        return kept > 0;
    }

    /** The first slot in use from a given one on, -1 if there is none. */
    int nextUsed(int from) {
        return used.nextSetBit(from);
    }

    /** Once a tick: lets free nodes go that have not been needed for a while. */
    void trim() {
        if (++ticks < WINDOW) {
            return;
        }
        if (kept > KEPT && peak < kept / 4) {
            dropFree();
        }
        ticks = 0;
        peak = inUse;
    }

    /** Forgets everything but the start numbers. All nodes must be FREE. */
    void clear() {
        nodes = EMPTY;
        used = new BitSet(0);
        firstFree = 0;
        inUse = 0;
        kept = 0;
        peak = 0;
        ticks = 0;
    }

    private void dropFree() {
        int length = Math.max(SMALLEST, Integer.highestOneBit(Math.max(1, used.length() - 1)) << 1);
        AtomicReferenceArray<@Nullable TimerNode> table = length < nodes.length() ? resize(length) : nodes;
        for (int slot = used.nextClearBit(0); slot < table.length(); slot = used.nextClearBit(slot + 1)) {
            table.set(slot, null);
        }
        used = BitSet.valueOf(used.toLongArray());
        kept = inUse;
    }

    private AtomicReferenceArray<@Nullable TimerNode> resize(int length) {
        AtomicReferenceArray<@Nullable TimerNode> old = nodes;
        AtomicReferenceArray<@Nullable TimerNode> table = new AtomicReferenceArray<>(length);
        for (int i = 0; i < Math.min(length, old.length()); i++) {
            table.setPlain(i, old.getPlain(i));
        }
        nodes = table;
        return table;
    }
}
