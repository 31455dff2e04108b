package dev.maptick.core;

import dev.maptick.core.spi.SchedulerSeam;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Starts each worker on a thread of its own: a daemon, named after its lane, with the scheduler's class loader. Nothing is
 * inherited from the thread that happened to cause the start.
 */
final class ThreadLauncher implements WorkerLauncher {
    private final @Nullable ThreadFactory factory;

    ThreadLauncher(SchedulerSeam seam) {
        factory = seam.threads();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // else a thread inherits the priority of whoever registers a map
    public Launched launch(Worker worker) {
        String name = "maptick-" + worker.crew.placement.label() + "-" + worker.id;
        Thread thread = factory == null ? new Thread(null, worker, name, 0, false) : factory.newThread(worker);
        if (thread == null) {
            throw new IllegalStateException("the thread factory returned null for " + name);
        }
        thread.setName(name);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(TickScheduler.class.getClassLoader());
        thread.start();
        return new OnThread(thread, name);
    }

    @Override
    public @Nullable Executor defaultCompletions() {
        return null;
    }

    @Override
    public boolean hasThreads() {
        return true;
    }

    private record OnThread(Thread thread, String name) implements Launched {
        @Override
        public boolean awaitEnd(long millis) {
            if (thread == Thread.currentThread()) {
                return false;
            }
            try {
                thread.join(Math.max(1, millis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return !thread.isAlive();
        }
    }
}
