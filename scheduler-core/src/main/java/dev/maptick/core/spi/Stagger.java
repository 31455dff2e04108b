package dev.maptick.core.spi;

/**
 * Chooses the phase of each new registration that asks for no fixed one, so that maps opened together do not tick
 * together. Called by the scheduler under a lock of its own, in the order of registration: an implementation needs no
 * locks, must not block and must depend on nothing but its seed and its own earlier calls.
 */
@FunctionalInterface
public interface Stagger {
    /**
     * The next phase.
     *
     * @param periodNanos period of the new registration in nanoseconds, at least 1
     * @param costHintNanos what its owner expects one tick to cost in nanoseconds, 0 if unknown
     * @return a phase in nanoseconds, 0 or more and below {@code periodNanos}
     */
    long phaseNanos(long periodNanos, long costHintNanos);

    /**
     * A registration has come whose phase was fixed by its owner, or has been given another phase by {@link
     * dev.maptick.core.TickScheduler#rebalancePhases()} and has {@link #left} its former one.
     *
     * @param periodNanos the period it came with in nanoseconds
     * @param phaseNanos its phase in nanoseconds, 0 or more and below the period
     * @param costHintNanos as for {@link #phaseNanos}
     */
    default void taken(long periodNanos, long phaseNanos, long costHintNanos) {}

    /**
     * A registration has left; its phase is free, whether it was chosen or fixed.
     *
     * @param periodNanos the period it came with in nanoseconds
     * @param phaseNanos the phase it came with in nanoseconds, or was given since
     * @param costHintNanos as for {@link #phaseNanos}
     */
    default void left(long periodNanos, long phaseNanos, long costHintNanos) {}
}
