package dev.maptick.server.demo;

import dev.maptick.core.SettingsCheck;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads settings given as text and notes what is bad. Each method returns a usable value in any case, so that the caller can
 * go on to the next setting. One thread.
 */
final class SettingText {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);
    private static final Duration LONGEST = Duration.ofDays(365);

    private final SettingsCheck check;

    SettingText(SettingsCheck check) {
        this.check = check;
    }

    /** A time as a user would give it. */
    static String words(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    int whole(String setting, String text, int min, int max, String allowed) {
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below like a number out of range.
        }
        check.bad(setting, text, allowed);
        return min;
    }

    long any(String setting, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            check.bad(setting, text, "a whole number of at most 64 bits");
            return 0;
        }
    }

    /** A constant by its name in small letters; the first one if it is bad. */
    <E extends Enum<E>> E oneOf(String setting, String text, E[] constants, String allowed) {
        for (E constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
                return constant;
            }
        }
        check.bad(setting, text, allowed);
        return constants[0];
    }

    Path path(String setting, String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            // Told below like an empty one.
        }
        check.bad(setting, text, "the path of a directory");
        return Path.of("");
    }

    Duration duration(String setting, String text, Duration min) {
        return duration(setting, text, min, LONGEST);
    }

    Duration duration(String setting, String text, Duration min, Duration max) {
        Matcher found = DURATION.matcher(text);
        if (found.matches()) {
            Duration value = Duration.of(Long.parseLong(found.group(1)), UNITS.get(found.group(2)));
            if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
                return value;
            }
        }
        String least = min.isZero() ? "0s" : min.toMillis() + "ms";
        check.bad(
                setting,
                text,
                "a time with its unit, as in 250ms, 30s, 5m or 2h, from " + least + " to " + max.toHours() + "h");
        return min;
    }
}
