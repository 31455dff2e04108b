package dev.maptick.bench.plan;

import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.RunResult;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How far it is: a line that is written over on a terminal, one line for each run everywhere. One thread. */
final class Progress {
    private static final int FIGURES = 4;
    private static final double NS_PER_SECOND = 1e9;

    private final PrintStream out;
    private final boolean terminal;
    private final List<PlannedRun> runs;
    private final long startNs = System.nanoTime();
    private double doneEstimate;
    private long runStartNs;
    private int shown;

    Progress(PrintStream out, boolean terminal, List<PlannedRun> runs) {
        this.out = out;
        this.terminal = terminal;
        this.runs = runs;
    }

    /** The time all takes, by the estimates. */
    static double estimate(List<PlannedRun> runs) {
        return runs.stream().mapToDouble(PlannedRun::estimateSeconds).sum();
    }

    void begin(int index) {
        runStartNs = System.nanoTime();
        look(index);
    }

    /** Refreshes the line while a run goes on. */
    void look(int index) {
        if (!terminal) {
            return;
        }
        PlannedRun run = runs.get(index);
        String line =
                place(index) + run.scenario().label() + ", " + run.contender().label() + ", round " + run.round()
                        + ": " + Figures.duration((System.nanoTime() - runStartNs) / NS_PER_SECOND) + " ... about "
                        + Figures.duration(leftSeconds(run)) + " left";
        overwrite(line);
    }

    void end(int index, RunResult result) {
        PlannedRun run = runs.get(index);
        doneEstimate += run.estimateSeconds();
        overwrite(place(index) + run.scenario().label() + ", " + run.contender().label() + ", round " + run.round()
                + ": " + summary(run, result)
                + (terminal ? "" : "; about " + Figures.duration(leftSeconds(null)) + " left"));
        out.println();
        out.flush();
        shown = 0;
    }

    /** Leaves the line as it is and goes to the next. */
    void interrupted() {
        overwrite("ended by a signal");
        out.println();
        shown = 0;
    }

    private String place(int index) {
        return "[" + (index + 1) + " of " + runs.size() + "] ";
    }

    private static String summary(PlannedRun run, RunResult result) {
        if (result.outcome() != Outcome.MEASURED) {
            return (result.outcome() == Outcome.FAILED ? "failed, " : "not available, ") + result.note();
        }
        return run.scenario().metrics().stream()
                .filter(metric -> !Double.isNaN(result.value(metric)))
                .limit(FIGURES)
                .map(metric -> metric.label() + " " + Figures.of(metric, result.value(metric)))
                .collect(Collectors.joining(", "));
    }

    /** By the estimates, corrected by how they did so far. */
    private double leftSeconds(@Nullable PlannedRun current) {
        double now = System.nanoTime();
        double spent = (now - startNs) / NS_PER_SECOND;
        double inRun = current == null ? 0 : (now - runStartNs) / NS_PER_SECOND;
        double pace = doneEstimate == 0 ? 1 : (spent - inRun) / doneEstimate;
        return Math.max(0, (estimate(runs) - doneEstimate) * pace - inRun);
    }

    private void overwrite(String line) {
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            shown = line.length();
        } else {
            out.print(line);
        }
        out.flush();
    }
}
