package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import java.util.concurrent.CountDownLatch;

/**
 * The one thread that keeps the JVM alive from start until shutdown is over, and carries that shutdown out. Until then it
 * only waits and costs nothing. It is no worker: the workers are daemons.
 */
final class Keeper implements Runnable {
    private final Shutdown shutdown;
    private final DeadlineWaiter.Factory waiters;
    private final Thread thread;
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile DeadlineWaiter waiter = NotWaiting.INSTANCE;

    Keeper(Shutdown shutdown, DeadlineWaiter.Factory waiters, boolean keepJvmAlive) {
        this.shutdown = shutdown;
        this.waiters = waiters;
        thread = new Thread(null, this, "maptick-keeper", 0, false);
        thread.setDaemon(!keepJvmAlive);
        thread.setContextClassLoader(TickScheduler.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** The stop was asked for. */
    void ask() {
        asked.countDown();
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

    private void awaitAsked() {
        for (; ; ) {
            try {
                asked.await();
                return;
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt the keeper; it goes on keeping.
            }
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
