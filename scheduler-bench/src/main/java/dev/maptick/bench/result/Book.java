package dev.maptick.bench.result;

import java.util.List;
import java.util.Optional;

/**
 * All that one command measured. Immutable.
 *
 * @param machine where
 * @param jdk the JVM of the forks
 * @param command how to repeat it
 * @param startedAt when it began, ISO 8601 in UTC
 * @param iterationsPerMicro loop iterations that make a microsecond of work here
 * @param complete false if it was ended before its last run
 * @param results every run, in the order in which they ran
 */
public record Book(
        Machine machine,
        String jdk,
        String command,
        String startedAt,
        double iterationsPerMicro,
        boolean complete,
        List<RunResult> results) {
    /** The contender that ratios are told against. */
    public static final String REFERENCE = "stpe-skip";

    /**
     * Copies the list.
     *
     * @param machine where
     * @param jdk the JVM of the forks
     * @param command how to repeat it
     * @param startedAt when it began, ISO 8601 in UTC
     * @param iterationsPerMicro loop iterations that make a microsecond of work here
     * @param complete false if it was ended before its last run
     * @param results every run, in the order in which they ran
     */
    public Book {
        results = List.copyOf(results);
    }

    /**
     * The scenarios in it.
     *
     * @return their names, in the order in which they first ran
     */
    public List<String> scenarios() {
        return results.stream().map(RunResult::scenario).distinct().toList();
    }

    /**
     * The contenders that took part in a scenario.
     *
     * @param scenario its name
     * @return their names, in the order in which they first ran
     */
    public List<String> contenders(String scenario) {
        return results.stream()
                .filter(r -> r.scenario().equals(scenario))
                .map(RunResult::contender)
                .distinct()
                .toList();
    }

    /**
     * The runs of a contender in a scenario.
     *
     * @param scenario the scenario's name
     * @param contender the contender's name
     * @return one for each round that ran
     */
    public List<RunResult> runs(String scenario, String contender) {
        return results.stream()
                .filter(r -> r.scenario().equals(scenario) && r.contender().equals(contender))
                .toList();
    }

    /**
     * A figure over the rounds.
     *
     * @param scenario the scenario's name
     * @param contender the contender's name
     * @param metric which figure
     * @return median, smallest and largest
     */
    public Spread spread(String scenario, String contender, Metric metric) {
        return Spread.of(runs(scenario, contender).stream()
                .mapToDouble(r -> r.value(metric))
                .toArray());
    }

    /**
     * A figure in proportion to that of another contender, paired round by round, since rounds of the same minute share the
     * machine's mood.
     *
     * @param scenario the scenario's name
     * @param contender whose figure
     * @param reference the other, whose figure counts as 1
     * @param metric which figure
     * @return over the rounds that both have, and where the other's is not 0
     */
    public Spread ratio(String scenario, String contender, String reference, Metric metric) {
        List<RunResult> others = runs(scenario, reference);
        return Spread.of(runs(scenario, contender).stream()
                .mapToDouble(run -> proportion(run, others, metric))
                .toArray());
    }

    /**
     * A figure in proportion to the same contender's in another scenario, paired round by round.
     *
     * @param scenario the scenario's name
     * @param reference name of the scenario whose figure counts as 1
     * @param contender whose figures
     * @param metric which figure
     * @return over the rounds that both have, and where the other's is not 0
     */
    public Spread scaling(String scenario, String reference, String contender, Metric metric) {
        List<RunResult> others = runs(reference, contender);
        return Spread.of(runs(scenario, contender).stream()
                .mapToDouble(run -> proportion(run, others, metric))
                .toArray());
    }

    private static double proportion(RunResult run, List<RunResult> others, Metric metric) {
        Optional<RunResult> other =
                others.stream().filter(o -> o.round() == run.round()).findFirst();
        double one = other.map(o -> o.value(metric)).orElse(Double.NaN);
        return one == 0 ? Double.NaN : run.value(metric) / one;
    }
}
