package dev.maptick.maps.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who waits, who works and who is done: every change of a task's state, under one lock.
 *
 * <p>Internal memo. The lock is held for a few list operations and never while code of a user runs: work, completions,
 * dependents of futures, the executor and interrupts are all called outside of it. So a map's tick that submits or delivers
 * waits for a handful of instructions of others at most. Under it no other lock is taken but that of a {@link Cancellation},
 * which takes none.
 *
 * <p>Why a task ends once: its state leaves QUEUED, RUNNING and FINISHED under the lock only, and whoever moves it on has the
 * duty that goes with the arrow ({@link TaskState}). A worker whose task was given up finds it out of {@link #busy} and does
 * nothing more.
 *
 * <p>Why nothing runs on a map that has left: {@link #close} sets {@code closed} and empties the map's lists in one section.
 * {@link #poll} can hand out nothing after that, and every later {@link #finished} goes to ORPHANED.
 *
 * <p>Why there is always room for a completion: a task is accepted only while queued + running + completions queued of its
 * map is below the limit. Every later arrow moves a task from one of the three to the next or out, so the sum never grows but
 * by an acceptance, and the completions alone never pass the limit. The worker that finishes just appends.
 *
 * <p>Why a waiting task gets a worker: {@code handed} counts requests for a worker that have not ended; a request is free
 * while it is not inside a task. A task <em>may begin</em> if its map is in {@link #turns}, that is, below its limit of
 * running ones; of each map, as many may begin as it is below that limit. At the end of each section there are as many free
 * requests as tasks that may begin, or all workers are handed out ({@code handed == workers}):
 *
 * <ul>
 *   <li>A task that may begin is queued with a request of its own, or with all handed out. A task of a map at its limit is
 *       queued without one: nothing more may begin.
 *   <li>{@link #take} uses up one free request and one that may begin. It ends the request instead only when none may.
 *   <li>The end of a running task lets at most one of its map begin that could not, and frees the request it ran in, which
 *       comes to {@link #goesOnHere} next and ends there only when none may begin, in the same section.
 * </ul>
 *
 * <p>So no map's end of a task need wake a worker for those that waited behind the limit: the very worker that ran it goes
 * on. A request may also end by a refusal of the executor, after which fewer may be free than could be used, but whoever is
 * refused asks again for whatever waits while no request is left. A map at its limit has a task running, and so a request.
 *
 * <p>Tried and dropped: a lock-free stack of completions per map. It saves one short section per completion and needs a
 * second arbiter for a close from a foreign thread; a background task costs far more than the section.
 */
final class PoolCore {
    private enum Phase {
        OPEN,
        STOPPING,
        STOPPED
    }

    private final Executor executor;
    private final int workers;
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition quiet = lock.newCondition();

    // All below are guarded by the lock, and so are the lists and counters of every TaskQueue.
    private final TaskCounters counters = new TaskCounters(null);

    /**
     * Maps with waiting tasks that are below their limit of running ones; each gives one task and goes to the end, so that no
     * map's many delay another's one.
     */
    private final LinkList<TaskQueue> turns = new LinkList<>();

    /** Maps with waiting tasks that have as many running as they may. */
    private final LinkList<TaskQueue> atLimit = new LinkList<>();

    /** Runs with a thread inside: working, or ending a task whose map has left. */
    private final LinkList<TaskRun<?>> busy = new LinkList<>();

    /** Maps that have got a completion since the lock was taken. */
    private List<TaskQueue> toTell = new ArrayList<>(1);

    private int waiting;
    private int handed;
    private Phase phase = Phase.OPEN;

    PoolCore(Executor executor, int workers, int queued) {
        this.executor = executor;
        this.workers = workers;
        this.capacity = workers + queued;
    }

    TaskCounters counters() {
        return counters;
    }

    // ---- the map's tick ----

    TaskAdmission submit(TaskRun<?> run) {
        TaskQueue queue = run.queue();
        Handover handover;
        lock.lock();
        try {
            TaskAdmission answer = admission(queue);
            if (!answer.isAccepted()) {
                queue.counters.increment(Count.of(answer));
                return answer;
            }
            enqueue(run);
            if (run.signal().isSet()) {
                skip(run, CancelReason.CALLER);
                return answer;
            }
            if (handed == workers || atLimit.contains(queue)) {
                confirm(run);
                return answer;
            }
            handed++;
            handover = new Handover(this);
        } finally {
            unlock();
        }
        return handover.offer(executor) ? accepted(run) : afterRefusal(run);
    }

    void refusedUsed(TaskQueue queue) {
        lock.lock();
        try {
            queue.counters.increment(Count.REFUSED_USED);
        } finally {
            unlock();
        }
    }

    /** Takes the map's first completion, which the caller must run. */
    @Nullable
    TaskRun<?> poll(TaskQueue queue) {
        lock.lock();
        try {
            TaskRun<?> run = queue.completions.pollFirst();
            if (run != null) {
                run.state(TaskState.DELIVERED);
                queue.counters.increment(Count.COMPLETIONS_RUN);
                completionLeft(queue);
            }
            return run;
        } finally {
            unlock();
        }
    }

    void completionThrew(TaskQueue queue) {
        lock.lock();
        try {
            queue.counters.increment(Count.COMPLETION_FAULTS);
        } finally {
            unlock();
        }
    }

    // ---- workers ----

    /** Begins the next task on the calling thread; null ends this worker's request. */
    @Nullable
    TaskRun<?> take() {
        lock.lock();
        try {
            TaskQueue queue = turns.first();
            if (queue == null) {
                handed--;
                return null;
            }
            TaskRun<?> run = firstWaiting(queue);
            turns.remove(queue);
            confirm(run);
            queue.counters.increment(Count.RUNNING);
            dequeue(run);
            run.state(TaskState.RUNNING);
            run.thread = Thread.currentThread();
            busy.addLast(run);
            return run;
        } finally {
            unlock();
        }
    }

    /** The work has ended. On its worker. */
    void finished(TaskRun<?> run) {
        lock.lock();
        try {
            if (!busy.contains(run)) {
                return;
            }
            run.conclude();
            countEnd(run);
            if (!run.queue().closed) {
                leave(run);
                complete(run);
                return;
            }
            orphaned(run);
        } finally {
            unlock();
        }
        run.orphan();
        lock.lock();
        try {
            if (busy.contains(run)) {
                leave(run);
            }
        } finally {
            unlock();
        }
    }

    /** After a task: whether the calling thread is to run the next one itself. */
    boolean goesOnHere() {
        lock.lock();
        try {
            if (turns.isEmpty()) {
                handed--;
                return false;
            }
        } finally {
            unlock();
        }
        return !new Handover(this).offer(executor);
    }

    // ---- any thread ----

    void cancel(TaskRun<?> run, CancelReason reason) {
        boolean running;
        lock.lock();
        try {
            running = run.state() == TaskState.RUNNING;
            if (run.state() == TaskState.QUEUED) {
                skip(run, reason);
            } else if (running || run.state() == TaskState.NEW) {
                run.signal().set(reason);
            }
        } finally {
            unlock();
        }
        if (running) {
            run.signal().interrupt();
        }
    }

    /** The map leaves: nothing of it is queued or handed out any more. Never waits for work that is running. */
    void close(TaskQueue queue) {
        LinkList<TaskRun<?>> gone = new LinkList<>();
        List<TaskRun<?>> signalled = new ArrayList<>();
        lock.lock();
        try {
            if (queue.closed) {
                return;
            }
            queue.closed = true;
            for (TaskRun<?> run = queue.waiting.first(); run != null; run = queue.waiting.first()) {
                confirm(run);
                dequeue(run);
                run.cancel(CancelReason.MAP_GONE);
                queue.counters.increment(Count.SKIPPED);
                countEnd(run);
                orphaned(run);
                gone.addLast(run);
            }
            for (TaskRun<?> run = queue.completions.pollFirst(); run != null; run = queue.completions.pollFirst()) {
                completionLeft(queue);
                orphaned(run);
                gone.addLast(run);
            }
            for (TaskRun<?> run = busy.first(); run != null; run = run.next) {
                if (run.queue() == queue && run.signal().set(CancelReason.MAP_GONE)) {
                    signalled.add(run);
                }
            }
        } finally {
            unlock();
        }
        signalled.forEach(run -> run.signal().interrupt());
        orphan(gone);
    }

    TaskStats stats(TaskCounters of) {
        lock.lock();
        try {
            return of.snapshot();
        } finally {
            unlock();
        }
    }

    // ---- shutdown ----

    /** Refuses from now on, skips what waits and signals what runs; tells how many of each, or null if done before. */
    @Nullable
    Begun beginStop() {
        List<TaskRun<?>> signalled = new ArrayList<>();
        int skipped;
        int running = 0;
        lock.lock();
        try {
            if (phase != Phase.OPEN) {
                return null;
            }
            phase = Phase.STOPPING;
            skipped = skipAll(turns) + skipAll(atLimit);
            for (TaskRun<?> run = busy.first(); run != null; run = run.next) {
                running++;
                if (run.signal().set(CancelReason.SHUTDOWN)) {
                    signalled.add(run);
                }
            }
        } finally {
            unlock();
        }
        signalled.forEach(run -> run.signal().interrupt());
        return new Begun(skipped, running);
    }

    /** Waits until no thread is inside a task, the time is over or an interrupt comes; tells how much time is left. */
    long awaitQuiet(long limitNs) {
        // One from before must not keep tasks from ending properly; it is put back at the end.
        boolean interrupted = Thread.interrupted();
        long left = limitNs;
        lock.lock();
        try {
            while (!busy.isEmpty() && phase != Phase.STOPPED && left > 0) {
                try {
                    left = quiet.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                    left = 0;
                }
            }
        } finally {
            unlock();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return left;
    }

    boolean isQuiet() {
        lock.lock();
        try {
            return busy.isEmpty();
        } finally {
            unlock();
        }
    }

    boolean isInsideTask() {
        lock.lock();
        try {
            for (TaskRun<?> run = busy.first(); run != null; run = run.next) {
                if (run.thread == Thread.currentThread()) {
                    return true;
                }
            }
            return false;
        } finally {
            unlock();
        }
    }

    /** Ends every task whose work still runs, without it. */
    Ended endStop() {
        List<GivenUp> stuck = new ArrayList<>();
        LinkList<TaskRun<?>> gone = new LinkList<>();
        lock.lock();
        try {
            phase = Phase.STOPPED;
            for (TaskRun<?> run = busy.pollFirst(); run != null; run = busy.pollFirst()) {
                stuck.add(new GivenUp(run.mapName(), run.thread));
                if (run.state() != TaskState.RUNNING) {
                    continue;
                }
                run.cancel(CancelReason.SHUTDOWN);
                countEnd(run);
                if (run.queue().closed) {
                    orphaned(run);
                    gone.addLast(run);
                } else {
                    complete(run);
                }
            }
            quiet.signalAll();
        } finally {
            unlock();
        }
        return new Ended(stuck, gone);
    }

    /** Tells the ends of tasks taken out of every other list. With no lock held. */
    static void orphan(LinkList<TaskRun<?>> gone) {
        for (TaskRun<?> run = gone.pollFirst(); run != null; run = gone.pollFirst()) {
            run.orphan();
        }
    }

    /** What a stop found at its beginning. */
    record Begun(int skipped, int running) {}

    /** What a stop left: the tasks given up, and those of them whose end {@link #orphan} has to tell. */
    record Ended(List<GivenUp> stuck, LinkList<TaskRun<?>> gone) {}

    /** A task that had not ended at the limit, and the thread inside it. */
    record GivenUp(String map, @Nullable Thread thread) {}

    /** Gives the lock back and tells the maps that completions were queued for, with no lock held. */
    private void unlock() {
        List<TaskQueue> queued = toTell;
        if (queued.isEmpty()) {
            lock.unlock();
            return;
        }
        toTell = new ArrayList<>(1);
        lock.unlock();
        queued.forEach(TaskQueue::tellOwner);
    }

    // ---- under the lock ----

    private TaskAdmission admission(TaskQueue queue) {
        if (queue.closed) {
            return TaskAdmission.GONE;
        }
        if (phase != Phase.OPEN) {
            return phase == Phase.STOPPING ? TaskAdmission.STOPPING : TaskAdmission.STOPPED;
        }
        int underWay = queue.counters.gauge(Count.QUEUED) + queue.counters.gauge(Count.RUNNING);
        int reserved = underWay + queue.counters.gauge(Count.COMPLETIONS_QUEUED);
        if (underWay >= queue.limits.underWay() || reserved >= queue.limits.completions()) {
            return TaskAdmission.SHARE_FULL;
        }
        return waiting + busy.size() >= capacity ? TaskAdmission.FULL : TaskAdmission.ACCEPTED;
    }

    private void enqueue(TaskRun<?> run) {
        run.state(TaskState.QUEUED);
        run.queue().waiting.addLast(run);
        waiting++;
        list(run.queue());
    }

    /** Puts a map into the list it belongs to, at its end unless it is there. After every change of what waits or runs. */
    private void list(TaskQueue queue) {
        LinkList<TaskQueue> to = null;
        if (!queue.waiting.isEmpty()) {
            to = queue.counters.gauge(Count.RUNNING) < queue.limits.running() ? turns : atLimit;
        }
        LinkList<TaskQueue> from = queue.list;
        if (from == to) {
            return;
        }
        if (from != null) {
            from.remove(queue);
        }
        if (to != null) {
            to.addLast(queue);
        }
    }

    private static TaskRun<?> firstWaiting(TaskQueue queue) {
        return Objects.requireNonNull(queue.waiting.first(), "a map without waiting tasks had a turn");
    }

    /** Counts it as accepted, once. A task taken back after the executor's refusal never was. */
    private void confirm(TaskRun<?> run) {
        if (!run.confirmed) {
            run.confirmed = true;
            run.queue().counters.increment(Count.ACCEPTED);
            run.queue().counters.increment(Count.QUEUED);
        }
    }

    private void dequeue(TaskRun<?> run) {
        takeBack(run);
        run.queue().counters.add(Count.QUEUED, -1);
    }

    private void takeBack(TaskRun<?> run) {
        TaskQueue queue = run.queue();
        queue.waiting.remove(run);
        waiting--;
        list(queue);
    }

    private int skipAll(LinkList<TaskQueue> queues) {
        int skipped = 0;
        for (TaskQueue queue = queues.first(); queue != null; queue = queues.first()) {
            skip(firstWaiting(queue), CancelReason.SHUTDOWN);
            skipped++;
        }
        return skipped;
    }

    /** Ends a queued task as cancelled. */
    private void skip(TaskRun<?> run, CancelReason reason) {
        confirm(run);
        dequeue(run);
        run.signal().set(reason);
        run.cancel(reason);
        run.queue().counters.increment(Count.SKIPPED);
        countEnd(run);
        complete(run);
    }

    /** Counts how it ended; takes it out of the running ones if it was one. */
    private void countEnd(TaskRun<?> run) {
        TaskCounters of = run.queue().counters;
        if (run.state() == TaskState.RUNNING) {
            of.add(Count.RUNNING, -1);
            list(run.queue());
        }
        switch (run.outcome().kind()) {
            case SUCCEEDED -> of.increment(Count.SUCCEEDED);
            case CANCELLED -> of.increment(Count.CANCELLED);
            case FAILED -> {
                of.increment(Count.FAILED);
                if (run.outcome().error() instanceof TaskPanicException) {
                    of.increment(Count.PANICS);
                }
            }
        }
        Cancellation caller = run.task().caller();
        if (caller != null) {
            caller.unlink(run);
        }
    }

    /** To the map, which has room for it. */
    private void complete(TaskRun<?> run) {
        TaskQueue queue = run.queue();
        run.state(TaskState.FINISHED);
        queue.completions.addLast(run);
        queue.counters.increment(Count.COMPLETIONS_QUEUED);
        queue.pending(queue.completions.size());
        toTell.add(queue);
    }

    private void completionLeft(TaskQueue queue) {
        queue.counters.add(Count.COMPLETIONS_QUEUED, -1);
        queue.pending(queue.completions.size());
    }

    private void orphaned(TaskRun<?> run) {
        run.state(TaskState.ORPHANED);
        run.queue().counters.increment(Count.ORPHANED);
    }

    /** No thread is inside it any more. */
    private void leave(TaskRun<?> run) {
        busy.remove(run);
        run.thread = null;
        if (busy.isEmpty()) {
            quiet.signalAll();
        }
    }

    // ---- an executor that refuses ----

    private TaskAdmission accepted(TaskRun<?> run) {
        lock.lock();
        try {
            confirm(run);
            return TaskAdmission.ACCEPTED;
        } finally {
            unlock();
        }
    }

    /**
     * The executor had no worker for this task. Another request may still be at work and serve it; without one it is taken
     * back, and what was accepted meanwhile is asked for again, or ended with the reason.
     */
    private TaskAdmission afterRefusal(TaskRun<?> run) {
        TaskAdmission answer;
        boolean again;
        lock.lock();
        try {
            handed--;
            if (run.state() == TaskState.QUEUED && handed == 0) {
                takeBack(run);
                run.state(TaskState.NEW);
                answer = TaskAdmission.REJECTED;
                run.queue().counters.increment(Count.REFUSED_REJECTED);
            } else {
                confirm(run);
                answer = TaskAdmission.ACCEPTED;
            }
            again = askAgain();
        } finally {
            unlock();
        }
        while (again && !new Handover(this).offer(executor)) {
            lock.lock();
            try {
                handed--;
                if (handed == 0) {
                    failFirst();
                }
                again = askAgain();
            } finally {
                unlock();
            }
        }
        return answer;
    }

    private boolean askAgain() {
        if (handed > 0 || turns.isEmpty()) {
            return false;
        }
        handed++;
        return true;
    }

    private void failFirst() {
        TaskQueue queue = turns.first();
        if (queue == null) {
            return;
        }
        TaskRun<?> run = firstWaiting(queue);
        dequeue(run);
        run.fail(TaskQueue.refused(run.queue(), TaskAdmission.REJECTED));
        countEnd(run);
        complete(run);
    }
}
