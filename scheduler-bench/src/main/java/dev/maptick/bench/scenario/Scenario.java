package dev.maptick.bench.scenario;

import static dev.maptick.bench.result.Metric.ALLOCATED_PER_TICK;
import static dev.maptick.bench.result.Metric.BURSTS;
import static dev.maptick.bench.result.Metric.CAPACITY;
import static dev.maptick.bench.result.Metric.CHURN_PAIRS;
import static dev.maptick.bench.result.Metric.CORES;
import static dev.maptick.bench.result.Metric.CPU_PER_TICK;
import static dev.maptick.bench.result.Metric.EXECUTED_SHARE;
import static dev.maptick.bench.result.Metric.HEAP_PER_MAP;
import static dev.maptick.bench.result.Metric.JAIN;
import static dev.maptick.bench.result.Metric.LATE_P50;
import static dev.maptick.bench.result.Metric.LATE_P99;
import static dev.maptick.bench.result.Metric.LATE_P999;
import static dev.maptick.bench.result.Metric.PURE_WORK_BOUND;
import static dev.maptick.bench.result.Metric.PURE_WORK_SHARE;
import static dev.maptick.bench.result.Metric.REGISTER;
import static dev.maptick.bench.result.Metric.SKIPPED;
import static dev.maptick.bench.result.Metric.TICKS_PER_SECOND;
import static dev.maptick.bench.result.Metric.UNREGISTER;
import static dev.maptick.bench.result.Metric.WAKEUPS;
import static dev.maptick.bench.result.Metric.WORST_GAP;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The scenarios, in the order of the reports. */
public enum Scenario {
    /** Idle cost. */
    IDLE_1K("idle-1k", "1,000 maps x 50 ms, empty ticks, 2 threads", Lists.IDLE),
    /** Idle cost. */
    IDLE_10K("idle-10k", "10,000 maps x 50 ms, empty ticks, 2 threads", Lists.IDLE),
    /** Idle cost. */
    IDLE_50K("idle-50k", "50,000 maps x 50 ms (1 M ticks/s), empty ticks, 2 threads", Lists.IDLE),
    /** Idle cost. */
    IDLE_100K("idle-100k", "100,000 maps x 50 ms (2 M ticks/s), empty ticks, 2 threads", Lists.IDLE),
    /** The usual day. */
    HOUSE_MIX(
            "house-mix",
            "1,650 maps x 50 ms: 20 us of work, every 20th 400 us: two thirds of 2 threads",
            List.of(
                    CORES,
                    LATE_P50,
                    LATE_P99,
                    LATE_P999,
                    SKIPPED,
                    EXECUTED_SHARE,
                    CPU_PER_TICK,
                    PURE_WORK_SHARE,
                    ALLOCATED_PER_TICK)),
    /** Too much. */
    OVERLOAD(
            "overload",
            "2,000 maps x 50 ms, the same mix at 150% of 2 threads",
            List.of(
                    PURE_WORK_SHARE,
                    TICKS_PER_SECOND,
                    PURE_WORK_BOUND,
                    EXECUTED_SHARE,
                    JAIN,
                    WORST_GAP,
                    BURSTS,
                    SKIPPED,
                    LATE_P50,
                    CORES)),
    /** Coming and going. */
    CHURN(
            "churn",
            "2,000 maps x 50 ms, empty ticks, beside 2,000 register and unregister a second by one more thread",
            List.of(REGISTER, UNREGISTER, CHURN_PAIRS, LATE_P50, LATE_P99, CORES, ALLOCATED_PER_TICK)),
    /** What one thread can do. */
    SATURATION_1(
            "saturation-1", "most ticks/s at 25 ms with 99.9% run and p99 under a period, 1 thread", Lists.SATURATION),
    /** What two threads can do. */
    SATURATION_2(
            "saturation-2", "most ticks/s at 25 ms with 99.9% run and p99 under a period, 2 threads", Lists.SATURATION),
    /** As exact as it gets. */
    PRECISION(
            "precision",
            "20 maps x 25 ms, empty ticks, 1 thread",
            List.of(LATE_P50, LATE_P99, LATE_P999, CORES, WAKEUPS, ALLOCATED_PER_TICK)),
    /** One map that must not suffer. */
    DEDICATED(
            "dedicated",
            "one dedicated map beside a pool of 1 thread at 150%; lateness of that map",
            List.of(LATE_P50, LATE_P99, LATE_P999, WORST_GAP, CORES)),
    /** Nothing to do. */
    PROCESS_0("process-0", "an idle process: no maps", Lists.PROCESS),
    /** Hardly anything to do. */
    PROCESS_1K("process-1k", "an idle process: 1,000 maps x 250 ms, empty ticks", Lists.PROCESS);

