package dev.maptick.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds in virtual time, whatever the machine. */
@Timeout(120)
class SimulationTest {
    private static final long SEED = 7;

    private static SimResult run(SimScenario scenario, int workers) throws InterruptedException {
        return Simulation.run(new SimPlan(scenario, workers, 0, SEED));
    }

    private static void assertPromised(SimResult result) {
        assertThat(result.violations()).as("%s", result).isZero();
        assertThat(result.ours().ticks() + result.ours().skipped())
                .as("%s", result)
                .isEqualTo(result.due());
        assertThat(result.ideal().ticks() + result.ideal().skipped()).isEqualTo(result.due());
    }

    @ParameterizedTest(name = "{0} workers")
    @ValueSource(ints = {2, 4, 8})
    void everyDueTickRunsAtSeventyPercent(int workers) throws InterruptedException {
        SimResult result = run(SimScenario.HOUSE_MIX, workers);

        assertPromised(result);
        assertThat(result.ours().ticks()).isEqualTo(result.due());
    }

    @ParameterizedTest(name = "{0} workers")
    @ValueSource(ints = {2, 4, 8})
    void overloadIsSharedEvenly(int workers) throws InterruptedException {
        SimResult result = run(SimScenario.OVERLOAD, workers);

        assertPromised(result);
        assertThat(result.ours().jain()).as("%s", result).isGreaterThanOrEqualTo(0.999);
        assertThat(result.ours().busy()).isCloseTo(workers, within(0.01));
        assertThat(result.ours().skipped()).isPositive();
    }

    @ParameterizedTest(name = "{0} workers")
    @ValueSource(ints = {2, 4, 8})
    void nobodyWaitsForAStuckWorker(int workers) throws InterruptedException {
        SimResult result = run(SimScenario.LONG_TICKS, workers);

        assertPromised(result);
        assertThat(result.ours().ticks()).isEqualTo(result.due());
    }

    @ParameterizedTest
    @EnumSource(
            value = SimScenario.class,
            names = {"OVERLOAD_MIXED", "LOW_LOAD", "SKEW_BLOCK", "SKEW_STRIDE"})
    void promiseTwoHoldsHoweverTheLoadIsSplit(SimScenario scenario) throws InterruptedException {
        assertPromised(run(scenario, 4));
    }

    @Test
    void theSamePlanComesToTheSame() throws InterruptedException {
        SimPlan plan = new SimPlan(SimScenario.HOUSE_MIX, 4, 50_000, SEED);

        assertThat(Simulation.run(plan)).isEqualTo(Simulation.run(plan));
    }

    @Test
    void aSeriesTellsInTheOrderOfThePlansAndEndsWhenAsked() throws InterruptedException {
        List<SimPlan> plans =
                List.of(new SimPlan(SimScenario.LOW_LOAD, 4, 0, SEED), new SimPlan(SimScenario.LOW_LOAD, 2, 0, SEED));
        List<SimPlan> told = new ArrayList<>();

        List<SimResult> results = SimSeries.run(plans, 2, result -> told.add(result.plan()), () -> false);

        assertThat(results).extracting(SimResult::plan).isEqualTo(plans);
        assertThat(told).isEqualTo(plans);
        assertThat(SimSeries.run(plans, 1, result -> {}, () -> true)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SimScenario.class)
    void theLoadIsWhatTheScenarioSays(SimScenario scenario) {
        World world = scenario.world(8, SEED);
        double load = world.maps().stream()
                        .mapToDouble(map -> (double) map.costNs() / map.periodNs)
                        .sum()
                / 8;
        double said = switch (scenario) {
            case OVERLOAD, OVERLOAD_MIXED -> 1.5;
            case LOW_LOAD -> 0.05;
            // The long ones take 25 ms of each 100 on average, of half as many workers.
            case LONG_TICKS -> 0.4 + 0.125;
            case HOUSE_MIX, SKEW_BLOCK, SKEW_STRIDE -> 0.7;
        };
        assertThat(load).isCloseTo(said, within(0.1 * said));
    }
}
