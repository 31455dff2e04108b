package dev.maptick.maps.timers;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many timers are pending. The owner takes places, any thread gives them back.
 *
 * <p>Never negative: a place is taken before the timer's word lets anybody cancel it, and each timer gives its place back
 * once, by whoever takes it out of ARMED or RUNNING for good. A cancel that has returned true has given it back.
 *
 * <p>A timer that ends in its own callback (a one-shot, or a repeating one that cancels itself) has its place held until
 * the callback ends, and the first timer started there takes it over. So a callback that replaces its own timer leaves the
 * count as it is at every moment, for every reader outside, while the owner itself knows the exact number. A callback that
 * starts the new timer before it cancels its own has two pending in between, and all see that.
 */
final class PendingCount {
    private final AtomicInteger count = new AtomicInteger();

    // Owner only.
    private boolean held;
    private boolean replaced;

    /** Any thread: with the held place, if there is one. */
    int seen() {
        return count.get();
    }

    /** Owner only: without it. */
    int exact() {
        return count.get() - (held ? 1 : 0);
    }

    /** A timer starts. Owner only. */
    void take() {
        if (held) {
            held = false;
        } else {
            count.getAndIncrement();
            replaced = true;
        }
    }

    /** A timer has been cancelled or dropped. */
    void give() {
        count.getAndDecrement();
    }

    /** A callback is about to run. Owner only. */
    void begin() {
        replaced = false;
    }

    /** The timer whose callback runs, or is about to, has ended. Owner only. */
    void hold() {
        if (replaced) {
            give();
        } else {
            held = true;
        }
    }

    /** The callback has ended. Owner only. */
    void end() {
        if (held) {
            held = false;
            give();
        }
    }
}
