package dev.maptick.bench.sim;

import java.util.Locale;
import java.util.function.Function;

/**
 * The figures of a simulation as a table shows them, for every form of table. Where the ideal has the same figure it stands
 * behind a stroke.
 */
public enum SimColumn {
    /** Pool threads. */
    WORKERS("workers", result -> Integer.toString(result.plan().workers())),

    /** From release to going on. */
    WAKE("wake-up", result -> SimColumn.time(result.plan().wakeNs())),

    /** Maps. */
    MAPS("maps", result -> String.format(Locale.ROOT, "%,d", result.maps())),

    /** Median queueing delay. */
    P50("delay p50", both(turns -> turns.delay().p50Ns())),

    /** The 99th of 100. */
    P99("p99", both(turns -> turns.delay().p99Ns())),

    /** The 999th of 1,000. */
    P999("p99.9", both(turns -> turns.delay().p999Ns())),

    /** The largest. */
    MAX("max", both(turns -> turns.delay().maxNs())),

    /** Wake-ups for each tick. */
    WAKE_UPS("wake-ups a tick", result -> decimals(3, result.wakeUpsPerTick())),

    /** Calls for each tick. */
    CALLS("calls a tick", result -> decimals(3, result.callsPerTick())),

    /** Ticks from another lane. */
    STOLEN("stolen", result -> percent(result.stolenPerTick()) + " %"),

    /** Wake-ups each second for each worker. */
    WAKE_RATE("wake-ups/s a worker", result -> String.format(Locale.ROOT, "%,.0f", result.wakeUpsPerWorkerSecond())),

    /** Workers that ran ticks. */
    ACTIVE("active", result -> result.ours().active() + " / " + result.ideal().active()),

    /** Ticks that ran. */
    RAN(
            "ran",
            result ->
                    percent(result.ranOfDue(result.ours())) + " / " + percent(result.ranOfDue(result.ideal())) + " %"),

    /** Evenness. */
    JAIN(
            "Jain",
            result -> index(result.ours().jain()) + " / " + index(result.ideal().jain())),

    /** Most skipped less fewest skipped. */
    SKIP_GAP(
            "skip gap",
            result -> result.ours().skipGap() + " / " + result.ideal().skipGap()),

    /** How long a map had been due while a worker was parked. */
    LEFT_BEHIND("due beside a parked worker, max", result -> time(result.ours().leftBehindNsMax())),

    /** Promise 2. */
    VIOLATIONS("against promise 2", result -> Long.toString(result.violations()));

    private static final double US = 1e3;
    private static final double MS = 1e6;

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // pure functions
    private final Function<SimResult, String> text;

    SimColumn(String label, Function<SimResult, String> text) {
        this.label = label;
        this.text = text;
    }

    /**
     * Its name.
     *
     * @return for the head of a table
     */
    public String label() {
        return label;
    }

    /**
     * What a result has in it.
     *
     * @param result the result
     * @return for a cell
     */
    public String of(SimResult result) {
        return text.apply(result);
    }

    private static Function<SimResult, String> both(Function<Turns, Long> ns) {
        return result -> time(ns.apply(result.ours())) + " / " + time(ns.apply(result.ideal()));
    }

    /**
     * A time for people.
     *
     * @param ns nanoseconds
     * @return in microseconds or milliseconds, three digits
     */
    public static String time(long ns) {
        if (ns == 0) {
            return "0";
        }
        return ns < MS ? digits(ns / US) + " µs" : digits(ns / MS) + " ms";
    }

    /**
     * An index of evenness.
     *
     * @param value 0 to 1
     * @return four decimals
     */
    public static String index(double value) {
        return decimals(4, value);
    }

    private static String digits(double value) {
        return decimals(value >= 100 ? 0 : value >= 10 ? 1 : 2, value)
                .replaceFirst("(\\.\\d*?)0+$", "$1")
                .replaceFirst("\\.$", "");
    }

    private static String percent(double part) {
        return part == 1 ? "100" : decimals(1, 100 * part);
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
