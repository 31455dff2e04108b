package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * Blocking work that a map has done by a background worker, so that its tick need not wait. Runs on a worker, never on
 * the map: it must not touch the map's state, and gets what it needs by being made with it.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface BackgroundWork<T extends @Nullable Object> {
    /**
     * Does the work. Long work looks at {@link TaskContext#isCancelled()} now and then and ends early; what it returns
     * after its signal has ended is not used, the task is then reported as cancelled.
     *
     * @param context its cancellation signal, and where it tells its progress
     * @return the value handed to the map
     * @throws Exception handed to the map unchanged
     */
    T run(TaskContext context) throws Exception;
}
