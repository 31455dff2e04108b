package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpinMarginTest {
    private static final long SHORT = 1_000_000;
    private static final long LONG = SpinMargin.LONG_WAIT_NS;
    private static final long CAP = 200_000;

    private static SpinMargin margin(int quantilePermille) {
        return new SpinMargin(new SpinPolicy(quantilePermille, CAP, CAP, 16));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 600, 800, 950})
    void restsAtTheQuantileAskedFor(int permille) {
        SplittableRandom random = new SplittableRandom(permille);
        SpinMargin margin = margin(permille);
        int above = 0;
        int samples = 0;
        for (int i = 0; i < 60_000; i++) {
            // 40 µs and an exponential tail of 20 µs, much like a machine's.
            long over = 40_000 + (long) (-20_000 * Math.log(1 - random.nextDouble()));
            if (i >= 10_000) {
                samples++;
                above += over > margin.of(SHORT) ? 1 : 0;
            }
            margin.slept(SHORT, over);
        }
        assertThat(1_000.0 * above / samples).isBetween(0.8 * (1_000 - permille), 1.2 * (1_000 - permille));
    }

    @ParameterizedTest
    @ValueSource(longs = {150_000_000, Long.MAX_VALUE})
    void aStallMovesItByOneStepAtMost(long stallNs) {
        SpinMargin margin = margin(950);
        for (int i = 0; i < 1_000; i++) {
            margin.slept(SHORT, 60_000);
        }
        long before = margin.of(SHORT);
        margin.slept(SHORT, stallNs);
        assertThat(margin.of(SHORT) - before).isBetween(1L, before / 10);
        for (int i = 0; i < 30; i++) {
            margin.slept(SHORT, 60_000);
        }
        assertThat(margin.of(SHORT)).isBetween(55_000L, 66_000L);
    }

    @Test
    void longWaitsHaveAnEstimateOfTheirOwn() {
        SpinMargin margin = margin(950);
        for (int i = 0; i < 1_000; i++) {
            margin.slept(LONG - 1, 20_000);
            margin.slept(LONG, 120_000);
        }
        assertThat(margin.of(1)).isEqualTo(margin.of(LONG - 1)).isBetween(17_000L, 23_000L);
        assertThat(margin.of(Long.MAX_VALUE)).isEqualTo(margin.of(LONG)).isBetween(110_000L, 130_000L);
    }

    @Test
    void staysBetweenFloorAndCapWhateverComes() {
        long[] extremes = {0, 1, SpinMargin.FLOOR_NS, CAP, CAP + 1, Long.MAX_VALUE};
        for (long extreme : extremes) {
            for (int permille : new int[] {1, 500, 999}) {
                SpinMargin margin = margin(permille);
                for (int i = 0; i < 20_000; i++) {
                    margin.slept(SHORT, extreme);
                    assertThat(margin.of(SHORT)).isBetween(SpinMargin.FLOOR_NS, CAP);
                }
            }
        }
    }

    @Test
    void eachLengthHasItsOwnCap() {
        SpinMargin margin = new SpinMargin(new SpinPolicy(950, 90_000, 210_000, 16));
        for (int i = 0; i < 1_000; i++) {
            margin.slept(SHORT, 900_000);
            margin.slept(LONG, 900_000);
        }
        assertThat(margin.of(SHORT)).isEqualTo(90_000);
        assertThat(margin.of(LONG)).isEqualTo(210_000);
    }

    @Test
    void followsAMachineThatGrowsSlowerAndFasterAgain() {
        SpinMargin margin = margin(600);
        long[] speeds = {30_000, 150_000, 15_000};
        for (long speed : speeds) {
            for (int i = 0; i < 200; i++) {
                margin.slept(SHORT, speed);
            }
            assertThat(margin.of(SHORT)).isBetween(speed * 9 / 10, speed * 11 / 10);
        }
    }
}
