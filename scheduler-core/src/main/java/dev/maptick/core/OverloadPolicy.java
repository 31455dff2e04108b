package dev.maptick.core;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What gives way when the pool has more work than its threads can do: first the periods of groups that allow it, then whole groups
 * that may sleep. Immutable: each method returns a changed copy. Values are checked when the scheduler is built.
 *
 * <p>The load is the sum of cost by period over the pool's maps, by its threads; while deadlines are skipped it counts as no less
 * than the share of time the threads are busy. At {@code stretchAt} or above for a second, groups are stretched until the load is
 * expected to be at {@code restoreAt}: the group with the largest weight by level first, level by level. If that is not enough, the
 * groups that may be shed are suspended, in the order in which they were named. Back it goes one step at a time and slowly: a
 * step is taken back, the last one first, once the load with it is expected to be at {@code restoreAt} or below for as long as
 * {@code calm}. So a constant load never makes it go to and fro.
 *
 * <p>A stretched map changes its period as by {@link TickRegistration#setPeriod}; the changes are spread over a quarter of a
 * second, so that phases stay apart. A period that its owner sets meanwhile is respected: the map is left alone until the whole group
 * is back at its own periods. A map that is shed is suspended as by {@link TickRegistration#suspendUntil}: what wakes a suspended
 * map wakes it too (a post, a timer, its owner), and it is left awake then until its group was back. Maps suspended by their
 * owners are left alone. What is known of the cost of a sleeping map counts by half as much every two minutes, so that a group which
 * alone is more than the pool can do is tried again.
 *
 * <p>Only maps of the pool give way. {@code scheduler-maps} sets the group to the map type; its update interval follows the period.
 */
public final class OverloadPolicy {
    private static final OverloadPolicy OFF = new OverloadPolicy(0.9, 0.75, Duration.ofSeconds(10), Map.of());
    private static final double MAX_WEIGHT = 1_000_000;
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofHours(24);

    private final double stretchAt;
    private final double restoreAt;
    private final Duration calm;
    private final Map<String, Group> groups;

    private OverloadPolicy(double stretchAt, double restoreAt, Duration calm, Map<String, Group> groups) {
        this.stretchAt = stretchAt;
        this.restoreAt = restoreAt;
        this.calm = Objects.requireNonNull(calm, "calm");
        this.groups = groups;
    }

    /**
     * What a group allows.
     *
     * @param name the group
     * @param weight how readily it is stretched
     * @param steps the periods it may be stretched to, none if it may not
     * @param sheddable whether it may be suspended
     */
    record Group(String name, double weight, List<Duration> steps, boolean sheddable) {}

    /**
     * No group gives way. The default, and what a policy is made from.
     *
     * @return the policy
     */
    public static OverloadPolicy off() {
        return OFF;
    }

    /**
     * Lets the maps of a group tick at longer periods. A map whose own period is longer than a step already is not touched by it.
     *
     * @param group the group
     * @param weight how readily: a group of weight 2 goes two steps before one of weight 1 goes the first; above 0, at most a
     *     million
     * @param steps the periods, each longer than the one before, 1 to 16 of them
     * @return a changed copy
     */
    public OverloadPolicy elastic(String group, double weight, List<Duration> steps) {
        Group before = groups.get(group);
        return with(new Group(group, weight, List.copyOf(steps), before != null && before.sheddable()));
    }

    /**
     * Lets the maps of a group sleep when longer periods are not enough. For what nobody waits for.
     *
     * @param group the group
     * @return a changed copy
     */
    public OverloadPolicy sheddable(String group) {
        Group before = groups.get(group);
        return with(
                before == null
                        ? new Group(group, 1, List.of(), true)
                        : new Group(group, before.weight(), before.steps(), true));
    }

    private OverloadPolicy with(Group group) {
        Map<String, Group> changed = new LinkedHashMap<>(groups);
        changed.put(Objects.requireNonNull(group.name(), "group"), group);
        return new OverloadPolicy(stretchAt, restoreAt, calm, changed);
    }

    /**
     * Sets from which load on something gives way. Default: 0.9.
     *
     * @param load share of the pool's threads, 0.1 to 10
     * @return a changed copy
     */
    public OverloadPolicy stretchAt(double load) {
        return new OverloadPolicy(load, restoreAt, calm, groups);
    }

    /**
     * Sets up to which load steps are taken back. Default: 0.75.
     *
     * @param load 0.05 to 0.9 times that of {@link #stretchAt}
     * @return a changed copy
     */
    public OverloadPolicy restoreAt(double load) {
        return new OverloadPolicy(stretchAt, load, calm, groups);
    }

    /**
     * Sets how long it must be calm for each step back. Default: 10 s.
     *
     * @param time 500 ms to 24 h
     * @return a changed copy
     */
    public OverloadPolicy calm(Duration time) {
        return new OverloadPolicy(stretchAt, restoreAt, time, groups);
    }

    /** Notes what is wrong with it. */
    void check(SettingsCheck check) {
        if (!(stretchAt >= 0.1 && stretchAt <= 10)) {
            check.bad("overload.stretchAt", Double.toString(stretchAt), "0.1..10");
        } else if (!(restoreAt >= 0.05 && restoreAt <= 0.9 * stretchAt)) {
            check.bad(
                    "overload.restoreAt", Double.toString(restoreAt), "0.05..0.9 times stretchAt (" + stretchAt + ")");
        }
        check.range("overload.calm", calm, SHORTEST, LONGEST);
        groups.values().forEach(group -> check(group, check));
    }

    private static void check(Group group, SettingsCheck check) {
        String setting = "overload.group " + Names.quote(group.name());
        if (!Names.isValid(group.name())) {
            check.bad(setting, group.name(), Names.RULE);
        }
        if (!(group.weight() > 0 && group.weight() <= MAX_WEIGHT)) {
            check.bad(setting + " weight", Double.toString(group.weight()), "above 0, at most " + MAX_WEIGHT);
        }
        if (group.steps().size() > 16 || (group.steps().isEmpty() && !group.sheddable())) {
            check.bad(setting + " steps", group.steps().toString(), "1..16 of them");
        }
        Duration before = Duration.ZERO;
        for (Duration step : group.steps()) {
            check.range(setting + " step", step, TickOptions.MIN_PERIOD, TickOptions.MAX_PERIOD);
            if (step.compareTo(before) <= 0) {
                check.bad(setting + " steps", group.steps().toString(), "each longer than the one before");
            }
            before = step;
        }
    }

    boolean isOn() {
        return !groups.isEmpty();
    }

    double stretchAt() {
        return stretchAt;
    }

    double restoreAt() {
        return restoreAt;
    }

    long calmNs() {
        return calm.toNanos();
    }

    /** In the order in which they were named. */
    List<Group> groups() {
        return List.copyOf(groups.values());
    }

    @Override
    public String toString() {
        return isOn()
                ? "OverloadPolicy[stretchAt=" + stretchAt + ", restoreAt=" + restoreAt + ", calm=" + calm + ", groups="
                        + groups.values() + "]"
                : "OverloadPolicy[off]";
    }
}
