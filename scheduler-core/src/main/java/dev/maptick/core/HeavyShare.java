package dev.maptick.core;

/**
 * What one map costs, smoothed, and for how long it has been heavy or calm: pure arithmetic on what is measured, without a clock.
 * One thread.
 *
 * <p>The share is clipped at a whole thread before it is smoothed, so that one tick of a second is not taken for a map that is
 * heavy for long. A tick under way is no news, and without news nothing changes.
 */
final class HeavyShare {
    /** Smoothed over a fifth of the window: the rest of it confirms. */
    private static final int SMOOTH = 5;

    private final HeavyPolicy policy;
    private boolean any;
    private long newsNs;
    private long totalNs;
    private long ended;

    private double share;
    private double costNs;

    private boolean heavy;
    private long heavySinceNs;
    private boolean calm;
    private long calmSinceNs;

    /** From now on. */
    HeavyShare(HeavyPolicy policy, long nowNs, long totalNs, long ended) {
        this.policy = policy;
        this.newsNs = nowNs;
        this.totalNs = totalNs;
        this.ended = ended;
    }

    /**
     * Looks again.
     *
     * @param allNs the time spent in all ticks that have ended
     * @param allEnded how many they are
     */
    void measure(long nowNs, long allNs, long allEnded, long periodNs, boolean suspended) {
        long ticks = allEnded - ended;
        if (ticks > 0) {
            double meanNs = (double) (allNs - totalNs) / ticks;
            double weight = weight(nowNs);
            costNs = any ? costNs + weight * (meanNs - costNs) : meanNs;
            share += weight * (Math.min(1, meanNs / periodNs) - share);
            any = true;
            totalNs = allNs;
            ended = allEnded;
            newsNs = nowNs;
        } else if (suspended) {
            share -= weight(nowNs) * share;
            newsNs = nowNs;
        }
        // A time that does not hold on begins anew at each look.
        heavySinceNs = heavy ? heavySinceNs : nowNs;
        heavy = share >= policy.promoteAt();
        calmSinceNs = calm ? calmSinceNs : nowNs;
        calm = share <= policy.demoteAt();
    }

    private double weight(long nowNs) {
        return 1 - Math.exp(-(double) (nowNs - newsNs) * SMOOTH / policy.windowNs());
    }

    /** Begins to count how long it is calm, or heavy, anew: it has just been moved. */
    void moved(long nowNs) {
        heavySinceNs = nowNs;
        calmSinceNs = nowNs;
    }

    boolean isHeavyForLong(long nowNs) {
        return heavy && nowNs - heavySinceNs >= policy.windowNs();
    }

    boolean isCalmForLong(long nowNs) {
        return calm && nowNs - calmSinceNs >= policy.calmNs();
    }

    /** Nothing to keep an eye on. */
    boolean isLight() {
        return share < policy.promoteAt() / 4;
    }

    /** Of a thread, at most 1. */
    double share() {
        return share;
    }

    /** A tick, lately. */
    long costNs() {
        return Math.round(costNs);
    }
}
