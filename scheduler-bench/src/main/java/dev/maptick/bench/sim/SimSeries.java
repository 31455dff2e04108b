package dev.maptick.bench.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs many simulations, some beside each other: none of them knows real time, so that changes no figure. */
public final class SimSeries {
    private SimSeries() {}

    /**
     * Runs them.
     *
     * @param plans what of
     * @param atOnce how many at a time, at least 1; each of them keeps about one processor busy
     * @param finished hears of each one that ended, in the order of the plans, on the calling thread
     * @param ended asked before each; true leaves out the rest
     * @return the results, in the order of the plans
     * @throws InterruptedException if the calling thread is interrupted
     * @throws IllegalStateException if one broke down
     */
    public static List<SimResult> run(
            List<SimPlan> plans, int atOnce, Consumer<SimResult> finished, BooleanSupplier ended)
            throws InterruptedException {
        ExecutorService runners = Executors.newFixedThreadPool(atOnce);
        try {
            List<Future<List<SimResult>>> running = new ArrayList<>();
            for (SimPlan plan : plans) {
                running.add(runners.submit(() -> ended.getAsBoolean() ? List.of() : List.of(Simulation.run(plan))));
            }
            List<SimResult> results = new ArrayList<>();
            for (Future<List<SimResult>> one : running) {
                List<SimResult> result = one.get();
                result.forEach(finished);
                results.addAll(result);
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            runners.shutdownNow();
        }
    }
}
