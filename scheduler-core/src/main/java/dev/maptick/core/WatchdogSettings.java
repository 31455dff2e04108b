package dev.maptick.core;

import java.time.Duration;

/**
 * When a tick is reported as stuck, and how many threads may stand in for those that are. Immutable.
 *
 * @param on whether anybody looks
 * @param afterNs how long a tick is in when it is reported
 * @param againNs how much longer when it is reported again
 * @param replacements most threads that stand in at a time, or {@link #AS_POOL}
 */
record WatchdogSettings(boolean on, long afterNs, long againNs, int replacements) {
    /** As many as the pool has. */
    static final int AS_POOL = -1;

    static final WatchdogSettings DEFAULT = new WatchdogSettings(true, 1_000_000_000L, 10_000_000_000L, AS_POOL);
    static final WatchdogSettings OFF = new WatchdogSettings(false, DEFAULT.afterNs, DEFAULT.againNs, 0);

    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofHours(24);

    static WatchdogSettings of(SettingsCheck check, Duration after, Duration again, int replacements) {
        return new WatchdogSettings(
                true,
                check.range("watchdogAfter", after, LEAST, MOST),
                check.range("watchdogAgain", again, LEAST, MOST),
                replacements);
    }

    /** How many may stand in at a time for the threads of a pool. */
    int replacementsFor(int poolThreads) {
        return replacements == AS_POOL ? poolThreads : replacements;
    }
}
