package dev.maptick.maps.tasks;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One piece of background work, made to be submitted once. Keep it to see how far the work is. A task that was refused may
 * be submitted again; one that was accepted may not. Any thread may read it.
 *
 * @param <T> what the work makes
 */
public final class BackgroundTask<T extends @Nullable Object> {
    private final BackgroundWork<T> work;
    private final @Nullable Cancellation caller;
    private final AtomicBoolean used = new AtomicBoolean();

    /** The latest submission. */
    private volatile @Nullable TaskRun<T> run;

    private BackgroundTask(BackgroundWork<T> work, @Nullable Cancellation caller) {
        this.work = Objects.requireNonNull(work, "work");
        this.caller = caller;
    }

    /**
     * A task that ends with its map or the pool.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @return a new task
     */
    public static <T extends @Nullable Object> BackgroundTask<T> of(BackgroundWork<T> work) {
        return new BackgroundTask<>(work, null);
    }

    /**
     * A task that its caller can give up, too.
     *
     * @param <T> what the work makes
     * @param work what to do
     * @param caller the caller's own means to give it up
     * @return a new task
     */
    public static <T extends @Nullable Object> BackgroundTask<T> of(BackgroundWork<T> work, Cancellation caller) {
        return new BackgroundTask<>(work, Objects.requireNonNull(caller, "caller"));
    }

    /**
     * Where the task is.
     *
     * @return {@link TaskState#NEW} until it is accepted
     */
    public TaskState state() {
        TaskRun<T> present = run;
        return present == null ? TaskState.NEW : present.state();
    }

    /**
     * What the work told last.
     *
     * @return {@link TaskProgress#NONE} until it tells anything
     */
    public TaskProgress progress() {
        TaskRun<T> present = run;
        return present == null ? TaskProgress.NONE : present.progress();
    }

    BackgroundWork<T> work() {
        return work;
    }

    @Nullable
    Cancellation caller() {
        return caller;
    }

    /** Claims it for one submission; false for all but one until {@link #refused()}. */
    boolean claim() {
        return used.compareAndSet(false, true);
    }

    void submitted(TaskRun<T> submission) {
        run = submission;
    }

    void refused() {
        used.set(false);
    }
}
