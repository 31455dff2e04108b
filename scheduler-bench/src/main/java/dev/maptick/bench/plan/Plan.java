package dev.maptick.bench.plan;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of the runs: round 1 goes through every scenario and in each through all contenders, then round 2. What is
 * compared lies side by side in time, and each round begins with another contender, so that nobody always follows the same
 * one. Pure functions.
 */
final class Plan {
    private Plan() {}

    static List<PlannedRun> of(Settings settings, double iterationsPerMicro) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Scenario scenario : settings.scenarios()) {
                List<Contenders> order = new ArrayList<>(
                        settings.contenders().stream().filter(scenario::isFor).toList());
                Collections.rotate(order, 1 - round);
                for (Contenders contender : order) {
                    runs.add(new PlannedRun(
                            contender, scenario, round, scenario.parameters(iterationsPerMicro, settings.seconds())));
                }
            }
        }
        return runs;
    }
}
