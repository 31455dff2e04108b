package dev.maptick.bench.report;

import static dev.maptick.bench.result.Metric.ALLOCATED_PER_TICK;
import static dev.maptick.bench.result.Metric.BURSTS;
import static dev.maptick.bench.result.Metric.CAPACITY;
import static dev.maptick.bench.result.Metric.CHURN_PAIRS;
import static dev.maptick.bench.result.Metric.CORES;
import static dev.maptick.bench.result.Metric.CPU_PER_TICK;
import static dev.maptick.bench.result.Metric.HEAP_PER_MAP;
import static dev.maptick.bench.result.Metric.JAIN;
import static dev.maptick.bench.result.Metric.PURE_WORK_SHARE;
import static dev.maptick.bench.result.Metric.REGISTER;
import static dev.maptick.bench.result.Metric.TICKS_PER_SECOND;
import static dev.maptick.bench.result.Metric.UNREGISTER;
import static dev.maptick.bench.result.Metric.WAKEUPS;
import static dev.maptick.bench.result.Metric.WORST_GAP;

import dev.maptick.bench.result.Metric;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to look at in a scenario, and which figures get a chart of their own. Pure functions. */
final class Guide {
    /** Of a book from a version that knew other scenarios. */
    private static final List<Figure> ALL = figures(Metric.values());

    private Guide() {}

    static String description(@Nullable Scenario scenario) {
        return scenario == null
                ? "This version does not know the scenario; here is everything that was measured."
                : typeset(scenario.description());
    }

    /** The catalogue's lines are written for terminals too. */
    private static String typeset(String line) {
        String better = line.replace(" x ", " × ").replace(" us ", " µs ").replace(" us:", " µs:");
        return better.endsWith(".") ? better : better + ".";
    }

    static String lookAt(@Nullable Scenario scenario) {
        if (scenario == null) {
            return "";
        }
        return switch (scenario) {
            case IDLE_1K, IDLE_10K, IDLE_50K, IDLE_100K ->
                "What it costs to tick maps that do nothing. CPU and lateness belong together: waking up costs, and who"
                        + " wakes less often is later, unless the wake-ups are put where they serve many.";
            case HOUSE_MIX ->
                "A usual evening. CPU above the work itself is the scheduler's own; then see who is late at p99, where a"
                        + " light map waits behind heavy ones, and who skips.";
            case OVERLOAD ->
                "More work than there is time, so everybody skips, and nobody is on time. Good is a share near 100 % of the"
                        + " pure-work bound (what as many threads do that do nothing but the work, in the same run), an"
                        + " index of 1 (all maps get the same share), a short worst gap and no burst.";
            case CHURN ->
                "Maps come and go while others tick. See what one call costs its caller, whether the pairs asked for"
                        + " were managed, and whether the maps that stay got later.";
            case SATURATION_1, SATURATION_2 ->
                "The most that was held, found by trying. The other figures are those of each contender at its own"
                        + " capacity: only those per tick compare.";
            case PRECISION ->
                "How close to its deadline a tick starts when nothing is in the way, and what that closeness costs."
                        + " Beyond p99 the machine speaks as much as the contender.";
            case DEDICATED ->
                "A map on a thread of its own beside a pool that cannot keep up: its lateness is that of a quiet"
                        + " machine if it is really on its own.";
            case PROCESS_0 -> "Nothing to do. What is above the idle JVM (none) is the contender's own restlessness.";
            case PROCESS_1K -> "Hardly anything to do: four ticks a second for each map, all of them empty.";
        };
    }

    /** The figures with a chart of their own, the most telling first. */
    static List<Figure> charts(@Nullable Scenario scenario) {
        if (scenario == null) {
            return List.of(Figure.of(CORES));
        }
        return switch (scenario) {
            case IDLE_1K, IDLE_10K, IDLE_50K, IDLE_100K ->
                with(Figure.SKIPPED_SHARE, CORES, WAKEUPS, ALLOCATED_PER_TICK, HEAP_PER_MAP);
            case HOUSE_MIX, PRECISION, PROCESS_1K -> with(Figure.SKIPPED_SHARE, CORES, WAKEUPS, ALLOCATED_PER_TICK);
            case OVERLOAD ->
                with(Figure.SKIPPED_SHARE, PURE_WORK_SHARE, TICKS_PER_SECOND, JAIN, WORST_GAP, BURSTS, CORES);
            case CHURN -> figures(REGISTER, UNREGISTER, CORES, CHURN_PAIRS, ALLOCATED_PER_TICK);
            case SATURATION_1, SATURATION_2 -> figures(CAPACITY, CPU_PER_TICK, CORES, ALLOCATED_PER_TICK);
            case DEDICATED -> figures(WORST_GAP, CORES);
            case PROCESS_0 -> figures(CORES, WAKEUPS);
        };
    }

    /** The columns of the table: what matters in the scenario first, then whatever has a chart. */
    static List<Figure> columns(@Nullable Scenario scenario) {
        if (scenario == null) {
            return ALL;
        }
        List<Figure> columns = new ArrayList<>(figures(scenario.metrics().toArray(Metric[]::new)));
        for (Figure figure : charts(scenario)) {
            if (columns.stream().noneMatch(known -> known.label().equals(figure.label()))) {
                columns.add(figure);
            }
        }
        return columns;
    }

    /** Where each has its own load, only that load and the cost of a tick compare. */
    static boolean comparable(@Nullable Scenario scenario, Figure figure) {
        Metric metric = figure.metric();
        if (metric == null) {
            return false;
        }
        return scenario == null
                || !scenario.seeksCapacity()
                || metric == CAPACITY
                || metric == CPU_PER_TICK
                || metric == ALLOCATED_PER_TICK;
    }

    private static List<Figure> with(Figure extra, Metric... metrics) {
        List<Figure> all = new ArrayList<>(figures(metrics));
        all.add(1, extra);
        return all;
    }

    private static List<Figure> figures(Metric... metrics) {
        return Arrays.stream(metrics).map(Figure::of).toList();
    }
}
