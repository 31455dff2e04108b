package dev.maptick.bench.plan;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.scenario.Scenario;
import java.util.Optional;

/**
 * One fork to come. Immutable.
 *
 * @param contender who
 * @param scenario in what
 * @param round which round, from 1
 * @param parameters what to do
 */
record PlannedRun(Contenders contender, Scenario scenario, int round, Parameters parameters) {
    /** A JVM's start and end, opening and closing, and the looks at the heap. */
    private static final double AROUND_SECONDS = 1.5;

    /** Windows that a search for a capacity takes, as seen. */
    private static final int STEPS = 10;

    private static final double AROUND_STEP_SECONDS = 0.8;

    /** Why there is nothing to run; empty if there is. */
    Optional<String> refusal() {
        return scenario.refusal(contender);
    }

    /** How long it takes, more or less, if nothing disturbs it. */
    double estimateSeconds() {
        if (refusal().isPresent()) {
            return 0;
        }
        double window = parameters.warmUpSeconds() + parameters.seconds();
        // The bound takes as long as the window.
        double bound = parameters.asksForPureWork() ? parameters.seconds() : 0;
        return AROUND_SECONDS
                + parameters.drillSeconds()
                + bound
                + (scenario.seeksCapacity() ? STEPS * (window + AROUND_STEP_SECONDS) : window);
    }
}
