package dev.maptick.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * The figures of one run. Immutable.
 *
 * @param windowSeconds length of the window
 * @param counts ticks
 * @param cpu processor time
 * @param lateness of the maps that are looked at: all, without those that come and go; with dedicated maps, only these
 * @param fairness among the same maps
 * @param memory heap
 * @param churn cost of register and unregister; null without churn
 * @param capacity what was held; null where none is sought
 * @param pureWork beside threads that do nothing but the work; null where ticks are empty, or some threads dedicated
 */
public record Measures(
        double windowSeconds,
        Counts counts,
        Cpu cpu,
        Lateness lateness,
        Fairness fairness,
        Memory memory,
        @Nullable Churn churn,
        @Nullable Capacity capacity,
        @Nullable PureWork pureWork) {
    /**
     * The same with a capacity.
     *
     * @param found what was held
     * @return the copy
     */
    public Measures withCapacity(Capacity found) {
        return new Measures(windowSeconds, counts, cpu, lateness, fairness, memory, churn, found, pureWork);
    }
}
