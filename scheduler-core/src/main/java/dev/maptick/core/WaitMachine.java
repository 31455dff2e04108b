package dev.maptick.core;

import java.util.concurrent.locks.LockSupport;

/** What a waiter does to its thread, and the real time it takes. A test puts another in its place. */
interface WaitMachine {
    WaitMachine SYSTEM = new WaitMachine() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(Object blocker, long ns) {
            LockSupport.parkNanos(blocker, ns);
        }

        @Override
        public void spin() {
            Thread.onSpinWait();
        }
    };

    /** Real time, on whatever clock the scheduler runs. */
    long nanoTime();

    void park(Object blocker, long ns);

    /** One turn of a spin. */
    void spin();
}
