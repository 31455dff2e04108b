package dev.maptick.bench.result;

import java.util.List;

/** Books for tests. */
public final class Books {
    public static final Parameters PARAMETERS = new Parameters(100, 50_000_000, 2, 10, 20, 5, 0, 0, 0, 1, 2);

    private Books() {}

    public static Book of(RunResult... results) {
        return new Book(
                new Machine("a <processor>", 2, 8L << 30, "Linux 6 amd64"),
                "a JVM 17",
                "./maptick bench",
                "2026-12-01T00:00:00Z",
                700,
                true,
                List.of(results));
    }

    public static RunResult measured(String contender, String scenario, int round, double cores) {
        return new RunResult(contender, scenario, round, PARAMETERS, Outcome.MEASURED, "", measures(cores));
    }

    public static RunResult disturbed(double others) {
        Measures quiet = measures(1);
        Measures loud = new Measures(
                quiet.windowSeconds(),
                quiet.counts(),
                new Cpu(2, 1, null, others, 9),
                quiet.lateness(),
                quiet.fairness(),
                quiet.memory(),
                null,
                null,
                null);
        return new RunResult("maptick", "idle-10k", 1, PARAMETERS, Outcome.MEASURED, "", loud);
    }

    public static RunResult held(String contender, String scenario, int round, double ticksPerSecond) {
        Measures measures = measures(1).withCapacity(new Capacity(ticksPerSecond, null, 5));
        return new RunResult(contender, scenario, round, PARAMETERS, Outcome.MEASURED, "", measures);
    }

    public static RunResult failed(String contender, String scenario, int round) {
        return new RunResult(contender, scenario, round, PARAMETERS, Outcome.FAILED, "fell over", null);
    }

    public static Measures measures(double cores) {
        return new Measures(
                2,
                new Counts(3_999, 4_000, 1, 0, 0),
                new Cpu(2 * cores, cores, 120.5, null, 9),
                new Lateness(3_999, 40_000, 50_000, 90_000, 1_000_000, 2_000_000),
                new Fairness(0.9999, 51_000_000),
                new Memory(0.5, 200.25),
                null,
                null,
                null);
    }
}
