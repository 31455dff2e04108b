package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Phases fill the period evenly at every number of maps, and depend on nothing but the seed and the calls before. */
class SlotStaggerTest {
    private static final long MS = 1_000_000;
    private static final long SLOT = MS / 4;
    private static final int MOST = 2_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 25, 50, 125, 250, 3_600_000})
    void noSlotIsCrowdedAtAnyNumberOfMaps(long periodMs) {
        for (long seed = -20; seed < 20; seed++) {
            SlotStagger stagger = new SlotStagger(SLOT, false, seed);
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

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 2_500_000})
    void slotsFillRoundByRound(long slot) {
        SlotStagger stagger = new SlotStagger(slot, false, 7);
        int slots = (int) (50 * MS / slot);
        for (int round = 1; round <= 5; round++) {
            long[] phases = LongStream.generate(() -> stagger.phaseNanos(50 * MS, 0))
                    .limit(slots)
                    .sorted()
                    .toArray();
            for (int i = 0; i < slots; i++) {
                assertThat(phases[i]).as("round %d", round).isEqualTo(i * slot);
            }
        }
    }

    @Test
    void theFirstFewAreFarApart() {
        for (long seed = 0; seed < 50; seed++) {
            SlotStagger stagger = new SlotStagger(SLOT, false, seed);
            long period = 50 * MS;
            long[] phases = LongStream.generate(() -> stagger.phaseNanos(period, 0))
                    .limit(20)
                    .sorted()
                    .toArray();
            for (int i = 0; i < phases.length; i++) {
                long next = i + 1 < phases.length ? phases[i + 1] : phases[0] + period;
                assertThat(next - phases[i])
                        .as("seed %d, after phase %d", seed, i)
                        .isBetween(period / 60, period / 7);
            }
        }
    }

    @Test
    @DisplayName(
            "of slots with as many maps the one with the smallest sum of cost hints is next, so heavy maps lie apart")
    void costHintsSpreadHeavyMaps() {
        SlotStagger stagger = new SlotStagger(MS, false, 3);
        Map<Long, Long> costs = new HashMap<>();
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            long hint = i % 20 == 0 ? 400_000 : 20_000;
            long phase = stagger.phaseNanos(50 * MS, hint);
            costs.merge(phase, hint, Long::sum);
            counts.merge(phase, 1, Integer::sum);
        }
        assertThat(counts.values()).allMatch(n -> n == 20);
        // The mean is 780 us. Without the hints the heavy ones would be in ten slots, five to a slot: 2.3 ms.
        assertThat(costs.values()).as("%s", costs).allMatch(c -> c <= 1_600_000);
    }

    @ParameterizedTest(name = "every {0}th map is heavy")
    @ValueSource(ints = {2, 4, 5, 8, 10, 20, 25, 40, 50, 100})
    @DisplayName("maps that are heavy in a rhythm, and nobody said so, do not meet in a few slots")
    void noRhythmOfHeavyMapsMeetsInAFewSlots(int rhythm) {
        SlotStagger stagger = new SlotStagger(SLOT, true, 3);
        Map<Long, Integer> heavy = new HashMap<>();
        int slots = 200;
        for (int i = 0; i < 8 * slots; i++) {
            long slot = stagger.phaseNanos(50 * MS, 0) / SLOT;
            heavy.merge(slot, i % rhythm == 0 ? 1 : 0, Integer::sum);
        }
        int mean = Math.max(1, 8 / rhythm);
        assertThat(heavy.values()).as("%s", heavy).allMatch(n -> n <= mean + 1);
    }

    @Test
    @DisplayName("in its slot each map gets the place that is due when those before it should have run")
    void placesFollowTheCost() {
        SlotStagger stagger = new SlotStagger(50 * MS, true, 3);
        assertThat(LongStream.generate(() -> stagger.phaseNanos(50 * MS, 0) / 1_000)
                        .limit(20))
                .containsExactly(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 2L, 2L, 2L, 2L, 2L, 2L, 2L, 2L, 4L, 4L, 4L, 4L);
        assertThat(stagger.phaseNanos(50 * MS, 15_000)).isEqualTo(4_000);
        assertThat(stagger.phaseNanos(50 * MS, 15_000)).isEqualTo(20_000);
        assertThat(stagger.phaseNanos(50 * MS, 15_000)).isEqualTo(34_000);
        for (int i = 0; i < 10; i++) {
            assertThat(stagger.phaseNanos(50 * MS, 15_000)).isBetween(50_000L, 62_000L);
        }
    }

    @Test
    void whatHasLeftMakesRoom() {
        SlotStagger stagger = new SlotStagger(MS, false, 3);
        for (int i = 0; i < 500; i++) {
            stagger.phaseNanos(50 * MS, 1);
        }
        stagger.left(50 * MS, 17 * MS, 1);
        stagger.left(50 * MS, 31 * MS, 1);
        assertThat(LongStream.generate(() -> stagger.phaseNanos(50 * MS, 1) / MS)
                        .limit(2))
                .containsExactlyInAnyOrder(17L, 31L);
    }

    @Test
    void fixedPhasesCountWhereTheyAre() {
        SlotStagger stagger = new SlotStagger(MS, false, 3);
        for (int i = 0; i < 49; i++) {
            stagger.taken(50 * MS, (i < 20 ? i : i + 1) * MS + 300_000, 0);
        }
        assertThat(stagger.phaseNanos(50 * MS, 0)).isEqualTo(20 * MS);
    }

    @Test
    void aPeriodThatIsNoMultipleOfTheSlotIsDividedEvenlyToo() {
        SlotStagger stagger = new SlotStagger(MS, false, 3);
        long period = 33_333_333;
        int slots = (int) (period / MS);
        long[] phases = LongStream.generate(() -> stagger.phaseNanos(period, 0))
                .limit(slots)
                .sorted()
                .toArray();
        for (int i = 0; i < slots; i++) {
            assertThat(phases[i]).isEqualTo(i * period / slots);
            // What has left is found again at the same slot.
            stagger.left(period, phases[i], 0);
            assertThat(stagger.phaseNanos(period, 0)).isEqualTo(phases[i]);
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
        SlotStagger mixed = new SlotStagger(SLOT, false, 5);
        SlotStagger plain = new SlotStagger(SLOT, false, 5);
        for (int i = 0; i < 100; i++) {
            long expected = plain.phaseNanos(50 * MS, i);
            assertThat(mixed.phaseNanos(50 * MS, i)).isEqualTo(expected);
            mixed.phaseNanos(25 * MS, 0);
        }
    }

    @Test
    void theShortestPeriodThereIsStaysInRange() {
        SlotStagger stagger = new SlotStagger(SLOT, false, 1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(stagger.phaseNanos(1, 0)).isZero();
            assertThat(stagger.phaseNanos(Long.MAX_VALUE, 0)).isBetween(0L, Long.MAX_VALUE - 1);
        }
    }

    @Test
    @DisplayName("a server that makes up a new period for every map gets phases in range, and no memory grows with it")
    void manyPeriods() {
        SlotStagger stagger = new SlotStagger(SLOT, false, 1);
        for (long period = MS; period < MS + 20_000; period++) {
            assertThat(stagger.phaseNanos(period, 0)).isBetween(0L, period - 1);
        }
        assertThat(stagger.periodsKept()).isLessThanOrEqualTo(1_024);
    }

    private static long[] phases(long seed) {
        SlotStagger stagger = new SlotStagger(SLOT, false, seed);
        return LongStream.range(0, 300)
                .map(i -> stagger.phaseNanos((i % 3 == 0 ? 25 : 50) * MS, i))
                .toArray();
    }

    @ParameterizedTest
    @DisplayName("promise 6 holds for periods that are long or no multiple of a slot")
    @CsvSource({
        "1500, 1000",
        "1900, 1000",
        "1300, 250",
        "999999, 250",
        "1000001, 250",
        "2000000, 1000",
        "7000000, 250",
        "10000000, 250",
        "60000000, 250",
        "60000000, 1000",
        "3600000000, 250"
    })
    void noMillisecondIsCrowdedInOddPeriods(long periodMicros, long slotMicros) {
        SlotStagger stagger = new SlotStagger(slotMicros * 1_000, true, 3);
        Map<Long, Integer> inMs = new HashMap<>();
        double mean = 1_000.0 / periodMicros;
        int fullest = 0;
        for (int n = 1; n <= 40_000; n++) {
            long phaseNs = stagger.phaseNanos(periodMicros * 1_000, 0);
            assertThat(phaseNs).isBetween(0L, periodMicros * 1_000 - 1);
            fullest = Math.max(fullest, inMs.merge(phaseNs / 1_000_000, 1, Integer::sum));
            assertThat((double) fullest).as("after %d", n).isLessThanOrEqualTo(1.5 * mean * n + 2);
        }
    }
}
