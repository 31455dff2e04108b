package dev.maptick.maps;

/**
 * What a map's timers have done so far. Each number is whole; at a quiet moment
 * {@code scheduled = finished + cancelled + dropped + pending}.
 *
 * @param scheduled starts accepted
 * @param fired callbacks called, those that threw included
 * @param finished one-shots among them
 * @param coalesced due times of repeating timers that another firing stood for
 * @param cancelled timers cancelled in time
 * @param dropped timers that were pending when the map left
 * @param faults callbacks that threw
 * @param hookFailures fault hooks that threw
 * @param budgetHits ticks that left due timers for the next one
 * @param refusedFull starts refused at the pending limit
 * @param refusedStopping starts refused while the map was closing
 * @param refusedGone starts refused after the map had left
 * @param refusedDelay starts refused for their delay or period
 * @param refusedName starts refused for their name
 * @param pending timers that will fire, with the one whose callback runs as long as it may go on
 */
public record TimerStats(
        long scheduled,
        long fired,
        long finished,
        long coalesced,
        long cancelled,
        long dropped,
        long faults,
        long hookFailures,
        long budgetHits,
        long refusedFull,
        long refusedStopping,
        long refusedGone,
        long refusedDelay,
        long refusedName,
        int pending) {
    /**
     * All starts refused.
     *
     * @return the sum over the reasons
     */
    public long refused() {
        return refusedFull + refusedStopping + refusedGone + refusedDelay + refusedName;
    }
}
