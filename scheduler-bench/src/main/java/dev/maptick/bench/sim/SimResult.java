package dev.maptick.bench.sim;

/**
 * What one simulation came to. Immutable.
 *
 * @param plan what it is of
 * @param maps how many maps there were
 * @param due deadlines in the window
 * @param windowNs length of the window
 * @param ours what the scheduler did
 * @param ideal what the ideal did with the same maps and phases
 * @param wakeUps times a sleeping worker was woken, by time or by call; waits short enough to be spun are none
 * @param calls signals that workers gave each other
 * @param stolen ticks that workers took from another lane than their own
 */
public record SimResult(
        SimPlan plan,
        int maps,
        long due,
        long windowNs,
        Turns ours,
        Turns ideal,
        long wakeUps,
        long calls,
        long stolen) {
    private static final double NS_PER_SECOND = 1e9;

    /**
     * What a wake-up costs spread over ticks.
     *
     * @return wake-ups for each tick that ran
     */
    public double wakeUpsPerTick() {
        return perTick(wakeUps);
    }

    /**
     * How much workers have to tell each other.
     *
     * @return calls for each tick that ran
     */
    public double callsPerTick() {
        return perTick(calls);
    }

    /**
     * How many ticks were taken from another lane.
     *
     * @return a part of the ticks that ran
     */
    public double stolenPerTick() {
        return perTick(stolen);
    }

    /**
     * How often a worker is woken.
     *
     * @return wake-ups each second for each worker, also those that sleep throughout
     */
    public double wakeUpsPerWorkerSecond() {
        return wakeUps * NS_PER_SECOND / windowNs / plan.workers();
    }

    /**
     * How often promise 2 was broken: maps due for more than 1 ms while a worker was parked, and maps that took a second turn
     * while one due more than 1 ms earlier waited. The promise speaks of virtual time in which a wake-up costs nothing.
     *
     * @return 0 if it held throughout
     */
    public long violations() {
        return ours.leftBehind() + ours.secondTurns();
    }

    /**
     * The ticks that ran in proportion to the deadlines there were.
     *
     * @param turns ours or the ideal's
     * @return 0 to 1
     */
    public double ranOfDue(Turns turns) {
        return due == 0 ? 1 : (double) turns.ticks() / due;
    }

    private double perTick(long count) {
        return ours.ticks() == 0 ? 0 : (double) count / ours.ticks();
    }
}
