package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * The pool's queue: a {@link PhaseWheel} for each of the periods in use, and a heap for what no wheel can hold: phases of a
 * user's own between two slots, long or rare periods, last tasks, what is due more than a period from now or many rounds ahead
 * of a wheel that is behind. Both are one order: the heads are compared, by due time and then by arrival.
 *
 * <p>Which is where depends on nothing but the due time, so a node that missed its slot is back in it a turn later.
 */
final class PhaseQueue<N extends QueueNode> implements DeadlineQueue<N> {
    /** More periods than a world has; comparing heads stays short. */
    private static final int MOST_WHEELS = 8;

    private static final int HEAP = -1;

    /** Due times so close together are one wake-up. */
    static final long ONE_WAKE_UP_NS = 100_000;

    private final long slotNs;
    private final boolean places;
    private long epochNs;
    private final IndexedHeap<N> heap = new IndexedHeap<>();
    private final @Nullable PhaseWheel<N>[] wheels;
    private int wheelCount;
    private long arrivals;

    /** When {@link #first} was last asked. */
    private long askedNs;

    /** The wheel in which {@link #first} found its node, {@link #HEAP} for the heap. */
    private int firstWheel = HEAP;

    /**
     * Makes an empty queue.
     *
     * @param slotNs width of a slot; see {@link SlotGrid}
     * @param places whether a slot has several places
     */
    @SuppressWarnings("unchecked") // filled with nothing but wheels of N
    PhaseQueue(long slotNs, boolean places) {
        this.slotNs = slotNs;
        this.places = places;
        wheels = (PhaseWheel<N>[]) new PhaseWheel<?>[MOST_WHEELS];
    }

    @Override
    public void begin(long startNs) {
        epochNs = startNs;
        askedNs = startNs;
    }

    @Override
    public void reserve(int capacity) {
        heap.reserve(capacity);
    }

    @Override
    public void add(N node) {
        node.arrival = arrivals++;
        queue(node, true);
    }

    @Override
    public void putBack(N node) {
        queue(node, false);
    }

    private void queue(N node, boolean newest) {
        if (node.isQueued()) {
            throw new IllegalStateException("queued already: " + node);
        }
        if (!addToWheel(node, newest)) {
            heap.putBack(node);
        }
    }

    private boolean addToWheel(N node, boolean newest) {
        try {
            PhaseWheel<N> wheel = wheelFor(node);
            return wheel != null && wheel.add(node, askedNs, newest);
        } catch (OutOfMemoryError e) {
            // The heap has room for every node: nothing is lost for want of memory.
            return false;
        }
    }

    /**
     * The wheel of a node's period. One without nodes begins anew, at the latest time known; if that is long ago the node
     * goes to the heap for one turn, and comes back when the time is known. A period that has no wheel takes the place of
     * one without nodes.
     */
    private @Nullable PhaseWheel<N> wheelFor(N node) {
        long periodNs = node.periodNs();
        int place = wheelCount;
        PhaseWheel<N> same = null;
        for (int i = 0; i < wheelCount; i++) {
            PhaseWheel<N> wheel = at(i);
            if (wheel.periodNs() == periodNs) {
                if (!wheel.isEmpty()) {
                    return wheel;
                }
                same = wheel;
            } else if (wheel.isEmpty()) {
                place = i;
            }
        }
        if (same != null) {
            same.restart(askedNs);
            return same;
        }
        long aheadNs = node.dueNs - askedNs;
        if (periodNs > SlotGrid.LONGEST_PERIOD_NS || place == MOST_WHEELS || aheadNs <= 0 || aheadNs > periodNs) {
            return null;
        }
        if (!SlotGrid.hasPlace(Math.floorMod(node.dueNs - epochNs, periodNs), periodNs, slotNs, places)) {
            // Its turns all come this way: nothing may be made for it.
            return null;
        }
        PhaseWheel<N> wheel = new PhaseWheel<>(SlotGrid.of(periodNs, slotNs, places), epochNs, askedNs, heap);
        wheels[place] = wheel;
        wheelCount = Math.max(wheelCount, place + 1);
        return wheel;
    }

    private PhaseWheel<N> at(int index) {
        PhaseWheel<N> wheel = wheels[index];
        if (wheel == null) {
            throw new IllegalStateException("no wheel " + index + " of " + wheelCount);
        }
        return wheel;
    }

    @Override
    @SuppressWarnings("unchecked") // a slot of this queue is a slot of one of its wheels
    public void remove(N node) {
        WheelSlot slot = node.slot;
        if (slot == null) {
            heap.remove(node);
        } else {
            ((PhaseWheel<N>) slot.wheel).remove(slot, node);
        }
    }

