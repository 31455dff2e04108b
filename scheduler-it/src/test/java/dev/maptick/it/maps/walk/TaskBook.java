package dev.maptick.it.maps.walk;

import dev.maptick.maps.tasks.CancelReason;
import dev.maptick.maps.tasks.Cancellation;
import dev.maptick.maps.tasks.TaskAdmission;
import dev.maptick.maps.tasks.TaskCancelledException;
import dev.maptick.maps.tasks.TaskLimits;
import dev.maptick.maps.tasks.TaskPanicException;
import dev.maptick.maps.tasks.TaskRefusedException;
import dev.maptick.maps.tasks.TaskStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What should become of a map's background tasks. */
final class TaskBook {
    /** How its work ends. */
    enum Plan {
        VALUE,
        EXCEPTION,
        PANIC,
        CANCELS_ITSELF
    }

    /** One task. */
    static final class Task {
        final String name;
        final Plan plan;
        final Cancellation token = new Cancellation();

        /** The first tick that may hear of it. */
        final long notBefore;

        boolean began;
        boolean ended;
        boolean delivered;
        CancelReason cancelled;
        CompletableFuture<Integer> future;

        Task(String name, Plan plan, long notBefore) {
            this.name = name;
            this.plan = plan;
            this.notBefore = notBefore;
        }

        @Override
        public String toString() {
            return "task " + name + " " + plan + (cancelled == null ? "" : ", cancelled by " + cancelled);
        }
    }

    private final String map;
    private final TaskLimits limits;
    private final Findings findings;

    /** Accepted, work not begun. */
    private final List<Task> queued = new ArrayList<>();

    /** Ended, completion not run, in the order in which they ended. */
    private final Deque<Task> finished = new ArrayDeque<>();

    private final List<Task> unfinishedFutures = new ArrayList<>();

    private Task running;
    private boolean closed;
    private boolean poolStopped;
    private long accepted;
    private long refused;
    private long delivered;
    private long deliveryFaults;
    private long orphaned;

    TaskBook(String map, TaskLimits limits, Findings findings) {
        this.map = map;
        this.limits = limits;
        this.findings = findings;
    }

    /** A submission was answered. */
    void answered(Task task, TaskAdmission answer) {
        int underWay = queued.size() + (running == null ? 0 : 1);
        boolean shareFull = underWay >= limits.underWay() || underWay + finished.size() >= limits.completions();
        boolean right = switch (answer) {
            case ACCEPTED -> !closed && !poolStopped && !shareFull;
            case SHARE_FULL -> !closed && !poolStopped && shareFull;
            case FULL -> !closed && !poolStopped;
            case STOPPING, STOPPED -> poolStopped;
            case GONE -> closed;
            default -> false;
        };
        findings.check(right, "answer to a submission", answer, this);
        if (answer.isAccepted()) {
            accepted++;
            queued.add(task);
            if (task.future != null) {
                unfinishedFutures.add(task);
            }
        } else {
            refused++;
        }
    }

    /** The answer as a future tells it. */
    static TaskAdmission answer(CompletableFuture<?> future) {
        return future.isDone() && PostBook.reason(future) instanceof TaskRefusedException e
                ? e.admission()
                : TaskAdmission.ACCEPTED;
    }

    void workBegins(Task task) {
        findings.check(!task.began && queued.contains(task), "work begins once, and only if it was not given up", task);
        task.began = true;
        queued.remove(task);
        running = task;
    }

    void workEnds(Task task) {
        running = null;
        task.ended = true;
        if (closed) {
            orphaned++;
        } else {
            finished.add(task);
        }
    }

    /** The caller's token was cancelled. */
    void cancelled(Task task) {
        if (task.cancelled == null && !task.ended) {
            task.cancelled = CancelReason.CALLER;
        }
        if (queued.remove(task)) {
            task.ended = true;
            finished.add(task);
        }
    }

    /** Some task whose work has not begun, or null. */
    Task someQueued(int choice) {
        return queued.isEmpty() ? null : queued.get(choice % queued.size());
    }

    void poolStops() {
        poolStopped = true;
        for (Task task : queued) {
            task.cancelled = CancelReason.SHUTDOWN;
            task.ended = true;
            finished.add(task);
        }
        queued.clear();
    }

    /** The map hears of a task. */
    void delivered(Task task, Throwable error, long tick, boolean fails) {
        findings.check(!task.delivered, "a completion runs once", task);
        findings.check(finished.peekFirst() == task, "completions in order of ends", task, finished.peekFirst());
        findings.check(tick >= task.notBefore, "a completion comes in a later tick", task);
        finished.remove(task);
        task.delivered = true;
        delivered++;
        if (fails) {
            deliveryFaults++;
        }
        boolean right;
        if (!task.began || (task.cancelled != null && task.plan != Plan.EXCEPTION && task.plan != Plan.PANIC)) {
            right = error instanceof TaskCancelledException e && e.reason() == task.cancelled;
        } else {
            right = switch (task.plan) {
                case VALUE -> error == null;
                case EXCEPTION -> error instanceof PlannedFault;
                case PANIC -> error instanceof TaskPanicException;
                case CANCELS_ITSELF -> error instanceof TaskCancelledException;
            };
        }
        findings.check(right, "outcome " + error, task);
    }

    /** The map is in its last task. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        orphaned += queued.size() + finished.size();
        queued.clear();
        finished.clear();
    }

    int waiting() {
        return finished.size();
    }

    /** G9, after every step. */
    void check(TaskStats found) {
        boolean holds = found.accepted() == accepted
                && found.refused() == refused
                && found.completionsRun() == delivered
                && found.completionFaults() == deliveryFaults
                && found.orphaned() == orphaned
                && found.completionsQueued() == finished.size()
                && found.queued() == queued.size()
                && found.running() == (running == null ? 0 : 1)
                && found.accepted()
                        == found.succeeded() + found.failed() + found.cancelled() + found.queued() + found.running()
                && found.finished() == found.completionsRun() + found.orphaned() + found.completionsQueued();
        findings.check(holds, "R4, tasks", found, this);
    }

    /** Futures of tasks: delivered, or told that the map is gone. */
    void checkFutures() {
        unfinishedFutures.removeIf(task -> {
            if (!task.future.isDone()) {
                findings.check(!closed || running == task, "R4, a task's future that never ends, " + map, task);
                return false;
            }
            boolean told = task.delivered
                    || (closed
                            && PostBook.reason(task.future) instanceof TaskCancelledException e
                            && e.reason() == CancelReason.MAP_GONE);
            findings.check(told, "R4, a task's future says why", task);
            return true;
        });
    }

    @Override
    public String toString() {
        return "model of tasks of " + map + "[closed=" + closed + ", accepted=" + accepted + ", refused=" + refused
                + ", queued=" + queued + ", running=" + running + ", finished=" + finished + ", delivered=" + delivered
                + "/" + deliveryFaults + ", orphaned=" + orphaned + "]";
    }
}
