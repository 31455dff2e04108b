package dev.maptick.maps.save;

/** The coordinator's counts of one type of maps, or the sums over all types. Guarded by its lock. */
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
    int waiting;
    int inFlightMax;

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

    /** Adds another one's counts; the most in flight are not a sum. */
    void add(SaveLedger other) {
        maps += other.maps;
        dormant += other.dormant;
        captured += other.captured;
        written += other.written;
        refused += other.refused;
        failed += other.failed;
        superseded += other.superseded;
        retried += other.retried;
        unchanged += other.unchanged;
        waited += other.waited;
        waiting += other.waiting;
        withdrawn += other.withdrawn;
        unprepared += other.unprepared;
        captureFaults += other.captureFaults;
        missedTurns += other.missedTurns;
        bytesWritten += other.bytesWritten;
        pauseTotalNs += other.pauseTotalNs;
        pauseMaxNs = Math.max(pauseMaxNs, other.pauseMaxNs);
    }

    SaveStats stats(int mostInFlight, long hookFaults) {
        return new SaveStats(
                maps,
                dormant,
                captured,
                written,
                refused,
                failed,
                superseded,
                inFlight(),
                mostInFlight,
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
