package dev.maptick.maps;

/**
 * The counts of a mailbox, read one after the other: each is right for some moment of the reading, and all together
 * whenever nobody posts and nothing runs. Depths come from one word, so they are within their bounds at every reading.
 *
 * @param accepted posts taken in, of both lanes
 * @param executed accepted posts that were run, those that threw and the one that runs included
 * @param faults executed posts that threw
 * @param failedAtClose accepted posts that were not run because the map left; calls among them failed with that reason
 * @param depth posts queued, of both lanes
 * @param highDepth posts queued in the high lane
 * @param highWaterDepth the most posts that were ever queued at once
 * @param waiting posts that wait for space
 * @param withdrawn posts that were cancelled while they waited
 * @param refusedFull posts refused because their lane was full
 * @param refusedWaiting posts refused because too many wait for space already
 * @param refusedStopping posts refused, or ended while they waited, because the map was closing
 * @param refusedGone posts refused because the map had left
 * @param hookFaults failures of the host's own hooks, each swallowed
 * @param leftOverNs for how long, as of the latest drain, the oldest post had been left over by earlier drains
 * @param limits the bounds
 */
public record MailboxStats(
        long accepted,
        long executed,
        long faults,
        long failedAtClose,
        int depth,
        int highDepth,
        int highWaterDepth,
        int waiting,
        long withdrawn,
        long refusedFull,
        long refusedWaiting,
        long refusedStopping,
        long refusedGone,
        long hookFaults,
        long leftOverNs,
        MailboxLimits limits) {

    /**
     * Whether nothing was lost: <em>accepted = executed + failed at close + depth</em>. True at every quiet moment; while
     * others post it may miss by those that are on their way.
     *
     * @return true if the two sides are equal
     */
    public boolean isBalanced() {
        return accepted == executed + failedAtClose + depth;
    }
}
