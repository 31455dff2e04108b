package dev.maptick.maps.save;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;

/**
 * How a host saves its maps. Immutable: each method that sets something returns a changed copy. Values are checked by
 * {@link #check} and when a coordinator is made.
 *
 * @param interval the time from one turn of a map to its next, 100 ms to 24 h
 * @param atOnce how many snapshots may be captured and not yet written, final ones aside; also how many are written at one
 *     time, final ones included; 1 to 1,024
 * @param attempts how often a write is tried that the store answers with an exception or the executor refuses, the first
 *     time included, 1 to 100
 * @param firstBackoff how long after the first failure the write is tried again; each later wait is twice the one before;
 *     1 ms to 1 h
 * @param maxBackoff the longest such wait, at least {@code firstBackoff}, at most 1 h
 * @param captureLimit how long a map whose turn it is may take to come to its tick before its room goes to another map and
 *     it waits for its own next turn, 1 ms to 1 h
 * @param seed where the spread of turns starts
 */
public record SaveOptions(
        Duration interval,
        int atOnce,
        int attempts,
        Duration firstBackoff,
        Duration maxBackoff,
        Duration captureLimit,
        long seed) {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static final SaveOptions DEFAULTS = new SaveOptions(
            Duration.ofSeconds(60), 16, 5, Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(2), 0);

    /**
     * Every map once a minute, 16 at once, 5 attempts with waits of 100 ms to 10 s, 2 s to come to the tick.
     *
     * @return the one object with every option at its default
     */
    public static SaveOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the time from one turn of a map to its next.
     *
     * @param time 100 ms to 24 h
     * @return a changed copy
     */
    public SaveOptions withInterval(Duration time) {
        return new SaveOptions(time, atOnce, attempts, firstBackoff, maxBackoff, captureLimit, seed);
    }

    /**
     * Sets how many snapshots may be captured and not yet written.
     *
     * @param snapshots 1 to 1,024
     * @return a changed copy
     */
    public SaveOptions withAtOnce(int snapshots) {
        return new SaveOptions(interval, snapshots, attempts, firstBackoff, maxBackoff, captureLimit, seed);
    }

    /**
     * Sets how writes are tried again.
     *
     * @param most 1 to 100 attempts, the first included
     * @param first the first wait, 1 ms to 1 h
     * @param longest the longest wait, at least {@code first}, at most 1 h
     * @return a changed copy
     */
    public SaveOptions withRetries(int most, Duration first, Duration longest) {
        return new SaveOptions(interval, atOnce, most, first, longest, captureLimit, seed);
    }

    /**
     * Sets how long a map may take to come to its tick.
     *
     * @param limit 1 ms to 1 h
     * @return a changed copy
     */
    public SaveOptions withCaptureLimit(Duration limit) {
        return new SaveOptions(interval, atOnce, attempts, firstBackoff, maxBackoff, limit, seed);
    }

    /**
     * Sets where the spread of turns starts.
     *
     * @param start any number
     * @return a changed copy
     */
    public SaveOptions withSeed(long start) {
        return new SaveOptions(interval, atOnce, attempts, firstBackoff, maxBackoff, captureLimit, start);
    }

    /**
     * Notes every option that is bad, so that a caller with more settings can refuse all of them in one message.
     *
     * @param check where problems are noted
     * @param prefix put before each option's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "interval", interval, Duration.ofMillis(100), Duration.ofHours(24));
        check.range(prefix + "atOnce", atOnce, 1, 1_024);
        check.range(prefix + "attempts", attempts, 1, 100);
        long firstNs = check.range(prefix + "firstBackoff", firstBackoff, MILLI, HOUR);
        check.range(prefix + "maxBackoff", maxBackoff, Duration.ofNanos(firstNs), HOUR);
        check.range(prefix + "captureLimit", captureLimit, MILLI, HOUR);
    }
}
