package dev.maptick.core.spi;

/**
 * The scheduler's only source of time: a monotonic nanosecond counter with an arbitrary origin.
 *
 * <p>Readings may be negative and may wrap; they are only ever compared by difference. Any thread may call it. A clock
 * must never step backwards between two reads that are ordered by happens-before.
 */
@FunctionalInterface
public interface NanoClock {
    /** The system's monotonic clock, {@link System#nanoTime()}. */
    NanoClock SYSTEM = System::nanoTime;

    /**
     * The present reading.
     *
     * @return nanoseconds since an arbitrary origin
     */
    long nanoTime();
}
