package dev.maptick.core;

import java.time.Duration;

/**
 * What becomes an event and how many are kept. Immutable.
 *
 * @param logSize how many the log keeps
 * @param skipFromNs deadlines skipped at once that are worth so long are worth an event
 */
record EventSettings(int logSize, long skipFromNs) {
    static final EventSettings DEFAULT = new EventSettings(1_024, 1_000_000_000);

    private static final int MOST = 1_048_576;
    private static final Duration MIN_SKIP = Duration.ofMillis(1);
    private static final Duration MAX_SKIP = Duration.ofHours(24);

    static EventSettings of(SettingsCheck check, int logSize, Duration skipFrom) {
        return new EventSettings(
                check.range("eventLogSize", logSize, 1, MOST),
                check.range("skipEventFrom", skipFrom, MIN_SKIP, MAX_SKIP));
    }
}
