package dev.maptick.bench.result;

import org.jspecify.annotations.Nullable;

/** The figures that are compared, with their units and which end is the better one. */
public enum Metric {
    /** Processors kept busy. */
    CORES("cores", "cores", Better.LOWER),
    /** Processor time per executed tick. */
    CPU_PER_TICK("CPU per tick", "ns", Better.LOWER),
    /** Median lateness. */
    LATE_P50("late p50", "ns", Better.LOWER),
    /** Lateness, 90th percentile. */
    LATE_P90("late p90", "ns", Better.LOWER),
    /** Lateness, 99th percentile. */
    LATE_P99("late p99", "ns", Better.LOWER),
    /** Lateness, 99.9th percentile. */
    LATE_P999("late p99.9", "ns", Better.LOWER),
    /** Largest lateness. */
    LATE_MAX("late max", "ns", Better.LOWER),
    /** Ticks a second that were executed. */
    TICKS_PER_SECOND("ticks/s", "1/s", Better.HIGHER),
    /** Ticks a second of threads that do nothing but the work. */
    PURE_WORK_BOUND("pure-work bound", "1/s", Better.HIGHER),
    /** Work of the executed ticks, in percent of what such threads do. */
    PURE_WORK_SHARE("of pure-work bound", "%", Better.HIGHER),
    /** Due ticks that ran, in percent. */
    EXECUTED_SHARE("run", "%", Better.HIGHER),
    /** Grid points passed over. */
    SKIPPED("skipped", "", Better.LOWER),
    /** Starts of a map too close to its previous one. */
    BURSTS("bursts", "", Better.LOWER),
    /** Jain's fairness index. */
    JAIN("Jain", "", Better.HIGHER),
    /** Longest time between two starts of a map. */
    WORST_GAP("worst gap", "ns", Better.LOWER),
    /** Heap allocated per tick. */
    ALLOCATED_PER_TICK("allocated per tick", "B", Better.LOWER),
    /** Live heap held per map. */
    HEAP_PER_MAP("heap per map", "B", Better.LOWER),
    /** Times a second that a thread began to wait. */
    WAKEUPS("wake-ups/s", "1/s", Better.LOWER),
    /** The load that was held. */
    CAPACITY("capacity", "ticks/s", Better.HIGHER),
    /** Mean time inside a register call. */
    REGISTER("register", "ns", Better.LOWER),
    /** Mean time inside an unregister call. */
    UNREGISTER("unregister", "ns", Better.LOWER),
    /** Pairs of register and unregister that were managed each second. */
    CHURN_PAIRS("pairs/s", "1/s", Better.HIGHER),
    /** What the rest of the machine took meanwhile. */
    OTHERS("others", "cores", Better.LOWER);

    private final String label;
    private final String unit;
    private final Better better;

    Metric(String label, String unit, Better better) {
        this.label = label;
        this.unit = unit;
        this.better = better;
    }

    /**
     * Its name for people.
     *
     * @return a few words, lower case
     */
    public String label() {
        return label;
    }

    /**
     * Its unit.
     *
     * @return empty for plain counts and indices
     */
    public String unit() {
        return unit;
    }

    /**
     * Which end is the better one.
     *
     * @return lower or higher
     */
    public Better better() {
        return better;
    }

    /**
     * Reads it.
     *
     * @param m measures of one run
     * @return not a number where that run has none
     */
    public double of(Measures m) {
        Counts counts = m.counts();
        Lateness late = m.lateness();
        Churn churn = m.churn();
        Capacity capacity = m.capacity();
        PureWork pureWork = m.pureWork();
        boolean ran = late.samples() > 0;
        return switch (this) {
            case CORES -> m.cpu().cores();
            case CPU_PER_TICK -> when(counts.executed() > 0, m.cpu().seconds() * 1e9 / counts.executed());
            case LATE_P50 -> when(ran, late.p50Ns());
            case LATE_P90 -> when(ran, late.p90Ns());
            case LATE_P99 -> when(ran, late.p99Ns());
            case LATE_P999 -> when(ran, late.p999Ns());
            case LATE_MAX -> when(ran, late.maxNs());
            case TICKS_PER_SECOND -> counts.executed() / m.windowSeconds();
            case PURE_WORK_BOUND -> pureWork == null ? Double.NaN : pureWork.boundTicksPerSecond();
            case PURE_WORK_SHARE -> pureWork == null ? Double.NaN : 100 * pureWork.share();
            case EXECUTED_SHARE -> when(counts.due() > 0, 100 * counts.executedShare());
            case SKIPPED -> counts.skipped();
            case BURSTS -> counts.bursts();
            case JAIN -> when(ran, m.fairness().jain());
            case WORST_GAP -> when(ran, m.fairness().worstGapNs());
            case ALLOCATED_PER_TICK -> known(m.memory().allocatedBytesPerTick());
            case HEAP_PER_MAP -> known(m.memory().heapBytesPerMap());
            case WAKEUPS -> known(m.cpu().wakeupsPerSecond());
            case CAPACITY -> capacity == null ? Double.NaN : capacity.ticksPerSecond();
            case REGISTER -> churn == null ? Double.NaN : churn.registerMeanNs();
            case UNREGISTER -> churn == null ? Double.NaN : churn.unregisterMeanNs();
            case CHURN_PAIRS -> churn == null ? Double.NaN : churn.pairsPerSecond();
            case OTHERS -> known(m.cpu().othersCores());
        };
    }

    private static double when(boolean there, double value) {
        return there ? value : Double.NaN;
    }

    private static double when(boolean there, long value) {
        return there ? (double) value : Double.NaN;
    }

    private static double known(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }

    /** Which end of a metric is the better one. */
    public enum Better {
        /** Less is better. */
        LOWER,
        /** More is better. */
        HIGHER
    }
}
