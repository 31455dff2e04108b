package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;

/**
 * The bounds of a mailbox. One object can serve all maps of a type.
 *
 * <p>The high lane has a bound of its own, so that a flood of normal posts cannot keep out the few that must get in. Keep
 * it below the number of posts a tick may run: then a flood of high posts cannot starve the normal lane either.
 *
 * @param capacity normal posts that may be queued; exact; the one being run does not count
 * @param highCapacity high-priority posts that may be queued, apart from the normal ones
 * @param waiters posts that may wait for space in the normal lane
 */
public record MailboxLimits(int capacity, int highCapacity, int waiters) {
    /** The default number of normal posts. */
    public static final int DEFAULT_CAPACITY = 1_024;

    /** The default number of high-priority posts. */
    public static final int DEFAULT_HIGH_CAPACITY = 128;

    /** The default number of posts that wait. */
    public static final int DEFAULT_WAITERS = 1_024;

    /** The most posts of a lane that any mailbox may hold. */
    public static final int MAX_CAPACITY = 1 << 20;

    /** The most posts that may wait at any mailbox. */
    public static final int MAX_WAITERS = 1 << 16;

    private static final MailboxLimits DEFAULTS =
            new MailboxLimits(DEFAULT_CAPACITY, DEFAULT_HIGH_CAPACITY, DEFAULT_WAITERS);

    /**
     * 1,024 normal posts, 128 high ones, 1,024 that wait.
     *
     * @return the one object with every bound at its default
     */
    public static MailboxLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Notes every bound that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each bound's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "capacity", capacity, 1, MAX_CAPACITY);
        check.range(prefix + "highCapacity", highCapacity, 1, MAX_CAPACITY);
        check.range(prefix + "waiters", waiters, 1, MAX_WAITERS);
    }

    /**
     * Refuses if any bound is bad. Makes nothing if none is, for the sake of ten thousand maps that open.
     *
     * @throws SettingsException naming every one
     */
    public void throwIfBad() {
        if (isOutside(capacity, MAX_CAPACITY)
                || isOutside(highCapacity, MAX_CAPACITY)
                || isOutside(waiters, MAX_WAITERS)) {
            SettingsCheck check = new SettingsCheck();
            check(check, "mailbox.");
            check.throwIfAny();
        }
    }

    private static boolean isOutside(int value, int max) {
        return value < 1 || value > max;
    }
}
