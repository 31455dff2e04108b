package dev.maptick.maps.save;

/**
 * What a {@link SaveCoordinator} has done so far, for all maps or for those of one type; one consistent snapshot. At every
 * moment
 * {@code captured = written + refused + failed + superseded + inFlight}.
 *
 * @param maps how many maps are being saved at present
 * @param dormant how many of them have nothing to save and therefore no next turn, at present
 * @param captured snapshots captured
 * @param written snapshots written
 * @param refused snapshots refused because the map has another owner (stale epoch)
 * @param failed snapshots given up: not encoded, attempts used up, or refused for another reason
 * @param superseded snapshots not written because the map's final one replaced them
 * @param inFlight snapshots captured and not yet done with, at present
 * @param inFlightMax the most of them at one time; above the limit only by final ones
 * @param retried attempts to write that failed and were followed by another
 * @param unchanged turns without a save because the map had not changed, after which it is dormant; final captures left
 *     out for the same reason included
 * @param waited turns that had to wait because the limit was reached
 * @param waiting maps that wait at present
 * @param withdrawn turns taken back because the map did not come to its tick in time; it waits for its next turn
 * @param unprepared turns without a save because preparing failed or its executor refused it
 * @param captureFaults captures that threw
 * @param missedTurns turns that passed while the map's save before was still under way; those of a dormant map do not count
 * @param bytesWritten bytes in the snapshots written
 * @param pauseTotalNanos how long maps stood still in captures, all together
 * @param pauseMaxNanos the longest of those
 * @param hookFaults how often a listener, a wake-up, a release or the call to the driver threw; not told by type, 0
 *     there
 */
public record SaveStats(
        int maps,
        int dormant,
        long captured,
        long written,
        long refused,
        long failed,
        long superseded,
        int inFlight,
        int inFlightMax,
        long retried,
        long unchanged,
        long waited,
        int waiting,
        long withdrawn,
        long unprepared,
        long captureFaults,
        long missedTurns,
        long bytesWritten,
        long pauseTotalNanos,
        long pauseMaxNanos,
        long hookFaults) {
    /** Of nothing saved. */
    public static final SaveStats NONE = new SaveStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
