package dev.maptick.maps.timers;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Timers whose time has come, waiting for their turn: a list linked through the nodes. Owner only; allocates nothing. */
final class ReadyQueue {
    private @Nullable TimerNode head;
    private @Nullable TimerNode tail;

    boolean isEmpty() {
        return head == null;
    }

    @Nullable
    TimerNode first() {
        return head;
    }

    void add(TimerNode node) {
        TimerNode last = tail;
        node.place = TimerNode.READY;
        node.prev = last;
        node.next = null;
        if (last == null) {
            head = node;
        } else {
            last.next = node;
        }
        tail = node;
    }

    TimerNode poll() {
        TimerNode node = Objects.requireNonNull(head);
        remove(node);
        return node;
    }

    void remove(TimerNode node) {
        TimerNode before = node.prev;
        TimerNode after = node.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.prev = before;
        }
        node.prev = null;
        node.next = null;
        node.place = TimerNode.NOWHERE;
    }

    void clear() {
        while (!isEmpty()) {
            poll();
        }
    }

    /**
     * Puts them in order of {@link TimerNode#isBefore}. One look when they are in order, as timers of equal delays are;
     * else a merge sort of the list from runs of 1 upwards, which needs no memory.
     */
    void sort() {
        TimerNode first = head;
        if (first == null || isSorted(first)) {
            return;
        }
        for (int run = 1; ; run *= 2) {
            if (merged(run) <= 1) {
                break;
            }
        }
        TimerNode before = null;
        for (TimerNode node = head; node != null; node = node.next) {
            node.prev = before;
            before = node;
        }
        tail = before;
    }

    private static boolean isSorted(TimerNode first) {
        TimerNode before = first;
        for (TimerNode node = first.next; node != null; node = node.next) {
            if (node.isBefore(before)) {
                return false;
            }
            before = node;
        }
        return true;
    }

    /** Merges each two neighbouring runs of a length; returns how many merges there were. Keeps {@code next} only. */
    private int merged(int run) {
        TimerNode left = head;
        TimerNode last = null;
        int merges = 0;
        while (left != null) {
            merges++;
            TimerNode right = left;
            int lefts = 0;
            while (lefts < run && right != null) {
                right = right.next;
                lefts++;
            }
            int rights = run;
            while (lefts > 0 || (rights > 0 && right != null)) {
                TimerNode least;
                if (rights > 0 && right != null && (lefts == 0 || right.isBefore(Objects.requireNonNull(left)))) {
                    least = right;
                    right = least.next;
                    rights--;
                } else {
                    least = Objects.requireNonNull(left);
                    left = least.next;
                    lefts--;
                }
                if (last == null) {
                    head = least;
                } else {
                    last.next = least;
                }
                last = least;
            }
            left = right;
        }
        if (last != null) {
            last.next = null;
        }
        return merges;
    }
}
