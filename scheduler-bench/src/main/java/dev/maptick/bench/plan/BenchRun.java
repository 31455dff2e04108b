package dev.maptick.bench.plan;

import dev.maptick.bench.fork.Work;
import dev.maptick.bench.report.ReportWriter;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.BookJson;
import dev.maptick.bench.result.Machine;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.RunResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The order of events: calibrate, run after run, write, print. */
public final class BenchRun {
    private static final double NS_PER_SECOND = 1e9;
    private static final String RESULTS = "results.json";

    /** What a run writes. */
    static final List<String> FILES = List.of(RESULTS, ReportWriter.FILE, Fork.LOG, Fork.OUTPUT);

    private final Settings settings;
    private final Path dir;
    private final String command;
    private final PrintStream out;
    private final boolean terminal;
    private final EndSignal signal;
    private final Machine machine = MachineFacts.machine();
    private final String startedAt =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final List<RunResult> results = new ArrayList<>();

    /**
     * A run to come.
     *
     * @param settings what to run, and the directory it is written to, which is there
     * @param command how it was started, for the report
     * @param out where progress and tables go
     * @param terminal whether a line can be written over there
     * @param signal what may ask for the end
     */
    public BenchRun(Settings settings, String command, PrintStream out, boolean terminal, EndSignal signal) {
        this.settings = settings;
        this.dir = settings.dir();
        this.command = command;
        this.out = out;
        this.terminal = terminal;
        this.signal = signal;
    }

    /**
     * Runs all, or until the end is asked for.
     *
     * @return whether every run that was to be had has figures
     * @throws IOException if nothing can be written, or no JVM can be started
     * @throws InterruptedException if this thread is to end
     */
    public boolean run() throws IOException, InterruptedException {
        double iterationsPerMicro = Work.iterationsPerMicro();
        List<PlannedRun> runs = Plan.of(settings, iterationsPerMicro);
        out.println(machine.line());
        out.println(MachineFacts.jdk());
        out.printf(
                Locale.ROOT,
                "%d runs, each alone in a JVM, about %s%s; the machine should be quiet meanwhile%n",
                runs.stream().filter(run -> run.refusal().isEmpty()).count(),
                Figures.duration(Progress.estimate(runs)),
                settings.tries() == 1 ? "" : ", up to " + settings.tries() + " times that if it is disturbed");
        out.println("Ctrl-C ends it; what was measured until then is reported");
        long startNs = System.nanoTime();
        boolean complete = all(runs, iterationsPerMicro);
        Book book = book(iterationsPerMicro, complete);
        BookJson.write(book, dir.resolve(RESULTS));
        Path report = ReportWriter.write(book, dir);
        out.print(ResultTable.of(book));
        out.println();
        out.println("took " + Figures.duration((System.nanoTime() - startNs) / NS_PER_SECOND));
        if (!complete) {
            out.println("ended before the last run: these are the figures so far");
        }
        out.println("figures: " + dir.resolve(RESULTS));
        out.println("report:  " + report);
        return results.stream().noneMatch(result -> result.outcome() == Outcome.FAILED);
    }

    private boolean all(List<PlannedRun> runs, double iterationsPerMicro) throws IOException, InterruptedException {
        Progress progress = new Progress(out, terminal, runs);
        Fork fork = new Fork(dir, signal);
        for (int i = 0; i < runs.size(); i++) {
            int index = i;
            progress.begin(index);
            RunResult result = one(runs.get(index), fork, () -> progress.look(index));
            if (result == null) {
                progress.interrupted();
                return false;
            }
            results.add(result);
            progress.end(index, result);
            BookJson.write(book(iterationsPerMicro, false), dir.resolve(RESULTS));
        }
        return true;
    }

    private @Nullable RunResult one(PlannedRun run, Fork fork, Fork.Watcher watcher)
            throws IOException, InterruptedException {
        Optional<String> refusal = run.refusal();
        if (refusal.isEmpty()) {
            return Quiet.measure(settings.tries(), () -> fork.run(run, watcher));
        }
        return new RunResult(
                run.contender().label(),
                run.scenario().label(),
                run.round(),
                run.parameters(),
                Outcome.NOT_AVAILABLE,
                refusal.get(),
                null);
    }

    private Book book(double iterationsPerMicro, boolean complete) {
        return new Book(machine, MachineFacts.jdk(), command, startedAt, iterationsPerMicro, complete, results);
    }
}
