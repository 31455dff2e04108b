package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Phases fill the period evenly at every number of maps, and depend on nothing but the seed and the calls before. */
class GoldenStaggerTest {
    private static final long MS = 1_000_000;
    private static final int MOST = 2_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 25, 50, 125, 250, 3_600_000})
    void noSlotIsCrowdedAtAnyNumberOfMaps(long periodMs) {
        for (long seed = -20; seed < 20; seed++) {
            GoldenStagger stagger = new GoldenStagger(seed);
            Map<Long, Integer> slots = new HashMap<>();
            int fullest = 0;
            for (int n = 1; n <= MOST; n++) {
                long phase = stagger.phaseNanos(periodMs * MS, 0);
                assertThat(phase).isBetween(0L, periodMs * MS - 1);
                fullest = Math.max(fullest, slots.merge(phase / MS, 1, Integer::sum));
                if (fullest > 1.5 * n / periodMs + 2) {
                    throw new AssertionError("seed %d, P %d ms: %d of %d maps in one slot of 1 ms"
                            .formatted(seed, periodMs, fullest, n));
                }
            }
        }
    }

    @Test
    void leavesNoWideGap() {
        GoldenStagger stagger = new GoldenStagger(7);
        long period = 50 * MS;
        long[] phases = LongStream.generate(() -> stagger.phaseNanos(period, 0))
                .limit(1_000)
                .sorted()
                .toArray();
        for (int i = 0; i < phases.length; i++) {
            long next = i + 1 < phases.length ? phases[i + 1] : phases[0] + period;
            assertThat(next - phases[i]).as("gap after phase %d", i).isLessThan(3 * period / phases.length);
        }
    }

    @Test
    void sameSeedAndCallsSamePhases() {
        assertThat(phases(42)).isEqualTo(phases(42));
    }

    @Test
    void otherSeedsOtherPhases() {
        assertThat(phases(42)).isNotEqualTo(phases(43));
        assertThat(phases(0)).isNotEqualTo(phases(-1));
    }

    @Test
    void periodsDoNotDisturbEachOther() {
        GoldenStagger mixed = new GoldenStagger(5);
        GoldenStagger plain = new GoldenStagger(5);
        for (int i = 0; i < 100; i++) {
            long expected = plain.phaseNanos(50 * MS, 0);
            assertThat(mixed.phaseNanos(50 * MS, i * MS)).isEqualTo(expected);
            mixed.phaseNanos(25 * MS, 0);
        }
    }

    @Test
    void theShortestPeriodThereIsStaysInRange() {
        GoldenStagger stagger = new GoldenStagger(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(stagger.phaseNanos(1, 0)).isZero();
            assertThat(stagger.phaseNanos(Long.MAX_VALUE, 0)).isBetween(0L, Long.MAX_VALUE - 1);
        }
    }

    @Test
    @DisplayName("a server that makes up a new period for every map gets phases in range, and no memory grows with it")
    void manyPeriods() {
        GoldenStagger stagger = new GoldenStagger(1);
        for (long period = MS; period < MS + 20_000; period++) {
            assertThat(stagger.phaseNanos(period, 0)).isBetween(0L, period - 1);
        }
        assertThat(stagger.periodsKept()).isLessThanOrEqualTo(1_024);
    }

    private static long[] phases(long seed) {
        GoldenStagger stagger = new GoldenStagger(seed);
        return LongStream.range(0, 300)
                .map(i -> stagger.phaseNanos((i % 3 == 0 ? 25 : 50) * MS, i))
                .toArray();
    }
}
