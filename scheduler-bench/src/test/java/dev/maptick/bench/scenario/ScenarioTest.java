package dev.maptick.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.result.Parameters;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    private static Set<Scenario> drilled(double seconds) {
        return Stream.of(Scenario.values())
                .filter(scenario -> scenario.parameters(700, seconds).drillTicks() > 0)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Scenario.class)));
    }

    @Test
    void whoseWarmUpHasTooFewTicksOrPairsIsDrilled() {
        assertThat(drilled(2))
                .containsExactly(Scenario.CHURN, Scenario.PRECISION, Scenario.DEDICATED, Scenario.PROCESS_1K);
    }

    @Test
    void aShortWarmUpIsMadeUpForAndALongOneNeedsNoDrill() {
        assertThat(drilled(0.5)).contains(Scenario.IDLE_1K).doesNotContain(Scenario.IDLE_10K);
        assertThat(drilled(600)).containsExactly(Scenario.DEDICATED);
    }

    /** What the bound counts on: the maps of the mix are due in its proportion. */
    @Test
    void oneMapInTwentyIsHeavy() {
        for (Scenario mixed : new Scenario[] {Scenario.HOUSE_MIX, Scenario.OVERLOAD}) {
            Parameters load = mixed.parameters(700, 2);
            long heavy = IntStream.range(0, load.maps())
                    .filter(map -> load.iterations(map) == load.heavyIterations())
                    .count();
            assertThat(heavy).as(mixed.label()).isEqualTo(load.maps() / 20);
        }
    }

    @Test
    void whereNobodyTicksNobodyIsDrilled() {
        assertThat(Scenario.PROCESS_0.parameters(700, 0.1).drillTicks()).isZero();
    }

    @Test
    void aDrillIsOfFifteenThousandTicks() {
        Parameters precision = Scenario.PRECISION.parameters(700, 2);

        assertThat(precision.drillTicks()).isEqualTo(15_000);
        assertThat(precision.drillSeconds()).isEqualTo(3.75);
    }
}
