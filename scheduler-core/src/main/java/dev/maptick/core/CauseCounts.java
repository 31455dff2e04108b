package dev.maptick.core;

/**
 * Counts by cause. Immutable.
 *
 * @param hostStall what {@link LatenessCause#HOST_STALL} caused
 * @param queueing what {@link LatenessCause#QUEUEING} caused
 * @param ownOverrun what {@link LatenessCause#OWN_OVERRUN} caused
 */
public record CauseCounts(long hostStall, long queueing, long ownOverrun) {
    /** Nothing. */
    public static final CauseCounts NONE = new CauseCounts(0, 0, 0);

    /**
     * The count of one cause.
     *
     * @param cause which
     * @return 0 or more
     */
    public long of(LatenessCause cause) {
        return switch (cause) {
            case HOST_STALL -> hostStall;
            case QUEUEING -> queueing;
            case OWN_OVERRUN -> ownOverrun;
        };
    }

    /**
     * All causes together.
     *
     * @return 0 or more
     */
    public long total() {
        return hostStall + queueing + ownOverrun;
    }

    /**
     * Both together.
     *
     * @param other other counts
     * @return the sums
     */
    public CauseCounts plus(CauseCounts other) {
        return new CauseCounts(hostStall + other.hostStall, queueing + other.queueing, ownOverrun + other.ownOverrun);
    }

    /**
     * What has come since.
     *
     * @param earlier an earlier state of the same counts
     * @return the differences
     */
    public CauseCounts since(CauseCounts earlier) {
        return new CauseCounts(
                hostStall - earlier.hostStall, queueing - earlier.queueing, ownOverrun - earlier.ownOverrun);
    }
}
