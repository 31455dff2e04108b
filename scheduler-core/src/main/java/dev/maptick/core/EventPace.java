package dev.maptick.core;

/** Lets one event a second through. Owner only. */
final class EventPace {
    private static final long EVERY_NS = 1_000_000_000L;

    private boolean any;
    private long latestNs;

    boolean admits(long nowNs) {
        if (any && nowNs - latestNs < EVERY_NS) {
            return false;
        }
        any = true;
        latestNs = nowNs;
        return true;
    }
}
