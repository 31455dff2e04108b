package dev.maptick.maps.tasks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A caller's means to give up the tasks it asked for, as a session does when its player leaves. One may serve many tasks;
 * it is cancelled once and stays so. Any thread.
 *
 * <p>It holds only tasks that have not ended, so it may live as long as its caller.
 */
public final class Cancellation {
    /** Guarded by this set: the tasks to tell. No other lock is taken under it; a pool's lock may be held around it. */
    private final Set<TaskRun<?>> runs = new HashSet<>();

    private volatile boolean cancelled;

    /** Makes one that is not cancelled. */
    public Cancellation() {}

    /**
     * Gives up every task that carries this: those not begun are skipped, running ones get their signal, those whose work
     * has ended keep their outcome. Later submissions with it are accepted and skipped. Does not wait.
     *
     * @return false if it was cancelled before
     */
    public boolean cancel() {
        List<TaskRun<?>> told;
        synchronized (runs) {
            if (cancelled) {
                return false;
            }
            cancelled = true;
            told = new ArrayList<>(runs);
            runs.clear();
        }
        for (TaskRun<?> run : told) {
            run.queue().core().cancel(run, CancelReason.CALLER);
        }
        return true;
    }

    /**
     * Whether it was cancelled.
     *
     * @return true from then on
     */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Begins to tell a task.
     *
     * @return false when there is nothing left to wait for: it is cancelled already
     */
    boolean link(TaskRun<?> run) {
        synchronized (runs) {
            return !cancelled && runs.add(run);
        }
    }

    /** The task has ended, or was refused. */
    void unlink(TaskRun<?> run) {
        synchronized (runs) {
            runs.remove(run);
        }
    }

    int linked() {
        synchronized (runs) {
            return runs.size();
        }
    }
}
