package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One submission of a task: its node in the pool's lists, its place in the {@link TaskState} picture, and what its work sees
 * of it.
 */
final class TaskRun<T extends @Nullable Object> extends Linked<TaskRun<?>> implements TaskContext {
    private final TaskQueue queue;
    private final BackgroundTask<T> task;
    private final TaskEnd<T> end;
    private final TaskSignal signal = new TaskSignal();

    private volatile TaskProgress progress = TaskProgress.NONE;

    /** Written under the pool's lock. */
    private volatile TaskState state = TaskState.NEW;

    /** Worker-only: what the work came to, used unless the task was given up meanwhile. */
    private @Nullable TaskOutcome<T> made;

    /** Written once, under the pool's lock; read under it or by whoever took the run out of its lists under it. */
    private @Nullable TaskOutcome<T> outcome;

    /** Guarded by the pool's lock: the worker it runs on. */
    @Nullable
    Thread thread;

    /** Guarded by the pool's lock: counted as accepted. Not yet while its submitter still asks the executor for a worker. */
    boolean confirmed;

    TaskRun(TaskQueue queue, BackgroundTask<T> task, TaskEnd<T> end) {
        this.queue = queue;
        this.task = task;
        this.end = end;
    }

    TaskQueue queue() {
        return queue;
    }

    BackgroundTask<T> task() {
        return task;
    }

    TaskSignal signal() {
        return signal;
    }

    TaskState state() {
        return state;
    }

    void state(TaskState to) {
        state = to;
    }

    TaskProgress progress() {
        return progress;
    }

    /** Does the work. On the worker, with no lock held. Never throws. */
    @SuppressWarnings("InterruptedExceptionSwallowed") // the flag would belong to the task; its worker clears it anyway
    void work() {
        try {
            made = TaskOutcome.succeeded(task.work().run(this));
        } catch (TaskCancelledException e) {
            made = e.reason() == signal.reason() ? TaskOutcome.cancelled(e) : TaskOutcome.failed(e);
        } catch (Exception e) {
            made = TaskOutcome.failed(e);
        } catch (Throwable t) {
            made = TaskOutcome.failed(
                    new TaskPanicException("the background task of map " + quoted() + " broke down", t));
        }
    }

    /** Ends it as its work did, or as cancelled if a value came too late. On its worker, under the pool's lock. */
    void conclude() {
        TaskOutcome<T> own = Objects.requireNonNull(made, "work not ended");
        CancelReason reason = signal.reason();
        outcome = own.isSuccess() && reason != null ? TaskOutcome.cancelled(cancelled(reason, null)) : own;
    }

    /** Ends it without its work's say. Under the pool's lock. */
    void cancel(CancelReason reason) {
        outcome = TaskOutcome.cancelled(cancelled(reason, null));
    }

    /** Ends it without its work having begun. Under the pool's lock. */
    void fail(Throwable error) {
        outcome = TaskOutcome.failed(error);
    }

    TaskOutcome<T> outcome() {
        return Objects.requireNonNull(outcome, "not ended");
    }

    /** Hands it to the map. Inside the map's tick. */
    void deliver() throws Exception {
        end.deliver(outcome());
    }

    /** Ends it after its map has left. With no lock held. Never throws. */
    void orphan() {
        try {
            end.orphaned(cancelled(CancelReason.MAP_GONE, ownFailure()));
        } catch (Throwable t) {
            // A future keeps what its dependents throw to itself; nothing is left to tell it to.
        }
    }

    /** What the work threw; skipping it because of the very leaving is no failure of its own. */
    private @Nullable Throwable ownFailure() {
        TaskOutcome<T> own = outcome();
        return own.cancelReason() == CancelReason.MAP_GONE ? null : own.error();
    }

    TaskCancelledException cancelled(CancelReason reason, @Nullable Throwable cause) {
        String message = switch (reason) {
            case CALLER -> "cancelled by its caller: a background task of map " + quoted();
            case MAP_GONE -> "map gone: " + quoted() + " left before its background task came back";
            case SHUTDOWN -> "the background pool was shut down: a background task of map " + quoted();
        };
        return new TaskCancelledException(reason, message, cause);
    }

    private String quoted() {
        return Names.quote(mapName());
    }

    @Override
    public String mapName() {
        return queue.owner().name();
    }

    @Override
    public boolean isCancelled() {
        return signal.isSet();
    }

    @Override
    public @Nullable CancelReason cancelReason() {
        return signal.reason();
    }

    @Override
    public void throwIfCancelled() {
        CancelReason reason = signal.reason();
        if (reason != null) {
            throw cancelled(reason, null);
        }
    }

    @Override
    public <R extends @Nullable Object> R interruptibly(Callable<R> part) throws Exception {
        return signal.interruptibly(this, part);
    }

    @Override
    public void progress(long done, long total, String note) {
        progress = new TaskProgress(done, total, Objects.requireNonNull(note, "note"));
    }
}
