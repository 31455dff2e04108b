package dev.maptick.server.report;

import dev.maptick.core.Placement;
import dev.maptick.core.ShutdownReport;
import dev.maptick.metrics.ReportRow;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report at the end of a run. Pure functions. */
public final class RunReport {
    private static final int MOST_NAMED = 10;
    private static final int NAME_WIDTH = 14;

    private RunReport() {}

    /**
     * Lays a summary out as text.
     *
     * @param run the summary
     * @return lines of plain ASCII, each ended
     */
    public static String of(RunSummary run) {
        StringBuilder out = new StringBuilder();
        out.append("maptick demo: report\n");
        fact(out, "ended", run.why());
        fact(out, "seed", Long.toString(run.seed()));
        fact(out, "threads", run.plan().toString());
        out.append('\n');
        interval(out, "First " + Text.seconds(run.warmUp().seconds()) + " s (opening and warm-up)", run.warmUp());
        Interval after = run.after();
        if (after != null) {
            interval(out, "After that (" + Text.seconds(after.seconds()) + " s)", after);
        } else {
            out.append("The run ended inside its warm-up, so there is no second table.\n\n");
        }
        out.append(
                        "tick us: how long ticks took. late us: how long after their deadlines they started. Microseconds.\n")
                .append(
                        "CPU s: processor time of the placement's own threads, shared out to its types by their time in\n")
                .append("ticks; waiting for deadlines, queueing and recording are in it.\n\n");
        outcome(out, run, after == null ? run.warmUp() : after);
        return out.toString();
    }

    private static void interval(StringBuilder out, String title, Interval interval) {
        out.append(title).append('\n').append(IntervalTable.of(interval)).append('\n');
    }

    private static void outcome(StringBuilder out, RunSummary run, Interval steady) {
        ReportRow warmUp = run.warmUp().metrics().total();
        ReportRow total = run.after() == null ? warmUp : steady.metrics().total();
        long faults = warmUp.faults() + (run.after() == null ? 0 : total.faults());
        fact(
                out,
                "pool use",
                Text.percent(steady.poolUse()) + " of " + Text.plural(steady.poolThreads(), "thread", "threads")
                        + " in ticks, " + Text.percent(steady.poolCpu()) + " on a processor");
        fact(out, "faults", Text.count(faults));
        skips(out, steady, run.after() == null);
        fact(
                out,
                "replicated",
                Text.count(run.replication().changes()) + " changes, "
                        + Text.count(run.replication().bytes()) + " bytes, in "
                        + Text.count(run.replication().flushes()) + " updates");
        fact(
                out,
                "visitors",
                Text.count(run.visitors().entered()) + " in, "
                        + Text.count(run.visitors().left()) + " out, "
                        + Text.count(run.visitors().inside()) + " still inside");
        shutdown(out, run.shutdown());
        grid(out, run.grid());
        fact(out, "verdict", run.isGood() ? "good" : "NOT GOOD, see above");
    }

    /** Says what was skipped, and where it was more than a trace, why and what to do. */
    private static void skips(StringBuilder out, Interval steady, boolean warmUp) {
        String name = "skipped";
        for (Placement placement : Placement.values()) {
            ReportRow row = steady.metrics().total(placement);
            if (row.ticks() + row.skipped() > 0) {
                double share = Interval.skippedShare(row);
                fact(
                        out,
                        name,
                        Text.percent(share) + " of the deadlines on " + placement.label() + " threads"
                                + (warmUp ? ", all in the warm-up" : ""));
                if (!warmUp) {
                    SkipAdvice.of(placement, share, steady).forEach(line -> fact(out, "", line));
                }
                name = "";
            }
        }
    }

    /** How the stop went, and the first of the maps that did not finish, each with what held it. */
    private static void shutdown(StringBuilder out, ShutdownReport report) {
        List<ShutdownReport.Unfinished> unfinished = report.unfinished();
        fact(
                out,
                "shutdown",
                (report.isClean() ? "clean" : "not clean") + ": "
                        + Text.plural(report.stopped(), "map", "maps") + " stopped in "
                        + report.took().toMillis() + " ms, " + Text.count(unfinished.size()) + " unfinished");
        if (report.lastTaskFaults() > 0) {
            fact(out, "", Text.plural(report.lastTaskFaults(), "last tick", "last ticks") + " threw, see the log");
        }
        unfinished.stream().limit(MOST_NAMED).forEach(map -> fact(out, "", indented(map.toString())));
        if (unfinished.size() > MOST_NAMED) {
            fact(out, "", "and " + Text.count(unfinished.size() - MOST_NAMED) + " more");
        }
    }

    private static void grid(StringBuilder out, GridCheck grid) {
        fact(
                out,
                "grid equation",
                String.format(
                        Locale.ROOT,
                        "%,d of %,d maps (ticks + skipped + suspended = grid points consumed)",
                        grid.maps() - grid.broken().size(),
                        grid.maps()));
        grid.broken().stream().limit(MOST_NAMED).forEach(line -> fact(out, "", "broken: " + line));
    }

    /** A stack's lines below the value they belong to. */
    private static String indented(String text) {
        return text.lines().collect(Collectors.joining(System.lineSeparator() + " ".repeat(NAME_WIDTH + 1)));
    }

    private static void fact(StringBuilder out, String name, String value) {
        out.append(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s %s%n", name, value));
    }
}
