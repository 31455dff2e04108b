package dev.maptick.core;

/** Records of one kind about one map: how many in the second under way, and how many left out since. Owner only. */
final class FaultWindow {
    private static final long WINDOW_NS = 1_000_000_000L;

    private boolean open;
    private long startNs;
    private int logged;
    private long leftOut;

    /**
     * Whether to log what has just happened.
     *
     * @return how many were left out before it, or -1 to leave this one out too
     */
    long admit(long nowNs, int perSecond) {
        if (!open || nowNs - startNs >= WINDOW_NS) {
            open = true;
            startNs = nowNs;
            logged = 0;
        }
        if (logged >= perSecond) {
            leftOut++;
            return -1;
        }
        logged++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
