package dev.maptick.maps.timers;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.jspecify.annotations.Nullable;

/**
 * Timers due within one turn of Agrona's wheel. Owner only.
 *
 * <p>The wheel knows steps, not timers: all timers of one step are one entry of it and hang on that step's slot here. So a
 * slot never holds more than one entry, its arrays stay a few kilobytes however many timers fall together (the wheel sizes
 * all its slots by the fullest one), a start or a cancel never searches a slot, and slots are met in order of time, since
 * one turn is all there is.
 */
final class NearWheel {
    /** Nothing in the wheel. */
    static final long EMPTY = Long.MAX_VALUE;

    private static final DeadlineTimerWheel.TimerHandler EXPIRE = (unit, now, id) -> true;

    private final DeadlineTimerWheel wheel;
    private final long stepMs;
    private final int slots;

    /** The last timer of each step; its next is the first, in a ring. */
    private final @Nullable TimerNode[] last;

    private final long[] wheelIds;

    NearWheel(long stepMs, int slots, long nowStep) {
        this.stepMs = stepMs;
        this.slots = slots;
        last = new TimerNode[slots];
        wheelIds = new long[slots];
        wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, stepMs, slots, 1);
        jump(nowStep);
    }

    boolean isEmpty() {
        return wheel.timerCount() == 0;
    }

    /** Passes over slots without a look at them. Only while the wheel is empty. */
    void jump(long nowStep) {
        wheel.currentTickTime(nowStep * stepMs);
    }

    /** Whether a step lies within the turn under way. */
    boolean covers(long step) {
        long ahead = step - currentStep();
        return ahead >= 0 && ahead < slots;
    }

    void add(TimerNode node, long step) {
        int slot = slot(step);
        TimerNode tail = last[slot];
        if (tail == null) {
            node.next = node;
            node.prev = node;
            wheelIds[slot] = wheel.scheduleTimer(step * stepMs);
        } else {
            TimerNode head = Objects.requireNonNull(tail.next);
            node.prev = tail;
            node.next = head;
            tail.next = node;
            head.prev = node;
        }
        last[slot] = node;
        node.place = TimerNode.NEAR;
    }

    void remove(TimerNode node, long step) {
        int slot = slot(step);
        if (node.next == node) {
            last[slot] = null;
            wheel.cancelTimer(wheelIds[slot]);
        } else {
            TimerNode before = Objects.requireNonNull(node.prev);
            TimerNode after = Objects.requireNonNull(node.next);
            before.next = after;
            after.prev = before;
            if (last[slot] == node) {
                last[slot] = before;
            }
        }
        node.next = null;
        node.prev = null;
        node.place = TimerNode.NOWHERE;
    }

    /** The step that {@link #open} would look at next, {@link #EMPTY} if there is nothing to find. */
    long openStep() {
        return isEmpty() ? EMPTY : currentStep();
    }

    /** Looks at one step, which has begun: hands its timers over and, unless it is the present one, goes on to the next. */
    void open(long nowStep, ReadyQueue ready) {
        int slot = slot(currentStep());
        if (wheel.poll(nowStep * stepMs, EXPIRE, Integer.MAX_VALUE) > 0) {
            handOver(slot, ready);
        }
    }

    /** The first step with timers, {@link #EMPTY} if there is none. Looks at each slot once at most. */
    long firstStep() {
        if (!isEmpty()) {
            long from = currentStep();
            for (int i = 0; i < slots; i++) {
                if (last[slot(from + i)] != null) {
                    return from + i;
                }
            }
        }
        return EMPTY;
    }

    private void handOver(int slot, ReadyQueue ready) {
        TimerNode tail = Objects.requireNonNull(last[slot]);
        last[slot] = null;
        TimerNode node = Objects.requireNonNull(tail.next);
        tail.next = null;
        while (node != null) {
            TimerNode after = node.next;
            ready.add(node);
            node = after;
        }
    }

    /** Lets all timers go. */
    void clear() {
        wheel.clear();
        for (int slot = 0; slot < slots; slot++) {
            TimerNode tail = last[slot];
            last[slot] = null;
            TimerNode node = tail;
            while (node != null) {
                TimerNode after = node.next == tail ? null : node.next;
                node.next = null;
                node.prev = null;
                node.place = TimerNode.NOWHERE;
                node = after;
            }
        }
    }

    private long currentStep() {
        // The wheel tells when its present step ends.
        return wheel.currentTickTime() / stepMs - 1;
    }

    private int slot(long step) {
        return (int) step & (slots - 1);
    }
}
