package dev.maptick.core;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for some microseconds at most, so whoever finds it taken tries for about as long as a wake-up costs before
 * it parks for it: then it wastes no more than twice the least possible (Karlin, Li, Manasse and Owicki, "Empirical Studies of
 * Competitive Spinning for a Shared-Memory Multiprocessor", 1991), and mostly comes in with no wake-up at all.
 */
final class BriefLock {
    /** Some 40 us; on a single processor nobody can let go meanwhile. */
    private static final int TRIES = Runtime.getRuntime().availableProcessors() == 1 ? 1 : 1_500;

    private final ReentrantLock lock = new ReentrantLock();

    void lock() {
        for (int i = 0; i < TRIES; i++) {
            // Looked at before it is asked for: who waits does not take the word from whoever is to give it back.
            if (!lock.isLocked() && lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }
}
