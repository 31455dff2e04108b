package dev.maptick.core;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a map whose ticks throw again and again. Immutable: each method that sets something returns a changed copy,
 * so that one constant can serve every map of a type. Values are checked by {@link TickScheduler#register}, which names every
 * bad one at once.
 *
 * <ol>
 *   <li>Each fault is counted and logged and costs one tick. With {@link #count()} that is all.
 *   <li><b>Back-off</b>, if asked for: after so many faults the map leaves out grid points, 1 after the first fault, then 2, 4 and
 *       so on up to a cap, each less up to half of itself, so that maps with one common cause do not come back together. A tick
 *       that does not throw ends it.
 *   <li><b>Quarantine</b>, if asked for: after so many faults the map is suspended, until {@link TickRegistration#resume()}
 *       or, with {@link #trial}, until one trial tick. If that does not throw the map is free, else it is quarantined again for
 *       twice as long, up to a cap.
 * </ol>
 *
 * <p>The grid stays where it is; points that go by in back-off and quarantine are <em>suspended</em> ones, no skipped ones, and
 * the map costs nothing meanwhile. {@link TickRegistration#wake()}, and with it posts and timers of a map, end neither:
 * otherwise a map that throws at each post would be held by nothing. {@link TickRegistration#resume()} ends both, and the
 * faults so far are forgotten. Leaving, moves and changes of period do what they always do.
 *
 * <pre>{@code
 * FaultPolicy.count().backOff(3).quarantine(20).trial(Duration.ofSeconds(30), Duration.ofMinutes(10))
 * }</pre>
 */
public final class FaultPolicy {
    /** The cap of a back-off unless set. */
    public static final int DEFAULT_BACK_OFF_CAP = 64;

    static final int MAX_IN_A_ROW = 1_000_000;
    static final int MAX_WITHIN = 1_024;
    static final Duration MIN_TIME = Duration.ofMillis(1);
    static final Duration MAX_TIME = Duration.ofHours(24);

    private static final int MAX_CAP = 65_536;
    private static final FaultPolicy COUNT =
            new FaultPolicy(FaultTrigger.NEVER, DEFAULT_BACK_OFF_CAP, FaultTrigger.NEVER, null, null);

    private final FaultTrigger backOff;
    private final int backOffCap;
    private final FaultTrigger quarantine;
    private final @Nullable Duration trial;
    private final @Nullable Duration trialCap;

    private FaultPolicy(
            FaultTrigger backOff,
            int backOffCap,
            FaultTrigger quarantine,
            @Nullable Duration trial,
            @Nullable Duration trialCap) {
        this.backOff = backOff;
        this.backOffCap = backOffCap;
        this.quarantine = quarantine;
        this.trial = trial;
        this.trialCap = trialCap;
    }

    /**
     * Faults are counted and nothing else: the default.
     *
     * @return the one object with neither back-off nor quarantine
     */
    public static FaultPolicy count() {
        return COUNT;
    }

    /**
     * Backs off from so many faults in a row on.
     *
     * @param faults 1 to 1,000,000
     * @return a changed copy
     */
    public FaultPolicy backOff(int faults) {
        return new FaultPolicy(backOff.row(faults), backOffCap, quarantine, trial, trialCap);
    }

    /**
     * Backs off at each fault that is the last of so many within a time, whatever ticks went well between them.
     *
     * @param faults 1 to 1,024
     * @param window 1 ms to 24 h
     * @return a changed copy
     */
    public FaultPolicy backOffWithin(int faults, Duration window) {
        Objects.requireNonNull(window, "window");
        return new FaultPolicy(backOff.window(faults, window), backOffCap, quarantine, trial, trialCap);
    }

    /**
     * Sets how many grid points a back-off leaves out at most after one fault. Default: 64.
     *
     * @param points 1 to 65,536
     * @return a changed copy
     */
    public FaultPolicy backOffCap(int points) {
        return new FaultPolicy(backOff, points, quarantine, trial, trialCap);
    }

    /**
     * Quarantines at so many faults in a row.
     *
     * @param faults 1 to 1,000,000
     * @return a changed copy
     */
    public FaultPolicy quarantine(int faults) {
        return new FaultPolicy(backOff, backOffCap, quarantine.row(faults), trial, trialCap);
    }

    /**
     * Quarantines at so many faults within a time, whatever ticks went well between them.
     *
     * @param faults 1 to 1,024
     * @param window 1 ms to 24 h
     * @return a changed copy
     */
    public FaultPolicy quarantineWithin(int faults, Duration window) {
        Objects.requireNonNull(window, "window");
        return new FaultPolicy(backOff, backOffCap, quarantine.window(faults, window), trial, trialCap);
    }

    /**
     * Ends a quarantine by one trial tick. Without this it lasts until {@link TickRegistration#resume()}.
     *
     * @param first time to the first trial, 1 ms to 24 h; twice as long after each that throws
     * @param cap the longest time, from {@code first} to 24 h
     * @return a changed copy
     */
    public FaultPolicy trial(Duration first, Duration cap) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(cap, "cap");
        return new FaultPolicy(backOff, backOffCap, quarantine, first, cap);
    }

    /**
     * Notes every value that is bad, so that a caller with more settings can refuse all of them in one message.
     *
     * @param check where problems are noted
     * @param prefix put before each value's name, as in {@code "types.house.faultPolicy."}; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        backOff.check(check, prefix + "backOff");
        check.range(prefix + "backOffCap", backOffCap, 1, MAX_CAP);
        quarantine.check(check, prefix + "quarantine");
        if (trial != null) {
            check.range(prefix + "trial.first", trial, MIN_TIME, MAX_TIME);
            boolean usable = trial.compareTo(MIN_TIME) >= 0 && trial.compareTo(MAX_TIME) <= 0;
            check.range(prefix + "trial.cap", trialCap, usable ? trial : MIN_TIME, MAX_TIME);
        }
    }

    /** Whether it does nothing but count. */
    boolean isCount() {
        return backOff.equals(FaultTrigger.NEVER) && quarantine.equals(FaultTrigger.NEVER);
    }

    FaultTrigger backOffTrigger() {
        return backOff;
    }

    FaultTrigger quarantineTrigger() {
        return quarantine;
    }

    int backOffCap() {
        return backOffCap;
    }

    /** How many times of faults must be known. */
    int memory() {
        return Math.max(backOff.memory(), quarantine.memory());
    }

    /** Whether a quarantine ends by itself. */
    boolean hasTrial() {
        return trial != null;
    }

    /** How long a quarantine lasts after so many trials that threw. Only with a trial. */
    long trialNs(int failed) {
        Duration first = Objects.requireNonNull(trial);
        return FaultRule.trialNs(
                first.toNanos(), Objects.requireNonNull(trialCap).toNanos(), failed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FaultPolicy that
                && backOffCap == that.backOffCap
                && backOff.equals(that.backOff)
                && quarantine.equals(that.quarantine)
                && Objects.equals(trial, that.trial)
                && Objects.equals(trialCap, that.trialCap);
    }

    @Override
    public int hashCode() {
        return Objects.hash(backOff, backOffCap, quarantine, trial, trialCap);
    }

    @Override
    public String toString() {
        if (isCount()) {
            return "FaultPolicy[count]";
        }
        return "FaultPolicy[backOff=" + backOff + ", backOffCap=" + backOffCap + ", quarantine=" + quarantine
                + ", trial=" + (trial == null ? "by hand" : trial + " to " + trialCap) + "]";
    }
}
