package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits by parking the thread on the system's timer.
 *
 * <p>No signal is lost: {@code signal} sets the flag before it unparks, the owner reads the flag before each park, and an
 * unpark that comes between the two is kept by the platform as a permit, so the park returns at once. The flag, not the
 * permit, carries the meaning: code inside a tick may use up or leave behind permits of the thread as it likes, which costs
 * at most one more turn of the loop. An interrupt that arrives while waiting means nothing to a worker and is cleared,
 * since with the flag set every park would return at once and the wait would spin.
 */
class ParkingWaiter implements DeadlineWaiter {
    final NanoClock clock;
    private volatile boolean signalled;
    private volatile @Nullable Thread owner;

    ParkingWaiter(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public final void prepare() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
        signalled = false;
    }

    @Override
    public void awaitUntil(long deadlineNanos) {
        while (!signalled) {
            long leftNs = deadlineNanos - clock.nanoTime();
            if (leftNs <= 0) {
                return;
            }
            LockSupport.parkNanos(this, leftNs);
            Thread.interrupted();
        }
    }

    @Override
    public void awaitSignal() {
        while (!signalled) {
            LockSupport.park(this);
            Thread.interrupted();
        }
    }

    @Override
    public final void signal() {
        signalled = true;
        Thread waiting = owner;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Whether a signal has come since {@link #prepare()}. */
    final boolean isSignalled() {
        return signalled;
    }
}
