package dev.maptick.server.report;

import dev.maptick.core.Placement;
import dev.maptick.core.ShutdownReport;
import dev.maptick.metrics.ReportRow;
import dev.maptick.server.world.VisitorDirectory;
import java.util.ArrayList;
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
        activity(out, run, steady.activity());
        stop(out, run.stop());
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

    private static void activity(StringBuilder out, RunSummary run, Activity before) {
        VisitorDirectory.Counts visitors = run.visitors();
        Activity all = run.activity();
        fact(
                out,
                "visitors",
                Text.count(visitors.entered()) + " in, " + Text.count(visitors.left()) + " out, "
                        + Text.count(visitors.inside() + visitors.onTheWay()) + " still inside");
        fact(
                out,
                "posts",
                Text.count(all.posts().accepted()) + " accepted, "
                        + Text.count(all.posts().refused()) + " refused; "
                        + Text.plural(all.posts().foundFull(), "visitor", "visitors") + " found a map full");
        fact(
                out,
                "asleep",
                Text.count(before.asleep()) + " of " + Text.plural(before.maps(), "map", "maps")
                        + " before the stop, with nobody inside");
        fact(
                out,
                "thinks",
                Text.count(all.thinks().count()) + ", "
                        + Text.plural(all.thinks().faults(), "fault", "faults"));
        fact(
                out,
                "tasks",
                Text.count(all.tasks().accepted()) + " accepted, "
                        + Text.count(all.tasks().refused()) + " refused, "
                        + Text.count(all.tasks().finished()) + " finished");
        Activity.Saves saves = all.saves();
        if (saves == null) {
            fact(out, "saves", "none, since no --data directory was given");
        } else {
            fact(
                    out,
                    "saves",
                    Text.count(saves.written()) + " written, " + Text.count(saves.failed())
                            + " failed; maps stood still for p50 " + Text.micros(saves.pauseMedianNanos())
                            + " us, max " + Text.micros(saves.pauseMaxNanos()) + " us");
            fact(out, "loaded", Text.count(saves.loaded()) + " of " + Text.plural(all.maps(), "map", "maps"));
        }
    }

    /** How the stop went, and the first of the maps that did not finish, each with what held it. */
    private static void stop(StringBuilder out, StopReport stop) {
        List<String> problems = new ArrayList<>();
        stop.maps().failures().forEach((name, why) -> problems.add(name + " failed: " + why));
        stop.maps().unsaved().forEach((name, why) -> problems.add(name + " is not saved: " + why));
        stop.maps().tasks().stuck().forEach(task -> problems.add(task.toString()));
        List<ShutdownReport.Unfinished> unfinished = stop.scheduler().unfinished();
        unfinished.forEach(map -> problems.add(map.toString()));
        fact(
                out,
                "shutdown",
                (stop.isClean() ? "clean" : "not clean") + ": "
                        + Text.plural(stop.stopped(), "map", "maps") + " stopped in "
                        + stop.took().toMillis() + " ms, " + Text.count(unfinished.size()) + " unfinished");
        long faults = stop.scheduler().lastTaskFaults();
        if (faults > 0) {
            fact(out, "", Text.plural(faults, "last tick", "last ticks") + " threw, see the log");
        }
        problems.stream().limit(MOST_NAMED).forEach(problem -> fact(out, "", indented(problem)));
        if (problems.size() > MOST_NAMED) {
            fact(out, "", "and " + Text.count(problems.size() - MOST_NAMED) + " more");
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
