package dev.maptick.bench.report;

import dev.maptick.bench.result.Counts;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Metric.Better;
import dev.maptick.bench.result.RunResult;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure as the report shows it: a metric with a heading, or one derived from several. Immutable.
 *
 * @param label its name in a table
 * @param heading its name over a chart
 * @param unit as in {@link Metric#unit}, or {@link #INDEX}
 * @param better which end is the better one
 * @param value reads it from a run; not a number where that has none
 * @param metric what it is compared by; null if a proportion of it says nothing
 */
record Figure(
        String label,
        String heading,
        String unit,
        Better better,
        ToDoubleFunction<RunResult> value,
        @Nullable Metric metric) {
    /** Unit of what lies between 0 and 1. */
    static final String INDEX = "index";

    /** Skipped ÷ due. The counts themselves grow with the window. */
    static final Figure SKIPPED_SHARE = new Figure(
            "skipped of due", "Skipped, in percent of the due ticks", "%", Better.LOWER, Figure::skippedShare, null);

    static Figure of(Metric metric) {
        String unit = metric == Metric.JAIN ? INDEX : metric.unit();
        return new Figure(
                metric.label(),
                heading(metric),
                unit,
                metric.better(),
                run -> run.value(metric),
                says(metric) ? metric : null);
    }

    String amount(double figure) {
        return Amounts.of(unit, figure);
    }

    String betterEnd() {
        return better == Better.LOWER ? "less is better" : "more is better";
    }

    private static double skippedShare(RunResult run) {
        Measures measures = run.measures();
        if (measures == null || measures.counts().due() == 0) {
            return Double.NaN;
        }
        Counts counts = measures.counts();
        return 100.0 * counts.skipped() / counts.due();
    }

    /** Shares and indices lie too close to 1, and counts too often at 0, for a proportion to say anything. */
    private static boolean says(Metric metric) {
        return switch (metric) {
            case EXECUTED_SHARE, PURE_WORK_BOUND, PURE_WORK_SHARE, JAIN, SKIPPED, BURSTS, OTHERS, CHURN_PAIRS -> false;
            default -> true;
        };
    }

    private static String heading(Metric metric) {
        return switch (metric) {
            case CORES -> "CPU: processors kept busy";
            case CPU_PER_TICK -> "CPU per executed tick";
            case LATE_P50, LATE_P90, LATE_P99, LATE_P999, LATE_MAX -> "Lateness, " + metric.label();
            case TICKS_PER_SECOND -> "Ticks executed per second";
            case PURE_WORK_BOUND -> "What threads do that do nothing but the work, ticks per second";
            case PURE_WORK_SHARE -> "Work done, in percent of the pure-work bound";
            case EXECUTED_SHARE -> "Due ticks that ran, in percent";
            case SKIPPED -> "Skipped ticks";
            case BURSTS -> "Bursts: starts too close to the previous one";
            case JAIN -> "Fairness: Jain's index, 1 is even";
            case WORST_GAP -> "Worst gap between two starts of a map";
            case ALLOCATED_PER_TICK -> "Allocation per tick";
            case HEAP_PER_MAP -> "Heap held per map";
            case WAKEUPS -> "Wake-ups per second";
            case CAPACITY -> "Capacity: ticks per second that were held";
            case REGISTER -> "Cost of one register call";
            case UNREGISTER -> "Cost of one unregister call";
            case CHURN_PAIRS -> "Register and unregister pairs managed per second";
            case OTHERS -> "What the rest of the machine took";
        };
    }
}
