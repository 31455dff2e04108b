package dev.maptick.maps.timers;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Timers cancelled where their node could not be freed at once: from outside, or while their callback ran. Any thread
 * pushes, the owner takes all.
 *
 * <p>A stack by compare-and-set on its head (Treiber, 1986). Nodes leave only all together, by one exchange, so the head
 * that a pusher saw cannot have left and come back with another rest behind it: the ABA question does not arise. A node is
 * pushed once for each step to CANCELLED, and cannot be armed again before it was taken from here.
 */
final class CancelledStack {
    private final AtomicReference<@Nullable TimerNode> head = new AtomicReference<>();

    void push(TimerNode node) {
        TimerNode seen;
        do {
            seen = head.get();
            node.nextCancelled = seen;
        } while (!head.compareAndSet(seen, node));
    }

    /** All of them, linked by {@code nextCancelled}. Mostly none, which costs one read. */
    @Nullable
    TimerNode takeAll() {
        return head.get() == null ? null : head.getAndSet(null);
    }
}
