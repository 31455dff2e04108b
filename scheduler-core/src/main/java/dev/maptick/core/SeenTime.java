package dev.maptick.core;

/**
 * How much of the time between two looks an observer may count: only what it was awake for itself. One thread; pure, every
 * reading of a clock comes in as an argument.
 *
 * <p>An observer that wants to look once a pace and comes late by more than half of one was held up itself: the process was
 * stopped or starved, the host slept, a debugger holds all threads, or the clock has jumped. Whatever a tick seems to have taken
 * meanwhile says nothing about the tick, so nothing of such a step counts. Of any other step at most a pace does.
 */
final class SeenTime {
    private final long paceNs;
    private boolean begun;
    private long lastNs;

    SeenTime(long paceNs) {
        this.paceNs = paceNs;
    }

    /** When the next look should be, after one at a time. */
    long nextNs(long nowNs) {
        return nowNs + paceNs;
    }

    /**
     * The observer looks.
     *
     * @return what counts of the time since the look before, 0 to a pace
     */
    long step(long nowNs) {
        long stepNs = nowNs - lastNs;
        boolean counts = begun && stepNs >= 0 && stepNs - paceNs <= paceNs / 2;
        begun = true;
        lastNs = nowNs;
        return counts ? Math.min(stepNs, paceNs) : 0;
    }
}
