package dev.maptick.maps.tasks;

/**
 * The sums over some maps of a pool, made by {@link BackgroundPool#tally()}. Counts of maps that have left stay in, and late
 * ones get in. Any thread.
 */
public final class TaskTally {
    private final PoolCore core;
    private final TaskCounters counters;

    TaskTally(PoolCore core) {
        this.core = core;
        counters = new TaskCounters(core.counters());
    }

    boolean isOf(PoolCore other) {
        return core == other;
    }

    TaskCounters counters() {
        return counters;
    }

    /**
     * The sums. Takes the pool's lock for a moment.
     *
     * @return one consistent moment
     */
    public TaskStats stats() {
        return core.stats(counters);
    }

    @Override
    public String toString() {
        return stats().toString();
    }
}
