package dev.maptick.maps.tasks;

import dev.maptick.core.SettingsCheck;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How a background pool is made. Immutable.
 *
 * @param workers the most tasks that run at once, 1..1,024; those of one map alone never take the last one, unless it is the
 *     only one
 * @param queued the most tasks that wait for a worker, 1..1,000,000
 * @param executor what runs the tasks, within the same two bounds; null for threads of the pool's own. It must not run a
 *     task on the thread that hands it over (that counts as a rejection), and is never shut down by the pool
 */
public record BackgroundPoolOptions(
        int workers, int queued, @Nullable Executor executor) {
    /** The most workers allowed. */
    public static final int MAX_WORKERS = 1024;

    /** The longest queue allowed. */
    public static final int MAX_QUEUED = 1_000_000;

    /** 4 workers on threads of the pool's own, 256 queued. */
    public static final BackgroundPoolOptions DEFAULT = new BackgroundPoolOptions(4, 256, null);

    /**
     * The same with other bounds.
     *
     * @param newWorkers the most tasks that run at once
     * @param newQueued the most tasks that wait for a worker
     * @return new options
     */
    public BackgroundPoolOptions withBounds(int newWorkers, int newQueued) {
        return new BackgroundPoolOptions(newWorkers, newQueued, executor);
    }

    /**
     * The same on another executor, as one that starts a virtual thread per task.
     *
     * @param other runs the tasks
     * @return new options
     */
    public BackgroundPoolOptions withExecutor(Executor other) {
        return new BackgroundPoolOptions(workers, queued, other);
    }

    /**
     * Notes every option that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each option's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "workers", workers, 1, MAX_WORKERS);
        check.range(prefix + "queued", queued, 1, MAX_QUEUED);
    }
}
