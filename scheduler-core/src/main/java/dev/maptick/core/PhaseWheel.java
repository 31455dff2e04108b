package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Nodes of one period whose due times fall on slots of that period. A node's place in its period never changes, so it stays
 * in its slot from turn to turn and nothing is sorted: a cursor goes round once a period and finds each node where it was.
 * Claiming costs a step of the cursor, at any number of nodes. Guarded by the lane's lock.
 *
 * <p>The idea is a timing wheel (Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", 1987) of periodic timers, whose
 * expiry needs no new insertion.
 *
 * <h2>Why no node is passed over</h2>
 *
 * The cursor goes through the slots in order of time and begins a slot only when its time has come. Of each node it comes to
 * it does one of these things: gives it out for its turn; or, if the node is in a turn still, has it noted and drops it from
 * its slot; or, if the node is due in a later round, leaves it there or, if in a much later one, hands it to the heap. So all a
 * slot keeps when the cursor leaves it are nodes due a period later or several, and nodes given out in this round, each of which either ends its turn unnoted, before the
 * cursor comes again, with a due time no earlier than the cursor's next visit; or ends it under the lock and is queued anew. A
 * node is taken in only if it is due after the slot the cursor has begun, so at the cursor's next visit or a later one. Hence
 * every node that waits in a slot is due at the next visit or whole periods after it, and the cursor comes at its due time.
 *
 * <p><b>Later rounds</b> come with a cursor that is behind. Under an overload of more than a period all nodes are due a round
 * or two ahead of it, since what is missed is skipped. Handing them to the heap until the cursor has caught up, as this wheel
 * once did, made each tick dearer by so much that it never did: 100,000 maps stayed in an overload of their own making.
 * Passing a node by costs a look at it in each round. After a stall of many periods that would be many, so what is due more
 * than a few rounds ahead does go to the heap, once, and comes back at its next turn.
 *
 * @param <N> the kind of node
 */
final class PhaseWheel<N extends QueueNode> {
    private static final int NONE = -1;

    /** A node due more rounds later than that goes to the heap until the cursor has come so far. */
    private static final int MOST_ROUNDS = 4;

    /** Half of a long run. All of them fit into the first cache. */
    private static final int NEAR = 32;

    private final SlotGrid grid;
    private final long epochNs;
    private final int count;
    private final DeadlineQueue<N> heap;

    /** One for each place of the grid. */
    private final @Nullable WheelSlot[] slots;

    /** One bit for each slot that has nodes. */
    private final long[] filled;

    private int size;

    /** The slot begun last, and its time. */
    private int cursor;

    private long cursorNs;

    /** The slot begun last while its end is not reached, and how far it is gone through. */
    private @Nullable WheelSlot open;

    private int at;

    /** Up to which node it is brought near. */
    private int near;

    /** Keeps the reads that bring memory near from being left out; of no meaning. */
    @SuppressWarnings("UnusedVariable") // to be written is its use
    private long touched;

    /** The queue's running number when that slot was begun, and whether a node in it was passed by. */
    private long openedAt;

    private boolean passedBy;

    /** See {@link WheelSlot#closeInOrder}. */
    private QueueNode[] scratch = new QueueNode[0];

    /** The next slot to begin, {@link #NONE} if no slot has nodes, and its time. */
    private int next = NONE;

    private long nextNs;

    /**
     * Makes an empty wheel, whose slots are the places of a grid.
     *
     * @param startNs due times up to here have passed, and up to the next slot from here count as passed
     * @param heap takes what is due many rounds later
     */
    PhaseWheel(SlotGrid grid, long epochNs, long startNs, DeadlineQueue<N> heap) {
        this.grid = grid;
        this.epochNs = epochNs;
        this.count = grid.count();
        this.heap = heap;
        this.slots = new WheelSlot[count];
        filled = new long[(count + 63) >>> 6];
        restart(startNs);
    }

    /** Begins anew as if made now; without nodes only. */
    void restart(long startNs) {
        WheelSlot slot = open;
        if (slot != null) {
            close(slot);
        }
        long phaseNs = phaseOf(startNs);
        int first = grid.placeNotBefore(phaseNs);
        cursor = first == count ? 0 : first;
        cursorNs = startNs - phaseNs + (first == count ? grid.periodNs() : grid.phaseNs(first));
    }

    private long phaseOf(long timeNs) {
        return Math.floorMod(timeNs - epochNs, grid.periodNs());
    }

    long periodNs() {
        return grid.periodNs();
    }

    int size() {
        return size;
    }

    /**
     * Takes a node in if it is due after the slot begun last, and not more than a period from now.
     *
     * @param newest whether all others came, or had their latest turn, before it
     */
    boolean add(N node, long nowNs, boolean newest) {
        long fromNs = nowNs - cursorNs > 0 ? nowNs : cursorNs;
        if (node.dueNs - cursorNs <= 0 || node.dueNs - fromNs > grid.periodNs()) {
            return false;
        }
        int number = grid.placeAt(phaseOf(node.dueNs));
        if (number == NONE) {
            return false;
        }
        WheelSlot slot = slots[number];
        if (slot == null) {
            slot = new WheelSlot(this, number);
            slots[number] = slot;
        }
        if (slot == open) {
            // Due a period from now: behind those that had their turn in this round, before those that have it to come.
            slot.insert(node, at, newest);
            at++;
        } else {
            slot.insert(node, slot.end(), newest);
        }
        size++;
        filled[number >>> 6] |= 1L << number;
        // At its due time, except behind a cursor that is more than a period late.
        long visitNs = node.dueNs;
        if (visitNs - cursorNs > grid.periodNs()) {
            visitNs = timeOf(number, cursor, cursorNs);
        }
        if (next == NONE || visitNs - nextNs < 0) {
            next = number;
            nextNs = visitNs;
        }
        return true;
    }

    void remove(WheelSlot slot, N node) {
        slot.remove(node);
        size--;
        if (slot.live() == 0) {
            filled[slot.number >>> 6] &= ~(1L << slot.number);
            if (slot != open) {
                slot.close();
            }
            if (slot.number == next) {
                findNext();
            }
        }
    }

    /** The earliest node whose turn can come now; see {@link DeadlineQueue#first}. */
    @Nullable
    N head(long nowNs, long arrivals) {
        for (; ; ) {
            WheelSlot slot = open;
            if (slot == null) {
                if (next == NONE || nextNs - nowNs > 0) {
                    return null;
                }
                begin();
                openedAt = arrivals;
                continue;
            }
            for (; at < slot.end(); at++) {
                if (at >= near) {
                    bringNear(slot);
                }
                N node = node(slot, at);
                if (node != null && isDue(slot, node)) {
                    return node;
                }
            }
            close(slot);
        }
    }

    /**
     * Touches the next nodes before the first of them is looked at: for reads in a row that do not depend on one another the
     * processor waits once, where node by node it would wait for each, with the lane's lock held.
     */
    private void bringNear(WheelSlot slot) {
        near = Math.min(slot.end(), at + NEAR);
        long sum = 0;
        for (int i = at; i < near; i++) {
            N node = node(slot, i);
            sum += node == null ? 0 : node.touch();
        }
        touched += sum;
    }

    private void close(WheelSlot slot) {
        open = null;
        if (passedBy) {
            passedBy = false;
            if (scratch.length < slot.end()) {
                scratch = new QueueNode[2 * slot.end()];
            }
            slot.closeInOrder(openedAt, scratch);
        } else {
            slot.close();
        }
    }

    private void begin() {
        cursor = next;
        cursorNs = nextNs;
        open = slots[cursor];
        at = 0;
        near = 0;
        findNext();
    }

    /** Whether a node's turn can come now. One in a turn still is dropped from its slot, one due many rounds later is too. */
    private boolean isDue(WheelSlot slot, N node) {
        if (node.note()) {
            remove(slot, node);
            return false;
        }
        long laterNs = node.dueNs - cursorNs;
        if (laterNs > MOST_ROUNDS * grid.periodNs()) {
            remove(slot, node);
            heap.putBack(node);
            return false;
        }
        passedBy |= laterNs > 0;
        return laterNs <= 0;
    }

    /** The node that {@link #head} has returned gets its turn and keeps its place. */
    void take() {
        at++;
    }

    @SuppressWarnings("unchecked") // only nodes of type N are ever added
    private @Nullable N node(WheelSlot slot, int index) {
        return (N) slot.get(index);
    }

    // ---- for the audit ----

    /** Whether a node stands where it says, in a slot that is this wheel's and known to have nodes. */
    boolean holds(WheelSlot slot, N node) {
        int number = slot.number;
        int place = node.index;
        return slots[number] == slot
                && (filled[number >>> 6] >>> number & 1) != 0
                && place >= 0
                && place < slot.end()
                && slot.get(place) == node;
    }

    /** Whether the cursor's next visit to a node that waits, where it says, is no later than the node is due. */
    boolean comesUp(WheelSlot slot, N node) {
        boolean ahead = slot == open && node.index >= at;
        long visitNs = ahead ? cursorNs : timeOf(slot.number, cursor, cursorNs);
        boolean planned = ahead || (next != NONE && visitNs - nextNs >= 0);
        return planned && node.dueNs - visitNs >= 0;
    }

    /** Goes on by one place of the walk; a slot without nodes costs nothing. */
    @Nullable
    N walk(QueueWalk walk) {
        int number = walk.number < count ? filledFrom(walk.number) : NONE;
        if (number == NONE) {
            walk.nextPart();
            return null;
        }
        if (number != walk.number) {
            walk.toSlot(number);
        }
        WheelSlot slot = slots[number];
        if (slot == null || walk.index >= slot.end()) {
            walk.toSlot(number + 1);
            return null;
        }
        return node(slot, walk.step(slot));
    }

    // ---- what comes next ----

    boolean isEmpty() {
        return size == 0;
    }

    /** When the cursor has something to look at; not empty. */
    long nextNs() {
        WheelSlot slot = open;
        return slot != null && at < slot.end() ? cursorNs : nextNs;
    }

    /** When it has after that. */
    long secondNs() {
        WheelSlot slot = open;
        if (slot != null && at < slot.end()) {
            return at + 1 < slot.end() ? cursorNs : nextNs;
        }
        WheelSlot first = slots[next];
        if (first != null && first.live() > 1) {
            return nextNs;
        }
        int after = filledAfter(next);
        return timeOf(after, next, nextNs);
    }

    /** When it has after a time; not empty. */
    long afterNs(long timeNs) {
        if (nextNs() - timeNs > 0) {
            return nextNs();
        }
        if (nextNs - timeNs > 0) {
            return nextNs;
        }
        long phaseNs = phaseOf(timeNs);
        int place = grid.placeNotAfter(phaseNs);
        return timeOf(filledAfter(place), place, timeNs - phaseNs + grid.phaseNs(place));
    }

    int dueCount(long nowNs) {
        int due = 0;
        WheelSlot slot = open;
        if (slot != null) {
            due = slot.end() - at;
        }
        if (next != NONE && nextNs - nowNs <= 0) {
            WheelSlot following = slots[next];
            due += following == null ? 0 : following.live();
        }
        return due;
    }

    /** The earliest node that waits. A search over the nodes in a turn. */
    @Nullable
    N peek() {
        N best = null;
        WheelSlot slot = open;
        if (slot != null) {
            best = earliest(slot, at, null);
        }
        int number = next;
        for (int i = 0; i < count && number != NONE; i++) {
            WheelSlot filledSlot = slots[number];
            if (filledSlot != null) {
                best = earliest(filledSlot, 0, best);
            }
            long timeNs = timeOf(number, cursor, cursorNs);
            int after = filledAfter(number);
            if (number == cursor || (best != null && best.dueNs - timeNs <= 0)) {
                break;
            }
            number = after;
        }
        return best;
    }

    private @Nullable N earliest(WheelSlot slot, int from, @Nullable N otherwise) {
        N best = otherwise;
        for (int i = from; i < slot.end(); i++) {
            N node = node(slot, i);
            if (node != null && node.waits() && (best == null || node.before(best))) {
                best = node;
            }
        }
        return best;
    }

    /** The first slot with nodes from a slot on, without going round; {@link #NONE} if there is none. */
    private int filledFrom(int slot) {
        int word = slot >>> 6;
        long bits = filled[word] & (-1L << slot);
        while (bits == 0 && ++word < filled.length) {
            bits = filled[word];
        }
        return bits == 0 ? NONE : (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    private void findNext() {
        next = filledAfter(cursor);
        if (next != NONE) {
            nextNs = timeOf(next, cursor, cursorNs);
        }
    }

    /** When the cursor comes to a slot next after it was at another one. */
    private long timeOf(int slot, int other, long otherNs) {
        return otherNs - grid.phaseNs(other) + grid.phaseNs(slot) + (slot <= other ? grid.periodNs() : 0);
    }

    /** The first slot with nodes after a slot, going round to that one itself; {@link #NONE} if there is none at all. */
    private int filledAfter(int slot) {
        if (size == 0) {
            return NONE;
        }
        int from = slot + 1 == count ? 0 : slot + 1;
        int word = from >>> 6;
        long bits = filled[word] & (-1L << from);
        for (int i = 0; i <= filled.length; i++) {
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
            word = word + 1 == filled.length ? 0 : word + 1;
            bits = filled[word];
        }
        return NONE;
    }
}
