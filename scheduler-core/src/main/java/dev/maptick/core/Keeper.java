package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;

/**
 * The one thread that keeps the JVM alive from start until shutdown is over, and carries that shutdown out. Until then it
 * only waits and costs nothing, but for what the workers' waiters ask it to look at in their place. It is no worker: the
 * workers are daemons.
 */
final class Keeper implements Runnable {
    private final Shutdown shutdown;
    private final DeadlineWaiter.Factory waiters;
    private final Thread thread;
    private final Runnable look;

    /** Where it rests until it is asked to stop; not from the seam, whose waiters are the workers' and the stop's. */
    private final DeadlineWaiter rest = new ParkingWaiter(NanoClock.SYSTEM);

    private volatile boolean asked;
    private volatile DeadlineWaiter waiter = NotWaiting.INSTANCE;

    Keeper(Shutdown shutdown, DeadlineWaiter.Factory waiters, boolean keepJvmAlive, Runnable look) {
        this.shutdown = shutdown;
        this.waiters = waiters;
        this.look = look;
        thread = new Thread(null, this, "maptick-keeper", 0, false);
        thread.setDaemon(!keepJvmAlive);
        thread.setContextClassLoader(TickScheduler.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** The stop was asked for. */
    void ask() {
        asked = true;
        rest.signal();
    }

    /** Something is to be looked at on this thread. */
    void askLook() {
        rest.signal();
    }

    /** A registration or a future has ended; perhaps it was the last. */
    void look() {
        waiter.signal();
    }

    /** Waits for the keeper's own end, unless it is the caller. */
    void awaitEnd() {
        boolean interrupted = false;
        while (thread != Thread.currentThread() && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        awaitAsked();
        DeadlineWaiter own = waiters.get();
        waiter = own;
        for (; ; ) {
            own.prepare();
            if (shutdown.isDue()) {
                break;
            }
            own.awaitUntil(shutdown.deadlineNs());
        }
        shutdown.finish();
    }

    /** Whatever was asked for before {@code prepare} is seen after it; what comes later is a signal that is not lost. */
    private void awaitAsked() {
        for (; ; ) {
            rest.prepare();
            if (asked) {
                return;
            }
            look.run();
            rest.awaitSignal();
        }
    }

    /** Before the keeper waits for the limit there is nobody to wake. */
    private enum NotWaiting implements DeadlineWaiter {
        INSTANCE;

        @Override
        public void prepare() {}

        @Override
        public void awaitUntil(long deadlineNanos) {}

        @Override
        public void awaitSignal() {}

        @Override
        public void signal() {}
    }
}
