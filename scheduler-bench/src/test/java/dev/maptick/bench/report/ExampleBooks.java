package dev.maptick.bench.report;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Capacity;
import dev.maptick.bench.result.Churn;
import dev.maptick.bench.result.Counts;
import dev.maptick.bench.result.Cpu;
import dev.maptick.bench.result.Fairness;
import dev.maptick.bench.result.Lateness;
import dev.maptick.bench.result.Machine;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Memory;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.result.PureWork;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up books: nothing in them was measured. */
final class ExampleBooks {
    private ExampleBooks() {}

    static Book of(RunResult... results) {
        return of(true, List.of(results));
    }

    static Book of(boolean complete, List<RunResult> results) {
        return new Book(
                new Machine("made up", 2, 8L << 30, "Linux 6 amd64"),
                "a JVM 25, -Xms1g",
                "./maptick bench --full",
                "2026-12-01T00:00:00Z",
                700,
                complete,
                results);
    }

    static RunResult measured(String contender, String scenario, int round, double cores) {
        return new RunResult(
                contender, scenario, round, parameters(100), Outcome.MEASURED, "", measures(cores, 40_000, 0));
    }

    static RunResult refused(String contender, String scenario, String why) {
        return new RunResult(contender, scenario, 1, parameters(100), Outcome.NOT_AVAILABLE, why, null);
    }

    static RunResult failed(String contender, String scenario, int round, String how) {
        return new RunResult(contender, scenario, round, parameters(100), Outcome.FAILED, how, null);
    }

    /** Of a window in which nothing ran, on a system that tells little. */
    static RunResult bare(String contender, String scenario) {
        Measures measures = new Measures(
                4,
                new Counts(0, 0, 0, 0, 0),
                new Cpu(0, 0, null, null, 1),
                Lateness.NONE,
                new Fairness(0, 0),
                new Memory(null, null),
                null,
                null,
                null);
        return new RunResult(contender, scenario, 1, parameters(0), Outcome.MEASURED, "", measures);
    }

    /** Everybody in everything, in five rounds. */
    static Book everything(long seed) {
        Random random = new Random(seed);
        List<RunResult> results = new ArrayList<>();
        for (int round = 1; round <= 5; round++) {
            for (Scenario scenario : Scenario.values()) {
                for (Contenders contender : Contenders.values()) {
                    if (scenario.isFor(contender)) {
                        results.add(run(contender, scenario, round, random));
                    }
                }
            }
        }
        return of(true, results);
    }

    private static RunResult run(Contenders contender, Scenario scenario, int round, Random random) {
        Parameters parameters = scenario.parameters(700, 4);
        if (scenario.label().startsWith("idle") && contender == Contenders.THREAD_PER_MAP) {
            return refused(contender.label(), scenario.label(), "maps are over its limit of 4,000");
        }
        int place = Contenders.labels().indexOf(contender.label());
        double wobble = 0.9 + 0.2 * random.nextDouble();
        double busy = (0.1 + 0.08 * place) * Math.pow(parameters.maps() + 1.0, 0.1) * wobble;
        Measures measures = measures(busy, (long) (8_000 * Math.pow(1.6, place) * wobble), random.nextInt(3));
        if (scenario.seeksCapacity()) {
            double held = 3e6 / (1 + place) * wobble;
            measures = measures.withCapacity(new Capacity(held, held * 1.05, 9));
        }
        if (parameters.asksForPureWork()) {
            measures = withPureWork(measures, new PureWork(26_700, 0.97 * wobble, 0.97));
        }
        if (scenario == Scenario.CHURN) {
            measures = withChurn(measures, new Churn(1_999, 700 * busy, 3_000, 300 * busy, 2_000));
        }
        return new RunResult(
                contender.label(),
                scenario.label(),
                round,
                parameters,
                Outcome.MEASURED,
                "",
                withTicks(measures, parameters));
    }

    private static Measures withTicks(Measures m, Parameters parameters) {
        long due = (long) (parameters.maps() * 4e9 / parameters.periodNs());
        Counts counts = new Counts(due - m.counts().skipped(), due, m.counts().skipped(), 0, 0);
        return new Measures(
                4, counts, m.cpu(), m.lateness(), m.fairness(), m.memory(), m.churn(), m.capacity(), m.pureWork());
    }

    private static Measures withChurn(Measures m, Churn churn) {
        return new Measures(
                4, m.counts(), m.cpu(), m.lateness(), m.fairness(), m.memory(), churn, m.capacity(), m.pureWork());
    }

    private static Measures withPureWork(Measures m, PureWork work) {
        return new Measures(
                4, m.counts(), m.cpu(), m.lateness(), m.fairness(), m.memory(), m.churn(), m.capacity(), work);
    }

    private static Parameters parameters(int maps) {
        return new Parameters(maps, 50_000_000, 2, 10, 20, 5, 0, 0, 0, 1, 4);
    }

    private static Measures measures(double cores, long p50, long skipped) {
        return new Measures(
                4,
                new Counts(8_000 - skipped, 8_000, skipped, 0, 0),
                new Cpu(4 * cores, cores, 20_000 * cores, 0.02, 9),
                new Lateness(8_000 - skipped, p50, 2 * p50, 5 * p50, 20 * p50, 60 * p50),
                new Fairness(0.9999, 51_000_000),
                new Memory(100 * cores, 200 + 100 * cores),
                null,
                null,
                null);
    }
}
