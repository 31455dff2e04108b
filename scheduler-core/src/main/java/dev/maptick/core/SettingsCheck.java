package dev.maptick.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects bad settings so that one refusal names them all. Each check returns a usable number in any case, so that the
 * caller can go on to the next setting and call {@link #throwIfAny()} at the end. One thread.
 */
public final class SettingsCheck {
    /** Made for the first problem: hardly any check has one. */
    private @Nullable List<SettingProblem> problems;

    /** Makes an empty check. */
    public SettingsCheck() {}

    /**
     * Checks a whole number.
     *
     * @param setting name of the setting
     * @param value the value found
     * @param min smallest allowed
     * @param max largest allowed
     * @return the value, or {@code min} if it is bad
     */
    public int range(String setting, int value, int min, int max) {
        if (value < min || value > max) {
            bad(setting, Integer.toString(value), min + ".." + max);
            return min;
        }
        return value;
    }

    /**
     * Checks a duration, bounds included.
     *
     * @param setting name of the setting
     * @param value the value found; null is a problem too
     * @param min shortest allowed
     * @param max longest allowed, at most 292 years
     * @return its nanoseconds, or those of {@code min} if it is bad
     */
    public long range(String setting, @Nullable Duration value, Duration min, Duration max) {
        if (value == null || value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            bad(setting, String.valueOf(value), words(min) + ".." + words(max));
            return min.toNanos();
        }
        return value.toNanos();
    }

    /**
     * Notes a problem that a caller found by itself.
     *
     * @param setting name of the setting
     * @param found the value found
     * @param allowed what is allowed
     */
    public void bad(String setting, String found, String allowed) {
        if (problems == null) {
            problems = new ArrayList<>();
        }
        problems.add(new SettingProblem(setting, Names.escape(found), allowed));
    }

    /**
     * Refuses if anything was bad.
     *
     * @throws SettingsException naming every problem noted
     */
    public void throwIfAny() {
        if (problems != null) {
            throw new SettingsException(problems);
        }
    }

    /** A duration as a reader writes it. */
    static String words(Duration d) {
        if (d.isZero()) {
            return "0";
        }
        if (d.equals(Duration.ofHours(d.toHours()))) {
            return d.toHours() + " h";
        }
        if (d.equals(Duration.ofMillis(d.toMillis()))) {
            return d.toMillis() + " ms";
        }
        return d.toNanos() + " ns";
    }
}
