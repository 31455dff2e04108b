package dev.maptick.maps.tasks;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The pool's own threads: plain daemon threads that inherit nothing from whoever happens to start them. */
final class OwnThreads {
    private OwnThreads() {}

    /**
     * Makes an executor whose threads start when first needed. Its queue has no bound of its own: the pool hands over no
     * more than one request per worker.
     */
    static ThreadPoolExecutor create(int workers) {
        AtomicInteger next = new AtomicInteger();
        return new ThreadPoolExecutor(
                workers,
                workers,
                0,
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                body -> thread(body, next.getAndIncrement()));
    }

    @SuppressWarnings("ThreadPriorityCheck") // not that of the map's thread that happens to start it
    private static Thread thread(Runnable body, int number) {
        Thread thread = new Thread(null, body, "maptick-task-" + number, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(BackgroundPool.class.getClassLoader());
        return thread;
    }
}
