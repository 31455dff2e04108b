package dev.maptick.bench.fork;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.BookJson;
import dev.maptick.bench.result.Counts;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.scenario.Scenario;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs one contender through one scenario and prints the result as one line of JSON. Started by {@code plan.Fork}. */
public final class ForkMain {
    private static final int ARGUMENTS = 4;

    private ForkMain() {}

    /**
     * Runs and ends the process: 0 with a result, 2 if it was asked for what cannot be.
     *
     * @param args contender, scenario, round, parameters as JSON
     * @throws InterruptedException never: nobody interrupts it
     * @throws IOException if the parameters are none
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        if (args.length != ARGUMENTS) {
            System.err.println("this is started by the benchmark itself: contender scenario round parameters");
            System.exit(2);
        }
        Contenders who = Contenders.named(args[0]);
        Scenario scenario = Scenario.named(args[1]);
        if (who == null || scenario == null) {
            System.err.println("no such contender or scenario: " + args[0] + " " + args[1]);
            System.exit(2);
            return;
        }
        endWithParent();
        RunResult result = run(who, scenario, Integer.parseInt(args[2]), BookJson.parseParameters(args[3]));
        System.out.println(BookJson.line(result));
        System.out.flush();
        // Threads that a contender left behind do not keep this process.
        System.exit(0);
    }

    /** A result of this process, whatever happens. */
    static RunResult run(Contenders who, Scenario scenario, int round, Parameters parameters)
            throws InterruptedException {
        Optional<String> refusal = scenario.refusal(who);
        if (refusal.isPresent()) {
            return new RunResult(
                    who.label(), scenario.label(), round, parameters, Outcome.NOT_AVAILABLE, refusal.get(), null);
        }
        try {
            Measures measures = measure(who, scenario, parameters);
            return measures == null
                    ? failed(who, scenario, round, parameters, "held no load at all")
                    : new RunResult(
                            who.label(),
                            scenario.label(),
                            round,
                            parameters,
                            Outcome.MEASURED,
                            note(measures),
                            measures);
        } catch (RuntimeException | OutOfMemoryError e) {
            return failed(
                    who,
                    scenario,
                    round,
                    parameters,
                    e instanceof IllegalStateException ? String.valueOf(e.getMessage()) : e.toString());
        }
    }

    /** What the figures do not say by themselves. */
    private static String note(Measures measures) {
        Counts counts = measures.counts();
        return counts.executed() == 0 && counts.due() > 0
                ? "not one tick began in the window: it is stuck, or further behind than a window is long"
                : "";
    }

    private static RunResult failed(Contenders who, Scenario scenario, int round, Parameters parameters, String note) {
        return new RunResult(who.label(), scenario.label(), round, parameters, Outcome.FAILED, note, null);
    }

    private static @Nullable Measures measure(Contenders who, Scenario scenario, Parameters parameters)
            throws InterruptedException {
        Work.warmUp();
        OwnThreads own = new OwnThreads();
        own.enrol();
        if (!scenario.seeksCapacity()) {
            return new Stand(who.make(), parameters, own, true).run();
        }
        CapacitySearch.Step step = load -> {
            Contender fresh = who.make();
            return new Stand(fresh, load, own, false).run();
        };
        return new CapacitySearch(parameters, who.maxMaps(), step).run();
    }

    /** The parent holds the other end of standard input for as long as it lives. */
    private static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        int read = System.in.read();
                        while (read >= 0) {
                            read = System.in.read();
                        }
                    } catch (IOException e) {
                        // As gone as can be.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "bench-parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
