package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * What happens inside ticks of a registration and is rare: made when first needed. Written by the thread inside the tick or
 * last task.
 */
final class TickAffairs {
    /** The map whose leaving this tick waits for, while it does; see {@link WaitGuard}. Any thread reads it. */
    volatile @Nullable TickEntry waitingFor;

    @Nullable
    FaultWindow faults;

    /** Made by the thread inside the tick; see there for what is in it. Any thread reads it. */
    volatile @Nullable FaultHistory history;

    final EventPace faultEvents = new EventPace();
    final EventPace skipEvents = new EventPace();

    /** What the last task threw, until its future has it. */
    @Nullable
    Throwable lastFailure;

    /** Start of the last task. Any thread reads it. */
    volatile long lastStartNs;
}
