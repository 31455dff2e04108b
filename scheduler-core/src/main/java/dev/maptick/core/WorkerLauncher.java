package dev.maptick.core;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Brings a worker to life: on a thread, or for a stepper. */
interface WorkerLauncher {
    /**
     * Starts a worker.
     *
     * @throws Throwable whatever the platform or a thread factory throws when it has no thread to give
     */
    Launched launch(Worker worker) throws Throwable;

    /** Where unregister futures complete by default, or null for threads of {@link Completions}' own. */
    @Nullable
    Executor defaultCompletions();

    /** Whether a caller can wait for work to be done by other threads. */
    boolean hasThreads();

    /** A worker started. */
    interface Launched {
        /**
         * Waits for the worker to end.
         *
         * @return false if it has not within the time
         */
        boolean awaitEnd(long millis);

        /** Its name for reports. */
        String name();
    }
}
