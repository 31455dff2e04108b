package dev.maptick.core;

/** Something that the {@link Guard} looks at now and then. On the guard's thread, or a stepper's; never on a worker. */
interface GuardDuty {
    /**
     * Looks, and does what is to be done.
     *
     * @return when to look again, on the scheduler's clock
     */
    long look(long nowNs);
}
