package dev.maptick.bench.result;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one contender did in one scenario, alone in a JVM. Immutable.
 *
 * @param contender its name
 * @param scenario name of the scenario
 * @param round which round, from 1
 * @param parameters what it was asked to do
 * @param outcome how the run ended
 * @param note why there are no figures, or what to know about them; may be empty
 * @param measures the figures; null unless {@link Outcome#MEASURED}
 */
public record RunResult(
        String contender,
        String scenario,
        int round,
        Parameters parameters,
        Outcome outcome,
        String note,
        @Nullable Measures measures) {
    /**
     * Checks that figures and outcome agree.
     *
     * @param contender its name
     * @param scenario name of the scenario
     * @param round which round, from 1
     * @param parameters what it was asked to do
     * @param outcome how the run ended
     * @param note why there are no figures, or what to know about them; may be empty
     * @param measures the figures; null unless {@link Outcome#MEASURED}
     * @throws IllegalArgumentException if they do not
     */
    public RunResult {
        Objects.requireNonNull(contender, "contender");
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(note, "note");
        if ((outcome == Outcome.MEASURED) != (measures != null)) {
            throw new IllegalArgumentException("outcome " + outcome + (measures == null ? " without" : " with")
                    + " figures, of " + contender + " in " + scenario);
        }
    }

    /**
     * One figure.
     *
     * @param metric which
     * @return not a number where the run has none
     */
    public double value(Metric metric) {
        return measures == null ? Double.NaN : metric.of(measures);
    }

    /**
     * The same with another note.
     *
     * @param text what to know about the figures
     * @return the copy
     */
    public RunResult withNote(String text) {
        return new RunResult(contender, scenario, round, parameters, outcome, text, measures);
    }
}