    @Override
    public @Nullable N first(long nowNs) {
        askedNs = nowNs;
        N best = null;
        int from = HEAP;
        for (int i = 0; i < wheelCount; i++) {
            PhaseWheel<N> wheel = at(i);
            N head = wheel.head(nowNs, arrivals);
            if (head != null && (best == null || head.before(best))) {
                best = head;
                from = i;
            }
        }
        // After the wheels, which may just have handed it something.
        N top = heap.first(nowNs);
        if (top != null && (best == null || top.before(best))) {
            best = top;
            from = HEAP;
        }
        firstWheel = from;
        return best;
    }

    @Override
    public void take(N node) {
        if (firstWheel == HEAP) {
            heap.remove(node);
        } else {
            at(firstWheel).take();
        }
        node.arrival = arrivals++;
    }

    @Override
    public int size() {
        int size = heap.size();
        for (int i = 0; i < wheelCount; i++) {
            size += at(i).size();
        }
        return size;
    }

    @Override
    public long nextNs() {
        boolean found = heap.size() > 0;
        long nextNs = found ? heap.nextNs() : 0;
        for (int i = 0; i < wheelCount; i++) {
            PhaseWheel<N> wheel = at(i);
            if (!wheel.isEmpty() && (!found || wheel.nextNs() - nextNs < 0)) {
                nextNs = wheel.nextNs();
                found = true;
            }
        }
        return nextNs;
    }

    @Override
    public long reliefNs(long graceNs) {
        long firstNs = nextNs();
        if (size() < 2) {
            return firstNs + Lane.FOREVER_NS;
        }
        long limitNs = firstNs + ONE_WAKE_UP_NS;
        boolean crowd = secondNs(firstNs) - limitNs <= 0;
        long laterNs = laterNs(limitNs);
        return crowd ? firstNs + Math.min(graceNs, laterNs - firstNs) : laterNs;
    }

    /** When something is due after the first. */
    private long secondNs(long firstNs) {
        long secondNs = firstNs + Lane.FOREVER_NS;
        boolean firstSeen = false;
        for (int i = HEAP; i < wheelCount; i++) {
            boolean any = i == HEAP ? heap.size() > 0 : !at(i).isEmpty();
            if (!any) {
                continue;
            }
            long headNs = i == HEAP ? heap.nextNs() : at(i).nextNs();
            if (headNs == firstNs && !firstSeen) {
                firstSeen = true;
                headNs = i == HEAP ? heap.secondNs(secondNs) : at(i).secondNs();
            }
            if (headNs - secondNs < 0) {
                secondNs = headNs;
            }
        }
        return secondNs;
    }

    /** When something is due after a time; of the heap only its head and what is next counts, the rest would be a search. */
    private long laterNs(long timeNs) {
        long laterNs = timeNs + Lane.FOREVER_NS;
        if (heap.size() > 0) {
            long headNs = heap.nextNs();
            long heapNs = headNs - timeNs > 0 ? headNs : heap.secondNs(laterNs);
            laterNs = heapNs - timeNs > 0 ? heapNs : laterNs;
        }
        for (int i = 0; i < wheelCount; i++) {
            PhaseWheel<N> wheel = at(i);
            if (!wheel.isEmpty() && wheel.afterNs(timeNs) - laterNs < 0) {
                laterNs = wheel.afterNs(timeNs);
            }
        }
        return laterNs;
    }

    @Override
    public int dueCount(long nowNs) {
        int due = heap.dueCount(nowNs);
        for (int i = 0; i < wheelCount; i++) {
            due += at(i).dueCount(nowNs);
        }
        return due;
    }

    @Override
    public boolean holds(N node) {
        WheelSlot slot = node.slot;
        PhaseWheel<N> wheel = slot == null ? null : wheelOf(slot);
        return slot == null ? heap.holds(node) : wheel != null && wheel.holds(slot, node);
    }

    @Override
    public boolean comesUp(N node) {
        WheelSlot slot = node.slot;
        PhaseWheel<N> wheel = slot == null ? null : wheelOf(slot);
        return slot == null ? heap.comesUp(node) : wheel != null && wheel.comesUp(slot, node);
    }

    /** The wheel of this queue that a slot belongs to, null if it belongs to none. */
    private @Nullable PhaseWheel<N> wheelOf(WheelSlot slot) {
        for (int i = 0; i < wheelCount; i++) {
            if (slot.wheel == wheels[i]) {
                return wheels[i];
            }
        }
        return null;
    }

    /** First the heap, then each wheel. */
    @Override
    public @Nullable N walk(QueueWalk walk) {
        if (walk.part == 0) {
            N node = heap.walk(walk);
            if (walk.isOver()) {
                walk.nextPart();
            }
            return node;
        }
        if (walk.part > wheelCount) {
            walk.end();
            return null;
        }
        return at(walk.part - 1).walk(walk);
    }

    @Override
    public @Nullable N peek() {
        N best = heap.peek();
        for (int i = 0; i < wheelCount; i++) {
            N head = at(i).peek();
            if (head != null && (best == null || head.before(best))) {
                best = head;
            }
        }
        return best;
    }
}
