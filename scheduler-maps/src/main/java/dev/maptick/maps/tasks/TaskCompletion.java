package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * What a map does with the outcome of a background task. Runs inside a later tick of the map that submitted the task, so it
 * may touch the map's state; it sees everything the work wrote. Never runs once the map has left.
 *
 * @param <T> what the work makes
 */
@FunctionalInterface
public interface TaskCompletion<T extends @Nullable Object> {
    /**
     * The task has ended.
     *
     * @param outcome its value, its failure or the reason it was given up
     * @throws Exception counted and told, and disturbs nothing else
     */
    void completed(TaskOutcome<T> outcome) throws Exception;
}
