package dev.maptick.maps;

import dev.maptick.maps.tasks.TaskTally;
import java.util.concurrent.atomic.AtomicBoolean;

/** One type of maps as the totals know it: its name, its number in their order, and its tasks, which the pool sums itself. */
final class WorkType {
    private final int index;
    private final String name;
    private final TaskTally tasks;
    private final AtomicBoolean untold = new AtomicBoolean(true);

    WorkType(int index, String name, TaskTally tasks) {
        this.index = index;
        this.name = name;
        this.tasks = tasks;
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    TaskTally tasks() {
        return tasks;
    }

    /** True for the one caller that has to tell listeners of the type. */
    boolean takeUntold() {
        return untold.get() && untold.compareAndSet(true, false);
    }
}