    private static final long MS = 1_000_000;
    private static final double LIGHT_MICROS = 20;
    private static final double HEAVY_MICROS = 400;
    private static final int HEAVY_EVERY = 20;

    /** Mean of the mix 39 µs, 40,000 due a second, 2 threads: this brings it to 150 %. */
    private static final double OVERLOAD_FACTOR = 75.0 / 39.0;

    private static final int SATURATION_START = 100_000;
    private static final int CHURN_RATE = 2_000;

    /** Seconds in which the compiler gets done, so that it does not work in the window. */
    private static final double WARM_UP = 2;

    /** What it wants to see before it does its best, and then some. Whose warm-up has less is drilled. */
    private static final int COMPILED_AFTER = 15_000;

    private static final double NS_PER_SECOND = 1e9;

    private final String label;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<Metric> metrics;

    Scenario(String label, String description, List<Metric> metrics) {
        this.label = label;
        this.description = description;
        this.metrics = metrics;
    }

    /**
     * Finds one by its name.
     *
     * @param label the name
     * @return null if there is no such
     */
    public static @Nullable Scenario named(String label) {
        return Arrays.stream(values())
                .filter(s -> s.label.equals(label))
                .findFirst()
                .orElse(null);
    }

    /**
     * The names of all.
     *
     * @return in the order of the reports
     */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Scenario::label).toList();
    }

    /**
     * Its name.
     *
     * @return lower case, with dashes
     */
    public String label() {
        return label;
    }

    /**
     * What it is.
     *
     * @return one line
     */
    public String description() {
        return description;
    }

    /**
     * The figures that matter in it, the first ones most.
     *
     * @return in the order of the table
     */
    public List<Metric> metrics() {
        return metrics;
    }

    /**
     * Whether the largest load is sought in place of measuring a given one.
     *
     * @return true for saturation
     */
    public boolean seeksCapacity() {
        return this == SATURATION_1 || this == SATURATION_2;
    }

    /**
     * The scenario that asks the same of one thread.
     *
     * @return null if there is none
     */
    public @Nullable Scenario ofOneThread() {
        return this == SATURATION_2 ? SATURATION_1 : null;
    }

    /**
     * What is to be done.
     *
     * @param iterationsPerMicro loop iterations that make a microsecond of work
     * @param seconds length of a window
     * @return the parameters for every contender alike
     */
    public Parameters parameters(double iterationsPerMicro, double seconds) {
        Parameters load = load(iterationsPerMicro, seconds);
        return isCompiledByItself(load) ? load : load.withDrill(COMPILED_AFTER);
    }

    /** By the ticks of those maps whose lateness is told, and by the pairs. */
    private static boolean isCompiledByItself(Parameters load) {
        int watched = load.dedicatedMaps() > 0 ? load.dedicatedMaps() : load.maps();
        double ticks = watched * NS_PER_SECOND / load.periodNs() * load.warmUpSeconds();
        double pairs = load.churnPerSecond() * load.warmUpSeconds();
        return (watched == 0 || ticks >= COMPILED_AFTER) && (pairs == 0 || pairs >= COMPILED_AFTER);
    }

    private Parameters load(double iterationsPerMicro, double seconds) {
        long light = Math.round(LIGHT_MICROS * iterationsPerMicro);
        long heavy = Math.round(HEAVY_MICROS * iterationsPerMicro);
        long moreLight = Math.round(LIGHT_MICROS * OVERLOAD_FACTOR * iterationsPerMicro);
        long moreHeavy = Math.round(HEAVY_MICROS * OVERLOAD_FACTOR * iterationsPerMicro);
        double warmUp = Math.max(Math.min(WARM_UP, seconds), 0.75 * seconds);
        return switch (this) {
            case IDLE_1K -> empty(1_000, 50, 2, warmUp, seconds);
            case IDLE_10K -> empty(10_000, 50, 2, warmUp, seconds);
            case IDLE_50K -> empty(50_000, 50, 2, warmUp, seconds);
            case IDLE_100K -> empty(100_000, 50, 2, warmUp, seconds);
            case HOUSE_MIX -> new Parameters(1_650, 50 * MS, 2, light, heavy, HEAVY_EVERY, 0, 0, 0, warmUp, seconds);
            case OVERLOAD ->
                new Parameters(2_000, 50 * MS, 2, moreLight, moreHeavy, HEAVY_EVERY, 0, 0, 0, warmUp, seconds);
            case CHURN -> new Parameters(2_000, 50 * MS, 2, 0, 0, 0, CHURN_RATE, 0, 0, warmUp, seconds);
            case SATURATION_1 -> empty(SATURATION_START, 25, 1, seconds / 4, seconds / 4);
            case SATURATION_2 -> empty(SATURATION_START, 25, 2, seconds / 4, seconds / 4);
            case PRECISION -> empty(20, 25, 1, warmUp, seconds);
            case DEDICATED ->
                new Parameters(1_001, 50 * MS, 1, moreLight, moreHeavy, HEAVY_EVERY, 0, 1, 0, warmUp, seconds);
            case PROCESS_0 -> empty(0, 250, 2, warmUp, 2 * seconds);
            case PROCESS_1K -> empty(1_000, 250, 2, warmUp, 2 * seconds);
        };
    }

    private static Parameters empty(int maps, long periodMs, int threads, double warmUp, double seconds) {
        return new Parameters(maps, periodMs * MS, threads, 0, 0, 0, 0, 0, 0, warmUp, seconds);
    }

    /**
     * Whether a contender has a part in it at all.
     *
     * @param contender who
     * @return false where the question does not make sense
     */
    public boolean isFor(Contenders contender) {
        return switch (this) {
            case DEDICATED -> contender.isMaptick();
            case PROCESS_0 -> true;
            default -> contender != Contenders.NONE;
        };
    }

    /**
     * Why a contender cannot take part here.
     *
     * @param contender one that it is for
     * @return empty if it can
     */
    public Optional<String> refusal(Contenders contender) {
        int maps = parameters(1, 1).maps();
        if (!seeksCapacity() && maps > contender.maxMaps()) {
            return Optional.of(String.format("%,d maps are over its limit of %,d", maps, contender.maxMaps()));
        }
        return contender.unavailable();
    }

    /** Lists that several share. */
    private static final class Lists {
        static final List<Metric> IDLE = List.of(
                CORES, CPU_PER_TICK, LATE_P50, LATE_P99, EXECUTED_SHARE, WAKEUPS, ALLOCATED_PER_TICK, HEAP_PER_MAP);
        static final List<Metric> SATURATION =
                List.of(CAPACITY, CPU_PER_TICK, LATE_P50, LATE_P99, CORES, ALLOCATED_PER_TICK);
        static final List<Metric> PROCESS = List.of(CORES, WAKEUPS, LATE_P50, LATE_P99);

        private Lists() {}
    }
}
