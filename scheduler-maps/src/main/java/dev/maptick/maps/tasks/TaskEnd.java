package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/** Where the outcome of one task goes: a callback or a future. Called once, by one of the two methods. */
interface TaskEnd<T extends @Nullable Object> {
    /** Inside the map's tick. */
    void deliver(TaskOutcome<T> outcome) throws Exception;

    /** The map has left. On the thread that found out; code of the map must not run. */
    void orphaned(TaskCancelledException gone);

    /** Calls the map back; a map that has left is never called. */
    record Callback<T extends @Nullable Object>(TaskCompletion<T> completion) implements TaskEnd<T> {
        @Override
        public void deliver(TaskOutcome<T> outcome) throws Exception {
            completion.completed(outcome);
        }

        @Override
        public void orphaned(TaskCancelledException gone) {}
    }

    /** Completes a future. */
    record Promise<T extends @Nullable Object>(TaskFuture<T> future) implements TaskEnd<T> {
        @Override
        public void deliver(TaskOutcome<T> outcome) {
            Throwable error = outcome.error();
            if (error == null) {
                future.succeed(outcome.value());
            } else {
                future.fail(error);
            }
        }

        @Override
        public void orphaned(TaskCancelledException gone) {
            future.fail(gone);
        }
    }
}
