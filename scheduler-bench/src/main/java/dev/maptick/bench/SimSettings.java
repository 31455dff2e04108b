package dev.maptick.bench;

import dev.maptick.bench.plan.OutDir;
import dev.maptick.bench.plan.Typed;
import dev.maptick.bench.sim.SimPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to simulate. Immutable.
 *
 * @param workers numbers of workers, ascending
 * @param seed of what is random
 * @param dir where the report goes
 * @param docs documentation to renew; null for none
 */
record SimSettings(
        List<Integer> workers,
        long seed,
        Path dir,
        @Nullable Path docs) {
    static final int LEAST_WORKERS = 2;
    static final int MOST_WORKERS = 256;
    static final String WORKERS_ALLOWED = LEAST_WORKERS + " to " + MOST_WORKERS;
    static final long MOST_SEED = 999_999_999_999_999_999L;

    SimSettings {
        workers = List.copyOf(workers);
    }

    /**
     * Reads settings as they were typed.
     *
     * @param workers numbers with commas between, or null
     * @param seed a number, or null
     * @param out a directory, which need not be there
     * @param docs a directory of documentation, or null
     * @return the settings
     * @throws dev.maptick.bench.plan.BadSettingsException naming each bad one with what is allowed
     */
    static SimSettings read(@Nullable String workers, @Nullable String seed, String out, @Nullable String docs) {
        Typed options = new Typed();
        Set<Integer> numbers = new TreeSet<>();
        if (workers == null) {
            numbers.addAll(SimPlan.WORKERS);
        } else {
            for (String part : options.parts("--workers", workers)) {
                numbers.add((int) options.whole(
                        "--workers",
                        part,
                        LEAST_WORKERS,
                        LEAST_WORKERS,
                        MOST_WORKERS,
                        "whole numbers, " + WORKERS_ALLOWED + ", each once, with commas between"));
            }
        }
        long number = options.whole("--seed", seed, 1, -MOST_SEED, MOST_SEED, "a whole number of at most 18 digits");
        Path dir = OutDir.read("--out", out, List.of(), options);
        Path docsDir = docs == null ? null : SimDocs.read(docs, options);
        options.conclude();
        return new SimSettings(List.copyOf(numbers), number, dir, docsDir);
    }
}
