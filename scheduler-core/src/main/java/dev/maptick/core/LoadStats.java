package dev.maptick.core;

/**
 * What the scheduler has measured of its load and done about it, at one moment. Immutable; fields are sampled one after the other.
 *
 * <p>Load is measured twice a second while {@link TickSchedulerBuilder#heavyMaps}, {@link TickSchedulerBuilder#admission} or {@link
 * TickSchedulerBuilder#overload} asks for it; else all is 0.
 *
 * @param poolWork the sum of cost by period over the pool's maps that are not suspended, in threads; more than there are threads is
 *     more than can be done
 * @param busyShare share of the pool's time spent in ticks over about the latest second, 0 to 1
 * @param skippedShare share of the deadlines skipped, over about the latest second, 0 to 1
 * @param promotedMaps maps on a dedicated thread because they are heavy
 * @param stretchedMaps maps at a longer period than their owner's
 * @param shedMaps maps suspended because of overload
 * @param admissionRefused registrations refused because of overload
 */
public record LoadStats(
        double poolWork,
        double busyShare,
        double skippedShare,
        long promotedMaps,
        long stretchedMaps,
        long shedMaps,
        long admissionRefused) {
    static final LoadStats NONE = new LoadStats(0, 0, 0, 0, 0, 0, 0);
}
