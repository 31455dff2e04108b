package dev.maptick.bench.report;

import dev.maptick.bench.report.WorkersChart.Line;
import dev.maptick.bench.report.WorkersChart.Picture;
import dev.maptick.bench.sim.SimColumn;
import dev.maptick.bench.sim.SimPlan;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Which pictures are drawn of a series of simulations. Pure functions. */
final class SimPictures {
    private static final String LESS = "less is better, each step up is ten times more";

    private SimPictures() {}

    /** Those for which there are results. */
    static List<Picture> of(List<SimResult> results) {
        List<Picture> pictures = new ArrayList<>();
        pictures.add(delay(results, SimScenario.HOUSE_MIX, "house mix at 70 % load"));
        pictures.add(delay(results, SimScenario.LONG_TICKS, "long ticks among short ones"));
        pictures.add(wakeUps(results));
        pictures.add(active(results));
        return pictures.stream().filter(picture -> !picture.lines().isEmpty()).toList();
    }

    private static Picture delay(List<SimResult> results, SimScenario scenario, String words) {
        List<Line> lines = againstIdeal(
                results,
                scenario,
                result -> result.ours().delay().p99Ns(),
                result -> result.ideal().delay().p99Ns());
        return new Picture(
                "simulation-delay-" + scenario.label(), "Queueing delay, p99: " + words, LESS, "ns", true, lines);
    }

    private static Picture wakeUps(List<SimResult> results) {
        long dearest = SimPlan.WAKES_NS.get(SimPlan.WAKES_NS.size() - 1);
        List<Line> lines = new ArrayList<>();
        for (SimScenario scenario : SimScenario.values()) {
            // Under overload nobody ever sleeps.
            if (scenario != SimScenario.OVERLOAD && scenario != SimScenario.OVERLOAD_MIXED) {
                add(lines, scenario.label(), false, results, scenario, dearest, SimResult::wakeUpsPerTick);
            }
        }
        return new Picture(
                "simulation-wake-ups",
                "Wake-ups for each tick, where one costs " + SimColumn.time(dearest),
                "less is better",
                Figure.INDEX,
                false,
                lines);
    }

    private static Picture active(List<SimResult> results) {
        List<Line> lines = againstIdeal(
                results,
                SimScenario.LOW_LOAD,
                result -> result.ours().active(),
                result -> result.ideal().active());
        return new Picture(
                "simulation-active",
                "Workers that ran a tick at all, at 5 % load",
                "fewer means that the others slept",
                "",
                false,
                lines);
    }

    private static List<Line> againstIdeal(
            List<SimResult> results,
            SimScenario scenario,
            ToDoubleFunction<SimResult> ours,
            ToDoubleFunction<SimResult> ideal) {
        List<Line> lines = new ArrayList<>();
        add(lines, "ideal", true, results, scenario, SimPlan.WAKES_NS.get(0), ideal);
        for (long wakeNs : SimPlan.WAKES_NS) {
            add(lines, "maptick, wake-up " + SimColumn.time(wakeNs), false, results, scenario, wakeNs, ours);
        }
        return lines;
    }

    private static void add(
            List<Line> lines,
            String name,
            boolean reference,
            List<SimResult> results,
            SimScenario scenario,
            long wakeNs,
            ToDoubleFunction<SimResult> value) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        for (SimResult result : results) {
            if (result.plan().scenario() == scenario && result.plan().wakeNs() == wakeNs) {
                values.put(result.plan().workers(), value.applyAsDouble(result));
            }
        }
        if (!values.isEmpty()) {
            lines.add(new Line(name, reference, values));
        }
    }
}
