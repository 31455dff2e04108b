package dev.maptick.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When groups give way and when they get back what they gave: pure arithmetic on what is measured, see {@link OverloadPolicy}. It
 * changes the levels of the groups it is given and nothing else. One thread.
 *
 * <p>How often it changes something is bounded: each step back takes a calm time, and there are never more steps there than
 * there have been levels and steps back.
 */
final class OverloadRule {
    /** How long it must be overloaded before anything gives way: one look may have met a crowd. */
    static final long PATIENCE_NS = 1_000_000_000L;

    /** Deadlines skipped are a sign of overload from this share on. */
    static final double SKIPPED_FROM = 0.01;

    /** A step that gains less than this, of all threads, is no step. */
    private static final double LEAST_GAIN = 1e-4;

    private final OverloadPolicy policy;
    private boolean over;
    private long overSinceNs;
    private boolean calm;
    private long calmSinceNs;

    OverloadRule(OverloadPolicy policy) {
        this.policy = policy;
    }

    /**
     * What has been measured of the pool.
     *
     * @param threads how many it has
     * @param work the sum of cost by period, in threads
     * @param busyShare share of the time its threads were in ticks
     * @param skippedShare share of the deadlines skipped
     */
    record Reading(int threads, double work, double busyShare, double skippedShare) {
        /** By work; while deadlines are skipped no less than the threads are busy. */
        double load() {
            double byWork = work / threads;
            return skippedShare >= SKIPPED_FROM ? Math.max(byWork, busyShare) : byWork;
        }
    }

    /**
     * Looks at a reading, and at the groups as they were measured with it.
     *
     * @return whether it has changed the level of any
     */
    boolean look(long nowNs, Reading reading, List<FlexGroup> groups) {
        double load = reading.load();
        if (load >= policy.stretchAt()) {
            calm = false;
            overSinceNs = over ? overSinceNs : nowNs;
            over = true;
            if (nowNs - overSinceNs < PATIENCE_NS) {
                return false;
            }
            // What this changes is measured for as long before more is changed.
            over = false;
            return giveWay(load, reading.threads(), groups);
        }
        over = false;
        FlexGroup last = lastToGiveWay(groups);
        boolean fits = last != null && load + last.takes() / reading.threads() <= policy.restoreAt();
        calmSinceNs = calm && fits ? calmSinceNs : nowNs;
        calm = fits;
        if (last == null || !fits || nowNs - calmSinceNs < policy.calmNs()) {
            return false;
        }
        calmSinceNs = nowNs;
        last.takeBack();
        return true;
    }

    private boolean giveWay(double load, int threads, List<FlexGroup> groups) {
        double expected = load;
        boolean changed = false;
        while (expected > policy.restoreAt()) {
            FlexGroup next = nextToGiveWay(groups, threads * LEAST_GAIN);
            if (next == null) {
                break;
            }
            expected -= next.giveWay(threads * LEAST_GAIN) / threads;
            changed = true;
        }
        return changed;
    }

    /** Longer periods first, where weight by level is largest; then whole groups, in their order. */
    private static @Nullable FlexGroup nextToGiveWay(List<FlexGroup> groups, double leastGain) {
        FlexGroup next = null;
        for (FlexGroup group : groups) {
            boolean can = group.canStretch(leastGain);
            if (can && (next == null || group.stretchRank(leastGain) > next.stretchRank(leastGain))) {
                next = group;
            }
        }
        for (FlexGroup group : groups) {
            if (next == null && group.canBeShed(leastGain)) {
                next = group;
            }
        }
        return next;
    }

    /** The other way round: whole groups first, the last one first. */
    private static @Nullable FlexGroup lastToGiveWay(List<FlexGroup> groups) {
        FlexGroup last = null;
        for (FlexGroup group : groups) {
            last = group.isShed() ? group : last;
        }
        if (last != null) {
            return last;
        }
        for (FlexGroup group : groups) {
            if (group.level() > 0 && (last == null || group.rank() <= last.rank())) {
                last = group;
            }
        }
        return last;
    }
}
