package dev.maptick.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Worlds small enough to be worked out by hand. */
class IdealEdfTest {
    private static final long P = 100;

    private static SimMap map(int index, long periodNs, long firstNs, long costNs) {
        SimMap map = new SimMap(index, periodNs, point -> costNs);
        map.firstNs = firstNs;
        return map;
    }

    private static Turns run(int servers, SimMap... maps) {
        return IdealEdf.run(new World(List.of(maps), 0, 10 * P, 2 * P), servers);
    }

    @Test
    void theEarliestDeadlineGoesFirstAndEqualsInTheirOrder() {
        Turns turns = run(1, map(0, P, 0, 30), map(1, P, 10, 30), map(2, P, 10, 30));

        assertThat(turns.ticks()).isEqualTo(30);
        assertThat(turns.delay()).isEqualTo(new Delay(20, 50, 50, 50));
        assertThat(turns.busy()).isEqualTo(0.9);
        assertThat(turns.jain()).isEqualTo(1);
    }

    @Test
    void eachServerTakesOne() {
        Turns turns = run(2, map(0, P, 0, 30), map(1, P, 0, 30), map(2, P, 0, 30));

        assertThat(turns.delay().maxNs()).isEqualTo(30);
        assertThat(turns.active()).isEqualTo(2);
    }

    @Test
    void whatAnOverlongTickPassesOverIsSkipped() {
        Turns turns = run(1, map(0, P, 0, 150));

        assertThat(turns.ticks()).isEqualTo(5);
        assertThat(turns.skipped()).isEqualTo(5);
        assertThat(turns.delay().maxNs()).isZero();
    }

    @Test
    void aPointExactlyAtTheEndIsStillGood() {
        assertThat(run(1, map(0, P, 0, P)).skipped()).isZero();
    }

    @Test
    void underOverloadEqualMapsGetTheSame() {
        Turns turns = run(1, map(0, P, 0, 60), map(1, P, 0, 60), map(2, P, 0, 60));

        assertThat(turns.ticks() + turns.skipped()).isEqualTo(30);
        assertThat(turns.jain()).isGreaterThan(0.99);
        assertThat(turns.secondTurns()).isZero();
    }
}
