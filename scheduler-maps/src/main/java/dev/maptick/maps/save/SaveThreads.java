package dev.maptick.maps.save;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for a coordinator whose user brings none. */
public final class SaveThreads {
    private static final int MOST = 1_024;
    private static final Duration IDLE = Duration.ofSeconds(10);

    private SaveThreads() {}

    /**
     * Makes an executor of plain daemon threads named {@code maptick-save-N}, which start when needed and end after 10 s
     * without work, so that a host that saves nothing has none. Its queue has no bound of its own: a coordinator hands
     * over no more than {@code atOnce} writes and as many preparations.
     *
     * <p>End it by {@code shutdown()}, once every map's end is known. {@code shutdownNow()} throws away writes that the
     * coordinator then waits for in vain.
     *
     * @param atOnce the most threads at one time, 1 to 1,024; the coordinator's {@link SaveOptions#atOnce()}
     * @return owned by the caller
     * @throws IllegalArgumentException if the number is out of range
     */
    public static ExecutorService create(int atOnce) {
        return create(atOnce, IDLE);
    }

    static ThreadPoolExecutor create(int atOnce, Duration idle) {
        if (atOnce < 1 || atOnce > MOST) {
            throw new IllegalArgumentException("atOnce=" + atOnce + " outside [1, " + MOST + "]");
        }
        AtomicInteger next = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                atOnce,
                atOnce,
                idle.toNanos(),
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                body -> thread(body, next.getAndIncrement()));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @SuppressWarnings("ThreadPriorityCheck") // not that of the map's thread that happens to start it
    private static Thread thread(Runnable body, int number) {
        Thread thread = new Thread(null, body, "maptick-save-" + number, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(SaveCoordinator.class.getClassLoader());
        return thread;
    }
}
