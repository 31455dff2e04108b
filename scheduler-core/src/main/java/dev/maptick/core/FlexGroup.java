package dev.maptick.core;

import java.time.Duration;
import java.util.Arrays;

/**
 * A group that gives way under overload: how far it has, and how much work each level would be. Level 0 are its maps' own periods,
 * level k the k-th step. One thread.
 */
final class FlexGroup {
    final String name;
    private final double weight;
    private final long[] stepsNs;
    private final boolean sheddable;

    private int level;
    private boolean shed;

    /** By level, in threads, of the maps that are not suspended. Measured. */
    private final double[] work;

    /** Of the maps suspended because it is shed. Measured. */
    private double shedWork;

    FlexGroup(OverloadPolicy.Group group) {
        name = group.name();
        weight = group.weight();
        stepsNs = group.steps().stream().mapToLong(Duration::toNanos).toArray();
        sheddable = group.sheddable();
        work = new double[stepsNs.length + 1];
    }

    // ---- measuring ----

    void beginMeasure() {
        Arrays.fill(work, 0);
        shedWork = 0;
    }

    /** A map of so long a period of its own. */
    void measure(double costNs, long ownPeriodNs) {
        work[0] += costNs / ownPeriodNs;
        for (int i = 0; i < stepsNs.length; i++) {
            work[i + 1] += costNs / Math.max(ownPeriodNs, stepsNs[i]);
        }
    }

    /** A map that stays as it is whatever the level. */
    void measureFixed(double costNs, long periodNs) {
        for (int i = 0; i < work.length; i++) {
            work[i] += costNs / periodNs;
        }
    }

    void measureShed(double costNs, long periodNs) {
        shedWork += costNs / periodNs;
    }

    // ---- as it is ----

    int level() {
        return level;
    }

    boolean isShed() {
        return shed;
    }

    /** The period of the level, 0 for the maps' own. */
    long stepNs() {
        return level == 0 ? 0 : stepsNs[level - 1];
    }

    // ---- what it may do ----

    /** The next level that makes a difference to the work, or this one if none does. */
    private int nextLevel(double leastGain) {
        for (int next = level + 1; next < work.length; next++) {
            if (work[level] - work[next] >= leastGain) {
                return next;
            }
        }
        return level;
    }

    boolean canStretch(double leastGain) {
        return !shed && nextLevel(leastGain) > level;
    }

    /** Weight by the level it would have: the largest goes first. */
    double stretchRank(double leastGain) {
        return weight / nextLevel(leastGain);
    }

    /** Weight by the level it has: the smallest comes back first. */
    double rank() {
        return weight / level;
    }

    boolean canBeShed(double leastGain) {
        return sheddable && !shed && !canStretch(leastGain) && work[level] >= leastGain;
    }

    /**
     * Gives way by one step.
     *
     * @return the work that this saves, in threads
     */
    double giveWay(double leastGain) {
        int next = nextLevel(leastGain);
        double gain = work[level] - work[next];
        if (next == level) {
            shed = true;
            shedWork = work[level];
            return shedWork;
        }
        level = next;
        return gain;
    }

    /** The level before that makes another difference than this one, or the maps' own periods. */
    private int previousLevel() {
        int previous = level - 1;
        while (previous > 0 && work[previous - 1] <= work[previous]) {
            previous--;
        }
        return previous;
    }

    /** The work that a step back would bring, in threads. */
    double takes() {
        return shed ? shedWork : work[previousLevel()] - work[level];
    }

    /** One step back. */
    void takeBack() {
        if (shed) {
            shed = false;
        } else {
            level = previousLevel();
        }
    }

    @Override
    public String toString() {
        return name + " at level " + level + (shed ? ", shed" : "");
    }
}
