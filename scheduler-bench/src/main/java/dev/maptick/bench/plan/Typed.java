package dev.maptick.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads options as they were typed. A bad one becomes a line that names the option, the value found and what is allowed; all
 * of them are told together by {@link #conclude()}. One thread.
 */
public final class Typed {
    /** No exponents, no "2d" for a number of the type double: what nobody means is not guessed at. */
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final String ALL = "all";

    private final List<String> problems = new ArrayList<>();

    /** Nothing read yet. */
    public Typed() {}

    /**
     * A whole number.
     *
     * @param option its name
     * @param typed as it was typed, or null
     * @param otherwise the value if it was not, and where it is bad
     * @param least the least allowed
     * @param most the most allowed
     * @param allowed the same in words
     * @return the value
     */
    public long whole(String option, @Nullable String typed, long otherwise, long least, long most, String allowed) {
        if (typed == null) {
            return otherwise;
        }
        if (WHOLE.matcher(typed.strip()).matches()) {
            long value = Long.parseLong(typed.strip());
            if (value >= least && value <= most) {
                return value;
            }
        }
        refuse(option, typed, allowed);
        return otherwise;
    }

    /**
     * A number with or without a fraction.
     *
     * @param option its name
     * @param typed as it was typed, or null
     * @param otherwise the value if it was not, and where it is bad
     * @param least the least allowed
     * @param most the most allowed
     * @param allowed the same in words
     * @return the value
     */
    public double decimal(
            String option, @Nullable String typed, double otherwise, double least, double most, String allowed) {
        if (typed == null) {
            return otherwise;
        }
        if (DECIMAL.matcher(typed.strip()).matches()) {
            double value = Double.parseDouble(typed.strip());
            if (value >= least && value <= most) {
                return value;
            }
        }
        refuse(option, typed, allowed);
        return otherwise;
    }

    /**
     * Names with commas between: whole ones, their beginnings up to a dash, or "all"; each once.
     *
     * @param option its name
     * @param typed as it was typed
     * @param known the names there are
     * @return those that are meant, in the order of {@code known}
     */
    List<String> names(String option, String typed, List<String> known) {
        Set<String> meant = new LinkedHashSet<>();
        for (String name : parts(option, typed)) {
            List<String> some = meant(name, known);
            if (some.isEmpty()) {
                add(option + " '" + name + "' is unknown: there are " + String.join(", ", known) + ", and " + ALL);
            }
            meant.addAll(some);
        }
        return known.stream().filter(meant::contains).toList();
    }

    /**
     * The parts of a list, without blanks around them; one that is there twice is refused.
     *
     * @param option its name
     * @param typed as it was typed
     * @return each part once
     */
    public Set<String> parts(String option, String typed) {
        Set<String> parts = new LinkedHashSet<>();
        for (String part : typed.split(",", -1)) {
            if (!parts.add(part.strip().toLowerCase(Locale.ROOT))) {
                add(option + " " + typed + " is not allowed: '" + part.strip() + "' is there twice, each only once");
            }
        }
        return parts;
    }

    private static List<String> meant(String name, List<String> known) {
        if (name.equals(ALL)) {
            return known;
        }
        if (known.contains(name)) {
            return List.of(name);
        }
        return known.stream()
                .filter(k -> !name.isEmpty() && k.startsWith(name + "-"))
                .toList();
    }

    /**
     * Refuses a value.
     *
     * @param option its option
     * @param typed as it was typed
     * @param allowed what is allowed
     */
    public void refuse(String option, String typed, String allowed) {
        add(option + " " + (typed.isBlank() ? "'" + typed + "'" : typed) + " is not allowed: " + allowed);
    }

    /** Once is enough, however often it is found. */
    private void add(String problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /**
     * Ends the reading.
     *
     * @throws BadSettingsException if something was refused; it names all of that
     */
    public void conclude() {
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
    }
}
