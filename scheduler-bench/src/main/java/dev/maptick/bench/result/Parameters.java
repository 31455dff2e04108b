package dev.maptick.bench.result;

/**
 * What a run was asked to do. Immutable.
 *
 * @param maps maps registered for the whole run
 * @param periodNs their period
 * @param threads tick threads given to the contender
 * @param lightIterations loop iterations of a common tick, 0 for an empty one
 * @param heavyIterations loop iterations of a heavy tick
 * @param heavyEvery every so many maps one is heavy; 0 for none
 * @param churnPerSecond maps registered and unregistered each second beside the others
 * @param dedicatedMaps maps on a dedicated thread of their own, among {@code maps}
 * @param warmUpSeconds from the registration of the last map to the window
 * @param seconds length of the window, or of each step where a capacity is sought
 */
public record Parameters(
        int maps,
        long periodNs,
        int threads,
        long lightIterations,
        long heavyIterations,
        int heavyEvery,
        int churnPerSecond,
        int dedicatedMaps,
        double warmUpSeconds,
        double seconds) {
    /**
     * The same with another number of maps.
     *
     * @param count how many
     * @return the copy
     */
    public Parameters withMaps(int count) {
        return new Parameters(
                count,
                periodNs,
                threads,
                lightIterations,
                heavyIterations,
                heavyEvery,
                churnPerSecond,
                dedicatedMaps,
                warmUpSeconds,
                seconds);
    }
}
