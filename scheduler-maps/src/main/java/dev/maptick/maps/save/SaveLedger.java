package dev.maptick.maps.save;

/** The coordinator's counts. Guarded by its lock. */
final class SaveLedger {
    int maps;
    int dormant;
    long captured;
    long written;
    long refused;
    long failed;
    long superseded;
    long retried;
    long unchanged;
    long waited;
    long withdrawn;
    long unprepared;
    long captureFaults;
    long missedTurns;
    long bytesWritten;

    private int inFlightMax;
    private long pauseTotalNs;
    private long pauseMaxNs;

    void paused(long pauseNs) {
        pauseTotalNs += pauseNs;
        pauseMaxNs = Math.max(pauseMaxNs, pauseNs);
    }

    void captured() {
        captured++;
        inFlightMax = Math.max(inFlightMax, inFlight());
    }

    int inFlight() {
        return (int) (captured - written - refused - failed - superseded);
    }

    SaveStats stats(int waiting, long hookFaults) {
        return new SaveStats(
                maps,
                dormant,
                captured,
                written,
                refused,
                failed,
                superseded,
                inFlight(),
                inFlightMax,
                retried,
                unchanged,
                waited,
                waiting,
                withdrawn,
                unprepared,
                captureFaults,
                missedTurns,
                bytesWritten,
                pauseTotalNs,
                pauseMaxNs,
                hookFaults);
    }
}
