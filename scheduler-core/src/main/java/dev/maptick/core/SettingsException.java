package dev.maptick.core;

import java.util.List;
import java.util.stream.Collectors;

/** One or more settings are bad; the message and {@link #problems()} name every one of them. */
public final class SettingsException extends RefusedException {
    private static final long serialVersionUID = 1L;

    /** Every problem found; never serialised in practice. */
    private final transient List<SettingProblem> problems;

    /**
     * Makes one.
     *
     * @param problems every problem found, at least one
     */
    public SettingsException(List<SettingProblem> problems) {
        super(
                Refusal.BAD_SETTINGS,
                problems.stream()
                        .map(SettingProblem::toString)
                        .collect(Collectors.joining("; ", "bad settings: ", "")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Every problem found.
     *
     * @return at least one
     */
    public List<SettingProblem> problems() {
        return problems;
    }
}
