package dev.maptick.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** That a broken promise would be seen. */
class RecorderTest {
    private static final long MS = 1_000_000;
    private static final long NEVER = Long.MIN_VALUE;

    private final SimMap a = new SimMap(0, 10 * MS, point -> MS);
    private final SimMap b = new SimMap(1, 10 * MS, point -> MS);
    private final Recorder recorder = new Recorder(new World(List.of(a, b), 0, 100 * MS, 0), 2);

    RecorderTest() {
        recorder.registered(a, 0);
        recorder.registered(b, 0);
    }

    private void run(SimMap map, long startNs, long parkedNs) {
        recorder.started(map, 0, startNs, parkedNs);
        recorder.ended(map, startNs + MS);
    }

    @Test
    void aSecondTurnWhileAnEarlierOneWaitsIsSeen() {
        run(a, 0, NEVER);
        run(a, 10 * MS, NEVER);

        assertThat(recorder.turns().secondTurns()).isOne();
        assertThat(recorder.turns().overtakenNsMax()).isEqualTo(10 * MS);
    }

    @Test
    void turnsInOrderAreNoSecondTurns() {
        run(a, 0, NEVER);
        run(b, 9 * MS, NEVER);
        run(a, 10 * MS, NEVER);
        run(b, 11 * MS, NEVER);

        assertThat(recorder.turns().secondTurns()).isZero();
        assertThat(recorder.turns().overtakenNsMax()).isZero();
        assertThat(recorder.turns().delay().maxNs()).isEqualTo(9 * MS);
    }

    @Test
    void aDueMapBesideAParkedWorkerIsSeenUpToTheGrace() {
        run(a, 3 * MS, MS);
        assertThat(recorder.turns().leftBehind()).isZero();
        assertThat(recorder.turns().leftBehindNsMax()).isEqualTo(MS);

        run(b, 3 * MS, MS + 1);
        assertThat(recorder.turns().leftBehind()).isOne();
    }

    @Test
    void oneThatNeverGetsItsTurnIsSeenAtTheEnd() {
        recorder.over(5 * MS, 4 * MS);

        assertThat(recorder.turns().leftBehind()).isEqualTo(2);
        assertThat(recorder.turns().leftBehindNsMax()).isEqualTo(4 * MS);
    }

    @Test
    void whatIsPassedOverIsCountedInTheWindowOnly() {
        recorder.started(a, 0, 0, NEVER);
        recorder.ended(a, 95 * MS);
        recorder.started(b, 1, 0, NEVER);
        recorder.ended(b, 995 * MS);

        assertThat(a.skipped).isEqualTo(9);
        assertThat(b.skipped).isEqualTo(9);
        assertThat(recorder.turns().busy()).isEqualTo(1.95);
        assertThat(recorder.turns().active()).isEqualTo(2);
    }
}
