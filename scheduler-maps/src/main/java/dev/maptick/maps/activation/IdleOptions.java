package dev.maptick.maps.activation;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a map with nobody in it. Immutable. Checked when a policy is made.
 *
 * @param slowAfter how long it is empty before it ticks at the slow period, 0 to 24 h; null for never. Of no effect if not
 *     below {@code suspendAfter}
 * @param slowPeriod the slow period, 1 ms to 1 h; a map's rules for periods apply besides
 * @param suspendAfter how long it is empty before it suspends, 0 to 24 h; null for never
 * @param suspendAfterWork how long a map that was woken by a post or a timer, and not by a visitor, stays awake after the
 *     last of them, 0 to 24 h
 */
public record IdleOptions(
        @Nullable Duration slowAfter,
        Duration slowPeriod,
        @Nullable Duration suspendAfter,
        Duration suspendAfterWork) {
    private static final Duration DAY = Duration.ofHours(24);
    private static final IdleOptions DEFAULTS = new IdleOptions(
            Duration.ofSeconds(10), Duration.ofMillis(250), Duration.ofSeconds(30), Duration.ofSeconds(1));
    private static final IdleOptions OFF = new IdleOptions(null, Duration.ofMillis(250), null, Duration.ZERO);

    /**
     * Empty for 10 s: 250 ms; empty for 30 s: suspended; woken by work alone: suspended again after 1 s without more.
     *
     * @return the one object with every option at its default
     */
    public static IdleOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Neither slows down nor suspends.
     *
     * @return the one such object
     */
    public static IdleOptions off() {
        return OFF;
    }

    /**
     * Notes every option that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each option's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        if (slowAfter != null) {
            check.range(prefix + "slowAfter", slowAfter, Duration.ZERO, DAY);
        }
        check.range(prefix + "slowPeriod", slowPeriod, Duration.ofMillis(1), Duration.ofHours(1));
        if (suspendAfter != null) {
            check.range(prefix + "suspendAfter", suspendAfter, Duration.ZERO, DAY);
        }
        check.range(prefix + "suspendAfterWork", suspendAfterWork, Duration.ZERO, DAY);
    }
}
