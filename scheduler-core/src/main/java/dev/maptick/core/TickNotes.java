package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * What has been asked of a registration and is rare: made when first needed, so that thousands of idle maps don't carry it.
 * Guarded by the lock of the registration's lane.
 */
final class TickNotes {
    /** When a suspension ends by itself. */
    long untilNs;

    /** Whether and until when it is suspended for its faults, beside what its owner asks for; see {@link FaultStages}. */
    TickEntry.Suspension faultSuspension = TickEntry.Suspension.NONE;

    long faultUntilNs;

    /** Period to take over at the end of the tick, 0 if none. */
    long newPeriodNs;

    /** Whether to take over another phase at the end of the tick, and a point of the grid that it then has. */
    boolean newPhase;

    long newPointNs;

    /**
     * What the stagger counts it at: the period it came with, and a point of the grid it came with or was last given by
     * {@link Rebalance}. Once its present grid does not tell; a period of 0 before that.
     */
    long firstPeriodNs;

    long firstPointNs;

    /** Lane to move to at the end of the tick. */
    @Nullable
    Lane nextLane;

    /** Since the first move. */
    @Nullable
    News<Moves.Move> moveNews;

    @Nullable
    UnregisterFuture future;

    /** A shutdown's limit has passed before it left. */
    boolean givenUp;

    /** The audit has found it lost, and counted it. */
    boolean foundLost;
}
