package dev.maptick.bench.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * What one simulation is of. Immutable.
 *
 * @param scenario the world
 * @param workers pool threads, at least 2
 * @param wakeNs from a worker's release to the moment it goes on, 0 or more
 * @param seed of what is random in the world, and of the stagger
 */
public record SimPlan(SimScenario scenario, int workers, long wakeNs, long seed) {
    /** What a wake-up costs: nothing, as promise 2 has it; and about what it does on a virtual machine. */
    public static final List<Long> WAKES_NS = List.of(0L, 50_000L);

    /** Numbers of workers that are simulated unless told otherwise. */
    public static final List<Integer> WORKERS = List.of(2, 4, 8, 16, 32, 64);

    /**
     * Every scenario with every number of workers and every cost of a wake-up.
     *
     * @param workers numbers of workers
     * @param seed the seed of all
     * @return scenario by scenario
     */
    public static List<SimPlan> all(List<Integer> workers, long seed) {
        List<SimPlan> plans = new ArrayList<>();
        for (SimScenario scenario : SimScenario.values()) {
            for (long wakeNs : WAKES_NS) {
                for (int n : workers) {
                    plans.add(new SimPlan(scenario, n, wakeNs, seed));
                }
            }
        }
        return plans;
    }
}
