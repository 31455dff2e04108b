package dev.maptick.bench.contender;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of contenders: daemons with a name. */
final class BenchThreads {
    private static final long PATIENCE_SECONDS = 20;

    private BenchThreads() {}

    static ThreadFactory factory(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> daemon(name + "-" + number.getAndIncrement(), task);
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Ends an executor and waits for its threads. */
    static void end(ExecutorService executor) throws InterruptedException {
        executor.shutdownNow();
        if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("threads that do not end: " + executor);
        }
    }

    /** Waits for a thread that was told to end. */
    static void join(Thread thread) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        if (thread.isAlive()) {
            throw new IllegalStateException("a thread that does not end: " + thread);
        }
    }
}
