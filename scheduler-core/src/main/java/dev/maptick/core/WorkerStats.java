package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * One worker of a scheduler at a moment: what its thread is doing, and what all workers of its number have counted. Immutable;
 * fields are sampled one after the other while the worker goes on.
 *
 * @param worker its number, 0 or more; those that the pool started with come first
 * @param placement whether it is one of the pool or has a map of its own
 * @param thread its thread's name, null while it has none (just starting, or stepped)
 * @param map the map whose tick or last task it is in, null if in none
 * @param inTickNanos how long it has been in that tick, 0 if in none
 * @param ticks ticks started
 * @param skipped deadlines its ticks passed over
 * @param faults ticks that threw
 * @param busyNanos time spent in ticks that ended
 * @param wakeups times it left its wait
 * @param stolen ticks taken from another lane of the pool than its own
 * @param late ticks that started more than 1 ms after their deadline, by what made them late
 */
public record WorkerStats(
        int worker,
        Placement placement,
        @Nullable String thread,
        @Nullable TickRegistration map,
        long inTickNanos,
        long ticks,
        long skipped,
        long faults,
        long busyNanos,
        long wakeups,
        long stolen,
        CauseCounts late) {}
