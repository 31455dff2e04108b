package dev.maptick.maps.save;

/**
 * How long to wait before the next attempt: twice as long each time, up to a limit.
 *
 * @param firstNs the wait after the first failure
 * @param maxNs the longest wait, at least the first
 */
record Backoff(long firstNs, long maxNs) {
    /** The wait after so many failed attempts, 1 or more. */
    long afterNs(int failedAttempts) {
        int doublings = failedAttempts - 1;
        // firstNs << doublings overflows exactly when its highest bit would leave the 63 bits of a positive long.
        boolean fits = doublings < Long.numberOfLeadingZeros(firstNs);
        return fits ? Math.min(maxNs, firstNs << doublings) : maxNs;
    }
}
