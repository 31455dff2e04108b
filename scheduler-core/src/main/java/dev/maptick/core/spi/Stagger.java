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
}
