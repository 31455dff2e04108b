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
 * @param drillTicks ticks of other maps on the same contender before these maps come, and as many pairs where there is churn: by
 *     them the compiler gets done where the maps themselves tick too seldom; 0 for none
 * @param warmUpSeconds from the first deadline, or the registration of the last map if that is later, to the window
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
        int drillTicks,
        double warmUpSeconds,
        double seconds) {
    /** Ticks in a second of a drill. */
    public static final int DRILL_TICKS_PER_SECOND = 4_000;

    /**
     * How long the drill takes.
     *
     * @return 0 without one
     */
    public double drillSeconds() {
        return (double) drillTicks / DRILL_TICKS_PER_SECOND;
    }

    /**
     * Whether its ticks are put beside threads that do nothing but their work.
     *
     * @return true if there is work, and all threads share it
     */
    public boolean asksForPureWork() {
        return heavyEvery > 0 && dedicatedMaps == 0;
    }

    /**
     * The work of a map's ticks.
     *
     * @param map which, from 0
     * @return loop iterations
     */
    public long iterations(int map) {
        boolean heavy = heavyEvery > 0 && map % heavyEvery == heavyEvery - 1;
        return heavy ? heavyIterations : lightIterations;
    }

    /**
     * The same with another number of maps.
     *
     * @param count how many
     * @return the copy
     */
    public Parameters withMaps(int count) {
        return with(count, drillTicks);
    }

    /**
     * The same with a drill.
     *
     * @param ticks how long a one
     * @return the copy
     */
    public Parameters withDrill(int ticks) {
        return with(maps, ticks);
    }

    private Parameters with(int otherMaps, int otherDrillTicks) {
        return new Parameters(
                otherMaps,
                periodNs,
                threads,
                lightIterations,
                heavyIterations,
                heavyEvery,
                churnPerSecond,
                dedicatedMaps,
                otherDrillTicks,
                warmUpSeconds,
                seconds);
    }
}
