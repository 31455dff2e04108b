package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * Task runs in the order in which they came, linked through the runs themselves: adding, taking and removing one allocate
 * nothing and do not depend on the length. A run is in one list at most. Guarded by the pool's lock, but for a list that one
 * method keeps to itself.
 */
final class RunList {
    private @Nullable TaskRun<?> first;
    private @Nullable TaskRun<?> last;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return first == null;
    }

    boolean contains(TaskRun<?> run) {
        return run.list == this;
    }

    @Nullable
    TaskRun<?> first() {
        return first;
    }

    void addLast(TaskRun<?> run) {
        assert run.list == null : "in another list";
        run.list = this;
        run.previous = last;
        if (last == null) {
            first = run;
        } else {
            last.next = run;
        }
        last = run;
        size++;
    }

    @Nullable
    TaskRun<?> pollFirst() {
        TaskRun<?> run = first;
        if (run != null) {
            remove(run);
        }
        return run;
    }

    void remove(TaskRun<?> run) {
        assert run.list == this : "not in this list";
        TaskRun<?> before = run.previous;
        TaskRun<?> after = run.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        run.previous = null;
        run.next = null;
        run.list = null;
        size--;
    }
}
