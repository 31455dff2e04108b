package dev.maptick.core;

/**
 * Splits the time between a deadline and the start, or the end, of its tick into what caused it. Arithmetic on times given to it,
 * no clock; one thread, filled anew for each late tick so that nothing is allocated.
 *
 * <pre>
 *   deadline        own tick before ends          start               end
 *      |------------------|-----------------------|--------------------|
 *       own overrun        queueing                own overrun          without a stall
 *            ######################                     ####            a stall takes its part out of any of them,
 *                                  ++++++                               and of queueing also what it takes to catch up
 * </pre>
 */
final class Lateness {
    private long hostNs;
    private long queueingNs;
    private long ownNs;

    /**
     * A tick starts.
     *
     * @param beforeEndNs when the tick of the same map before it has ended, the deadline if there was none
     */
    void start(long deadlineNs, long startNs, long beforeEndNs, Stalls stalls) {
        long lateNs = Math.max(0, startNs - deadlineNs);
        long inOwnNs = Math.min(lateNs, Math.max(0, beforeEndNs - deadlineNs));
        long freeNs = deadlineNs + inOwnNs;
        long stillNs = inOwnNs == 0 ? 0 : stalls.stoodStillNs(deadlineNs, freeNs);
        long heldUpNs = stalls.heldUpNs(freeNs, deadlineNs + lateNs);
        ownNs = inOwnNs - stillNs;
        hostNs = stillNs + heldUpNs;
        queueingNs = lateNs - inOwnNs - heldUpNs;
    }

    /** No part of the time before the start counts: the tick was on time. */
    void onTime() {
        ownNs = 0;
        hostNs = 0;
        queueingNs = 0;
    }

    /** The same tick has ended: its own time counts as well. */
    void end(long startNs, long endNs, Stalls stalls) {
        long stillNs = stalls.stoodStillNs(startNs, endNs);
        hostNs += stillNs;
        ownNs += Math.max(0, endNs - startNs - stillNs);
    }

    long hostNs() {
        return hostNs;
    }

    long queueingNs() {
        return queueingNs;
    }

    long ownNs() {
        return ownNs;
    }

    /** The largest part; of equal ones the map's own, then the host's. */
    LatenessCause cause() {
        if (ownNs >= hostNs && ownNs >= queueingNs) {
            return LatenessCause.OWN_OVERRUN;
        }
        return hostNs >= queueingNs ? LatenessCause.HOST_STALL : LatenessCause.QUEUEING;
    }
}
