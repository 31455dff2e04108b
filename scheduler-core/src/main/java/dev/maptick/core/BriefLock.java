package dev.maptick.core;

import java.util.concurrent.locks.ReentrantLock;

/** A lock that is held for some microseconds at most, so whoever finds it taken tries a while before it parks for it. */
final class BriefLock {
    private static final int TRIES = 200;

    private final ReentrantLock lock = new ReentrantLock();

    void lock() {
        for (int i = 0; i < TRIES; i++) {
            if (lock.tryLock()) {
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
