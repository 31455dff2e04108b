package dev.maptick.core;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Where a map stands with its {@link FaultPolicy}, and why. Immutable.
 *
 * @param stage the stage
 * @param sinceNanos when that stage began, on the scheduler's clock; a quarantine begins anew when its trial tick throws. 0
 *     before the first change
 * @param untilNanos when it ticks again by itself, at the first grid point not before; empty if it is free, or quarantined until
 *     {@link TickRegistration#resume()}
 * @param cause why, in words; empty if it is free
 * @param backOffs how often it has gone into back-off
 * @param quarantines how often it was quarantined, after trial ticks that threw included
 */
public record FaultStanding(
        FaultStage stage, long sinceNanos, OptionalLong untilNanos, String cause, long backOffs, long quarantines) {
    /** Of a map on which its policy has not acted. */
    public static final FaultStanding FREE = new FaultStanding(FaultStage.FREE, 0, OptionalLong.empty(), "", 0, 0);

    /**
     * Refuses null.
     *
     * @param stage the stage
     * @param sinceNanos when it began
     * @param untilNanos when it ticks again by itself
     * @param cause why
     * @param backOffs how often it has gone into back-off
     * @param quarantines how often it was quarantined
     */
    public FaultStanding {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(untilNanos, "untilNanos");
        Objects.requireNonNull(cause, "cause");
    }
}
