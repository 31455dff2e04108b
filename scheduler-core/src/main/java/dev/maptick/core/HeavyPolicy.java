package dev.maptick.core;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Whether and when maps that cost much get a dedicated thread by themselves. Immutable: each method returns a changed copy. Values
 * are checked when the scheduler is built.
 *
 * <p>What a map costs is a share of a thread: the mean duration of its ticks by its period, at most 1, smoothed over a fifth of the
 * window. A map of the pool whose share stays at {@code promoteAt} or above for a window moves to a dedicated thread if one is
 * free, the most expensive first; a map so promoted whose share stays at {@code demoteAt} or below for as long as {@code calm}
 * moves back. Time in suspension is calm. A move does not change the grid, is logged with its reason and is an event.
 *
 * <p>What the owner says goes before: a map whose owner asked for a dedicated thread, at registration or by {@link
 * TickRegistration#moveTo}, is never moved back, and one whose owner moved it to the pool is never promoted.
 */
public final class HeavyPolicy {
    private static final HeavyPolicy OFF =
            new HeavyPolicy(false, 0.5, 0.2, Duration.ofSeconds(5), Duration.ofSeconds(60), true, Set.of());

    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofHours(24);

    private final boolean on;
    private final double promoteAt;
    private final double demoteAt;
    private final Duration window;
    private final Duration calm;
    private final boolean leaveOne;
    private final Set<String> exceptGroups;

    private HeavyPolicy(
            boolean on,
            double promoteAt,
            double demoteAt,
            Duration window,
            Duration calm,
            boolean leaveOne,
            Set<String> exceptGroups) {
        this.on = on;
        this.promoteAt = promoteAt;
        this.demoteAt = demoteAt;
        this.window = Objects.requireNonNull(window, "window");
        this.calm = Objects.requireNonNull(calm, "calm");
        this.leaveOne = leaveOne;
        this.exceptGroups = exceptGroups;
    }

    /**
     * No map moves by itself. The default.
     *
     * @return the policy
     */
    public static HeavyPolicy off() {
        return OFF;
    }

    /**
     * Heavy maps move to free dedicated threads: from 0.5 of a thread for 5 s, and back from 0.2 for 60 s.
     *
     * @return the policy
     */
    public static HeavyPolicy automatic() {
        return new HeavyPolicy(true, OFF.promoteAt, OFF.demoteAt, OFF.window, OFF.calm, OFF.leaveOne, OFF.exceptGroups);
    }

    /**
     * Sets from which share of a thread on a map is heavy.
     *
     * @param share 0.05 to 1
     * @return a changed copy
     */
    public HeavyPolicy promoteAt(double share) {
        return new HeavyPolicy(on, share, demoteAt, window, calm, leaveOne, exceptGroups);
    }

    /**
     * Sets up to which share of a thread a promoted map is calm.
     *
     * @param share 0 to 0.8 times the share of promotion
     * @return a changed copy
     */
    public HeavyPolicy demoteAt(double share) {
        return new HeavyPolicy(on, promoteAt, share, window, calm, leaveOne, exceptGroups);
    }

    /**
     * Sets for how long a map must be heavy.
     *
     * @param time 500 ms to 24 h
     * @return a changed copy
     */
    public HeavyPolicy window(Duration time) {
        return new HeavyPolicy(on, promoteAt, demoteAt, time, calm, leaveOne, exceptGroups);
    }

    /**
     * Sets for how long a promoted map must be calm.
     *
     * @param time 500 ms to 24 h
     * @return a changed copy
     */
    public HeavyPolicy calm(Duration time) {
        return new HeavyPolicy(on, promoteAt, demoteAt, window, time, leaveOne, exceptGroups);
    }

    /**
     * Sets whether heavy maps that stay in the pool leave one of its threads to the others; in a pool of one there is none to
     * leave. A heavy map whose deadline has come while heavy maps hold all other threads skips that deadline, which counts, and
     * they take turns. So with several of them each ticks less often than threads would allow, even while a thread is idle, and
     * no map waits for a thread because heavy ones hold them all. Default: true.
     *
     * @param leave false lets them hold all threads
     * @return a changed copy
     */
    public HeavyPolicy leaveOneThread(boolean leave) {
        return new HeavyPolicy(on, promoteAt, demoteAt, window, calm, leave, exceptGroups);
    }

    /**
     * Leaves a group out of promotion: its maps stay where their owners put them.
     *
     * @param group the group
     * @return a changed copy
     */
    public HeavyPolicy exceptGroup(String group) {
        Set<String> groups = new LinkedHashSet<>(exceptGroups);
        groups.add(Objects.requireNonNull(group, "group"));
        return new HeavyPolicy(on, promoteAt, demoteAt, window, calm, leaveOne, Set.copyOf(groups));
    }

    /** Notes what is wrong with it. */
    void check(SettingsCheck check) {
        // So written that no number at all is bad too.
        if (!(promoteAt >= 0.05 && promoteAt <= 1)) {
            check.bad("heavyMaps.promoteAt", Double.toString(promoteAt), "0.05..1");
        } else if (!(demoteAt >= 0 && demoteAt <= 0.8 * promoteAt)) {
            check.bad("heavyMaps.demoteAt", Double.toString(demoteAt), "0..0.8 times promoteAt (" + promoteAt + ")");
        }
        check.range("heavyMaps.window", window, SHORTEST, LONGEST);
        check.range("heavyMaps.calm", calm, SHORTEST, LONGEST);
    }

    boolean isOn() {
        return on;
    }

    double promoteAt() {
        return promoteAt;
    }

    double demoteAt() {
        return demoteAt;
    }

    long windowNs() {
        return window.toNanos();
    }

    long calmNs() {
        return calm.toNanos();
    }

    boolean leavesOneThread() {
        return leaveOne;
    }

    boolean leavesOut(String group) {
        return exceptGroups.contains(group);
    }

    @Override
    public String toString() {
        return on
                ? "HeavyPolicy[promoteAt=" + promoteAt + ", demoteAt=" + demoteAt + ", window=" + window + ", calm="
                        + calm + ", leaveOneThread=" + leaveOne + ", except=" + exceptGroups + "]"
                : "HeavyPolicy[off]";
    }
}
