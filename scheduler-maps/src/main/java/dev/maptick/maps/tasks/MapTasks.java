package dev.maptick.maps.tasks;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How a map has blocking work done without waiting for it. Work runs on the host's background workers; what becomes of it
 * comes back to a later tick of this map, in the order in which tasks finish, FIFO.
 *
 * <p>Submissions belong to the map's own tick and throw {@code NotOwnerException} elsewhere, before anything happened. They
 * never wait for room and never run the work themselves: with no room they are refused, and a refused task has no
 * completion. Every accepted task ends exactly once: delivered to the map, or, when the map leaves first, with "map gone".
 */
public interface MapTasks {
    /**
     * Submits a task whose outcome goes to a callback.
     *
     * @param <T> what the work makes
     * @param task what to do
     * @param completion called once, inside a later tick of this map; never, if the map leaves first
     * @return whether it was accepted, and if not why
     */
    <T extends @Nullable Object> TaskAdmission submit(BackgroundTask<T> task, TaskCompletion<T> completion);

    /**
     * Submits a task whose outcome goes to a future.
     *
     * <p>The future completes inside a later tick of this map, so what is made from it runs on the map. If the map leaves
     * first it fails with a {@link TaskCancelledException} ({@link CancelReason#MAP_GONE}; the work's own failure is its
     * cause): inside the map's last task, or, if the work was running then, on the worker once the work has ended. Only the
     * pool completes it; what would complete or cancel it from outside is refused and changes nothing. Waiting for it, or
     * for what is made from it, inside this map's own tick throws {@link dev.maptick.core.SelfWaitException}.
     *
     * @param <T> what the work makes
     * @param task what to do
     * @return the future; failed already with a {@link TaskRefusedException} if the task was refused
     */
    <T extends @Nullable Object> CompletableFuture<T> submit(BackgroundTask<T> task);

    /**
     * Submits work whose outcome goes to a callback.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @param completion as in {@link #submit(BackgroundTask, TaskCompletion)}
     * @return whether it was accepted, and if not why
     */
    default <T extends @Nullable Object> TaskAdmission submit(BackgroundWork<T> work, TaskCompletion<T> completion) {
        return submit(BackgroundTask.of(work), completion);
    }

    /**
     * Submits work whose outcome goes to a callback and which its caller can give up.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @param completion as in {@link #submit(BackgroundTask, TaskCompletion)}
     * @param caller the caller's own means to give it up
     * @return whether it was accepted, and if not why
     */
    default <T extends @Nullable Object> TaskAdmission submit(
            BackgroundWork<T> work, TaskCompletion<T> completion, Cancellation caller) {
        return submit(BackgroundTask.of(work, caller), completion);
    }

    /**
     * Submits work whose outcome goes to a future.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @return as in {@link #submit(BackgroundTask)}
     */
    default <T extends @Nullable Object> CompletableFuture<T> submit(BackgroundWork<T> work) {
        return submit(BackgroundTask.of(work));
    }

    /**
     * Submits work whose outcome goes to a future and which its caller can give up.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @param caller the caller's own means to give it up
     * @return as in {@link #submit(BackgroundTask)}
     */
    default <T extends @Nullable Object> CompletableFuture<T> submit(BackgroundWork<T> work, Cancellation caller) {
        return submit(BackgroundTask.of(work, caller));
    }

    /**
     * This map's counts. Any thread.
     *
     * @return one consistent moment
     */
    TaskStats stats();
}
