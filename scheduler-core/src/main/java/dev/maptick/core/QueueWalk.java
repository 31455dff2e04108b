package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/** How far somebody who looks at each place of a {@link DeadlineQueue} has come. One thread; the queue's lock for each step. */
final class QueueWalk {
    /** Which part of the queue, and in a wheel which slot. */
    int part;

    int number;

    /** The next place, in the heap or in the slot. */
    int index;

    private boolean over;

    /** Where the last step was. */
    private @Nullable WheelSlot slot;

    private int place;

    /** Whether every place was looked at, since the start or the last {@link #restart}. */
    boolean isOver() {
        return over;
    }

    void restart() {
        over = false;
        part = 0;
        toSlot(0);
    }

    void end() {
        over = true;
    }

    void nextPart() {
        over = false;
        part++;
        toSlot(0);
    }

    void toSlot(int next) {
        number = next;
        index = 0;
    }

    /** Steps on a place of a slot, or of the heap for null. */
    int step(@Nullable WheelSlot on) {
        slot = on;
        place = index++;
        return place;
    }

    /** Whether a node says that it stands where the last step was. */
    boolean isPlaceOf(QueueNode node) {
        return node.slot == slot && node.index == place;
    }
}
