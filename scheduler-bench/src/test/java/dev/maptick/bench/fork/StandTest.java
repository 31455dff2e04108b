package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Churn;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.scenario.Scenario;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The stand from end to end, inside this process. Counts that must add up, whatever the machine's mood. */
class StandTest {
    private static final long MS = 1_000_000;

    private static Measures measured(Contenders who, Scenario scenario, Parameters parameters)
            throws InterruptedException {
        RunResult result = ForkMain.run(who, scenario, 1, parameters);

        assertThat(result.outcome()).as(result.note()).isEqualTo(Outcome.MEASURED);
        return Objects.requireNonNull(result.measures());
    }

    @Test
    void countsAddUp() throws InterruptedException {
        Parameters parameters = new Parameters(40, 10 * MS, 2, 100, 1_000, 20, 0, 0, 0, 0.1, 0.3);

        Measures measures = measured(Contenders.MAPTICK, Scenario.IDLE_1K, parameters);

        assertThat(measures.counts().due()).isEqualTo(40 * 30);
        assertThat(measures.counts().executed())
                .isPositive()
                .isEqualTo(measures.lateness().samples());
        // A tick counts by its start: each map may bring one in at the opening, or lose one at the end.
        assertThat(measures.counts().executed() + measures.counts().skipped()).isBetween(40L * 20, 40L * 40);
        assertThat(measures.counts().early()).isZero();
        assertThat(measures.cpu().cores())
                .isBetween(0.0, 1.0 * Runtime.getRuntime().availableProcessors() + 0.1);
        assertThat(measures.memory().allocatedBytesPerTick()).isNotNull();
        assertThat(measures.fairness().jain()).isBetween(0.0, 1.0);
        assertThat(measures.churn()).isNull();
        assertThat(Objects.requireNonNull(measures.pureWork()).share()).isPositive();
    }

    @Test
    void guestsComeAndGo() throws InterruptedException {
        Parameters parameters = new Parameters(20, 10 * MS, 1, 0, 0, 0, 500, 0, 400, 0.2, 0.3);

        Churn churn = Objects.requireNonNull(
                measured(Contenders.NAIVE_PQ, Scenario.CHURN, parameters).churn());

        assertThat(churn.pairsPerSecond()).isPositive();
        assertThat(churn.registerMeanNs()).isPositive();
        assertThat(churn.unregisterMeanNs()).isPositive();
    }

    @Test
    void ofADedicatedMapOnlyItsOwnLatenessIsTold() throws InterruptedException {
        Parameters parameters = new Parameters(11, 10 * MS, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.2);

        Measures measures = measured(Contenders.MAPTICK, Scenario.DEDICATED, parameters);

        assertThat(measures.counts().executed())
                .isGreaterThan(measures.lateness().samples());
        assertThat(measures.lateness().samples()).isPositive();
    }

    @Test
    void anIdleJvmHasNoTicks() throws InterruptedException {
        Parameters parameters = new Parameters(0, 250 * MS, 1, 0, 0, 0, 0, 0, 0, 0.1, 0.2);

        Measures measures = measured(Contenders.NONE, Scenario.PROCESS_0, parameters);

        assertThat(measures.counts().executed()).isZero();
        assertThat(measures.memory().allocatedBytesPerTick()).isNull();
        assertThat(measures.pureWork()).isNull();
    }

    @Test
    void whoCannotTakePartIsToldWhy() throws InterruptedException {
        RunResult result =
                ForkMain.run(Contenders.THREAD_PER_MAP, Scenario.IDLE_10K, 2, Scenario.IDLE_10K.parameters(1, 1));

        assertThat(result.outcome()).isEqualTo(Outcome.NOT_AVAILABLE);
        assertThat(result.note()).contains("10,000 maps", "4,000");
        assertThat(result.round()).isEqualTo(2);
    }

    /** Shift, difference, product and sum, each waiting for the one before: six cycles at least, whatever the processor. */
    @Test
    void noCompilerFindsAShorterWayThroughTheWork() {
        double mostCyclesPerMicro = 10_000;

        assertThat(Work.iterationsPerMicro()).isBetween(1.0, mostCyclesPerMicro / 6);
    }
}
