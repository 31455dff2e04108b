package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.result.PureWork;
import dev.maptick.bench.scenario.Scenario;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Equations that hold however fast the machine is. */
class WorkBoundTest {
    private static final double SECONDS = 0.1;

    /** 19 light ticks of 100 and a heavy one of 2,000: 195 in the mean. */
    private final Parameters parameters = new Parameters(40, 10_000_000, 2, 100, 2_000, 20, 0, 0, 0, 0, SECONDS);

    @Test
    void allDueTicksOfAMixAtTheBoundAreTheWholeOfIt() throws InterruptedException {
        WorkBound bound = new WorkBound(parameters);
        bound.measure();
        bound.measure();

        PureWork some = Objects.requireNonNull(bound.beside(195_000, 0));
        double ticks = some.boundTicksPerSecond() * SECONDS;

        assertThat(some.boundTicksPerSecond()).isPositive();
        assertThat(Objects.requireNonNull(bound.beside(ticks * 195, 0)).share()).isCloseTo(1, within(1e-9));
    }

    @Test
    void lightTicksInPlaceOfHeavyOnesAreLess() throws InterruptedException {
        WorkBound bound = new WorkBound(parameters);
        bound.measure();
        double whole = Objects.requireNonNull(bound.beside(1_000 * 195, 0)).share();

        assertThat(Objects.requireNonNull(bound.beside(1_000 * 100, 0)).share())
                .isCloseTo(whole * 100 / 195, within(1e-9));
    }

    @Test
    void timeInWorkIsOfTheTimeOfAllThreads() throws InterruptedException {
        WorkBound bound = new WorkBound(parameters);
        bound.measure();

        // Of two threads in 0.1 s.
        assertThat(Objects.requireNonNull(bound.beside(1, 150_000_000)).inWork())
                .isCloseTo(0.75, within(1e-9));
    }

    @Test
    void emptyTicksHaveNoBoundAndDedicatedMapsNeither() throws InterruptedException {
        for (Scenario scenario : new Scenario[] {Scenario.IDLE_10K, Scenario.DEDICATED, Scenario.CHURN}) {
            WorkBound bound = new WorkBound(scenario.parameters(700, 1));
            bound.measure();

            assertThat(bound.beside(1, 1)).as(scenario.label()).isNull();
        }
        assertThat(Scenario.OVERLOAD.parameters(700, 1).asksForPureWork()).isTrue();
        assertThat(Scenario.HOUSE_MIX.parameters(700, 1).asksForPureWork()).isTrue();
    }
}
