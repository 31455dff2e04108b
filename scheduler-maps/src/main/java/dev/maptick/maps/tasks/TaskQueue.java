package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One map's end of the background pool: the door through which it submits, and the queue of its completions. Made by
 * {@link BackgroundPool#open}.
 *
 * <p>The map's loop drains it as it does the mailbox: {@link #beginDrain()} once, then {@link #runOne()} in turn with posts
 * until the budget is used up or it answers false. A completion that arrives meanwhile waits for the next tick.
 */
public final class TaskQueue extends Linked<TaskQueue> implements MapTasks {
    private final PoolCore core;
    private final TaskOwner owner;
    private final TaskFaultHook hook;

    /** Those that hold in this pool. */
    final TaskLimits limits;

    // Guarded by the pool's lock.
    final TaskCounters counters;
    final LinkList<TaskRun<?>> waiting = new LinkList<>();
    final LinkList<TaskRun<?>> completions = new LinkList<>();
    boolean closed;

    /** The number of completions that wait; written under the pool's lock, so that an idle map's tick takes no lock. */
    private volatile int pending;

    /** Owner-only: how many completions are left of those found when the drain began. */
    private int drain;

    /** The counters are added to those of a whole: the pool's, or a part of it. */
    TaskQueue(PoolCore core, TaskOwner owner, TaskLimits limits, TaskFaultHook hook, TaskCounters whole) {
        this.core = core;
        this.owner = owner;
        this.limits = limits;
        this.hook = hook;
        counters = new TaskCounters(whole);
    }

    PoolCore core() {
        return core;
    }

    TaskOwner owner() {
        return owner;
    }

    void pending(int completionsQueued) {
        pending = completionsQueued;
    }

    /** A completion was queued. With no lock held; never throws. */
    void tellOwner() {
        try {
            owner.onCompletion();
        } catch (Throwable t) {
            // The completion is queued all the same and runs in the map's next tick.
        }
    }

    @Override
    public <T extends @Nullable Object> TaskAdmission submit(BackgroundTask<T> task, TaskCompletion<T> completion) {
        return submit(task, new TaskEnd.Callback<>(Objects.requireNonNull(completion, "completion")));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submit(BackgroundTask<T> task) {
        TaskFuture<T> future = new TaskFuture<>(owner);
        TaskAdmission answer = submit(task, new TaskEnd.Promise<>(future));
        if (!answer.isAccepted()) {
            future.fail(refused(this, answer));
        }
        return future;
    }

    private <T extends @Nullable Object> TaskAdmission submit(BackgroundTask<T> task, TaskEnd<T> end) {
        owner.check("submitting a background task");
        if (!task.claim()) {
            core.refusedUsed(this);
            return TaskAdmission.ALREADY_USED;
        }
        TaskRun<T> run = new TaskRun<>(this, task, end);
        task.submitted(run);
        Cancellation caller = task.caller();
        if (caller != null && !caller.link(run)) {
            run.signal().set(CancelReason.CALLER);
        }
        TaskAdmission answer = core.submit(run);
        if (!answer.isAccepted()) {
            if (caller != null) {
                caller.unlink(run);
            }
            task.refused();
        }
        return answer;
    }

    static TaskRefusedException refused(TaskQueue queue, TaskAdmission answer) {
        return new TaskRefusedException(
                answer, "background task of map " + Names.quote(queue.owner.name()) + " refused: " + answer.words());
    }

    /**
     * Begins a drain: completions that are here now may run in it, later ones wait for the next. Inside the map's tick.
     *
     * @return how many may run
     */
    public int beginDrain() {
        drain = pending;
        return drain;
    }

    /**
     * Runs the next completion of this drain. Whatever it throws is counted, told to the hook and kept from the caller.
     * Inside the map's tick.
     *
     * @return false if none was left and nothing ran
     */
    public boolean runOne() {
        if (drain <= 0) {
            return false;
        }
        drain--;
        TaskRun<?> run = core.poll(this);
        if (run == null) {
            // The map was closed since the drain began.
            drain = 0;
            return false;
        }
        try {
            run.deliver();
        } catch (Throwable t) {
            core.completionThrew(this);
            tell(t);
        }
        // An interrupt is the completion's own; the next callback and the map's tick are not to stumble over it.
        boolean unused = Thread.interrupted();
        return true;
    }

    private void tell(Throwable fault) {
        try {
            hook.onCompletionFault(fault);
        } catch (Throwable t) {
            // The fault is counted already, and a hook has nobody of its own to be told.
        }
    }

    /**
     * How many completions wait for the map's tick. Any thread.
     *
     * @return 0 or more
     */
    public int pending() {
        return pending;
    }

    /**
     * The map leaves: submissions are refused as gone, queued tasks are skipped, running ones get their signal, and no
     * completion runs any more. Waits for nothing. Futures of tasks that are not running fail inside this call, on the
     * calling thread; those of running ones once their work has ended, on its worker. Meant for the map's last task; safe
     * from any thread and more than once.
     */
    public void beginClose() {
        core.close(this);
    }

    @Override
    public TaskStats stats() {
        return core.stats(counters);
    }

    @Override
    public String toString() {
        return "tasks of map " + Names.quote(owner.name()) + ": " + stats();
    }
}
