package dev.maptick.core;

/**
 * Whether a map runs over the cliff: its ticks take a little longer than a number of periods, so that {@link MissPolicy#SKIP} has it
 * wait for most of another. A pure function of its ticks; one thread.
 *
 * <p>Named when such ticks are frequent, not at each: they weigh two, others one the other way. Five in a row name it, twenty good
 * ones at most end it, and a map that is over in one of three ticks never comes to it.
 */
final class CliffWatch {
    /** How much faster it would run at once if it did not wait, at least. */
    static final double WORTH = 1.25;

    private static final int BAD = 2;
    private static final int NAMED = 10;
    private static final int MOST = 20;

    private int score;
    private boolean over;

    /** What a tick has changed. */
    enum Change {
        NONE,
        BEGAN,
        ENDED
    }

    /** Whether one tick has fallen over it: it took longer than the period, and most of one more goes by unused. */
    static boolean isOver(long durationNs, long periodNs, long skipped) {
        return durationNs > periodNs && (double) periodNs * (skipped + 1) >= WORTH * durationNs;
    }

    Change ticked(boolean bad) {
        score = bad ? Math.min(MOST, score + BAD) : Math.max(0, score - 1);
        if (!over && score >= NAMED) {
            over = true;
            return Change.BEGAN;
        }
        if (over && score == 0) {
            over = false;
            return Change.ENDED;
        }
        return Change.NONE;
    }

    /** Whether a tick that is not over it matters. */
    boolean isWatching() {
        return score > 0;
    }
}
