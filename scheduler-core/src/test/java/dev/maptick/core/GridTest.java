package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The deadline arithmetic: tables a reader can check by hand, then long random runs against the definition in unbounded
 * numbers. Would catch an off-by-one at a point hit exactly, a comparison in place of a difference, and any overflow.
 */
class GridTest {
    private static final long SEED = 20_261_130L;
    private static final long SHORTEST = 1_000_000L;
    private static final long LONGEST = 3_600_000_000_000L;

    @ParameterizedTest(name = "P={0}, tick of {1}: SKIP goes {2} on, RUN_LATE {3}")
    @CsvSource({
        "50,    0,   1,   1",
        "50,    1,   1,   1",
        "50,   49,   1,   1",
        "50,   50,   1,   1",
        "50,   51,   2,   1",
        "50,   60,   2,   1",
        "50,   99,   2,   1",
        "50,  100,   2,   2",
        "50,  101,   3,   2",
        "50,  320,   7,   6",
        "50, 5000, 100, 100",
        "50, 5001, 101, 100",
        "25,   26,   2,   1",
        "1,     7,   7,   7"
    })
    void nextDeadlineAfterATick(long period, long endAfterDeadline, long skip, long runLate) {
        for (long deadline : new long[] {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 60, -40}) {
            long end = deadline + endAfterDeadline;
            assertThat(Grid.stepsAfterTick(deadline, end, period, MissPolicy.SKIP))
                    .as("SKIP from %d", deadline)
                    .isEqualTo(skip);
            assertThat(Grid.stepsAfterTick(deadline, end, period, MissPolicy.RUN_LATE))
                    .as("RUN_LATE from %d", deadline)
                    .isEqualTo(runLate);
        }
    }

    @Test
    @DisplayName("a clock that reads before the deadline at the end still goes one point on")
    void endBeforeTheDeadline() {
        for (MissPolicy policy : MissPolicy.values()) {
            assertThat(Grid.stepsAfterTick(100, 90, 50, policy)).isEqualTo(1);
            assertThat(Grid.stepsAfterTick(Long.MIN_VALUE, Long.MAX_VALUE, 50, policy))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "P={0}, now {1} after the point: {2} on")
    @CsvSource({"50, -1, 0", "50, 0, 0", "50, 1, 1", "50, 50, 1", "50, 51, 2", "50, 5000, 100", "50, 5001, 101"})
    void firstPointNotBefore(long period, long nowAfterPoint, long steps) {
        for (long point : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 2_000}) {
            assertThat(Grid.stepsNotBefore(point, point + nowAfterPoint, period))
                    .isEqualTo(steps);
        }
    }

    @ParameterizedTest(name = "P={0}, {1} after the start, phase {2}: {3} ahead")
    @CsvSource({
        "50,   0,  0,  0", "50,   0,  7,  7", "50,   7,  7,  0", "50,   8,  7, 49", "50, 107,  7,  0",
        "50, 108,  7, 49", "50,  49, 49,  0", "50,  50, 49, 49", "50,  -1,  0,  1", "1, 5, 0, 0"
    })
    void firstDeadline(long period, long sinceEpoch, long phase, long ahead) {
        for (long epoch : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 60}) {
            long now = epoch + sinceEpoch;
            assertThat(Grid.firstDeadline(epoch, now, period, phase) - now).isEqualTo(ahead);
        }
    }

    @Test
    @DisplayName("the longest gap there is: 292 years on the shortest and the longest period")
    void extremeGaps() {
        long gap = Long.MAX_VALUE;
        for (long period : new long[] {1, SHORTEST, LONGEST}) {
            BigInteger steps = ceilDiv(BigInteger.valueOf(gap), BigInteger.valueOf(period));
            assertThat(BigInteger.valueOf(Grid.stepsAfterTick(-5, -5 + gap, period, MissPolicy.SKIP)))
                    .isEqualTo(steps);
            assertThat(BigInteger.valueOf(Grid.stepsNotBefore(-5, -5 + gap, period)))
                    .isEqualTo(steps);
            assertThat(Grid.stepsAfterTick(-5, -5 + gap, period, MissPolicy.RUN_LATE))
                    .isEqualTo(gap / period);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 120_000_000L})
    void agreesWithUnboundedArithmetic(long base) {
        SplittableRandom random = new SplittableRandom(SEED ^ base);
        for (int i = 0; i < 40_000; i++) {
            long period = period(random);
            BigInteger p = BigInteger.valueOf(period);
            long deadline = base + random.nextLong(-LONGEST, LONGEST);
            long elapsed = elapsed(random, period);
            BigInteger e = BigInteger.valueOf(elapsed);
            String at = "seed " + SEED + ", case " + i + ": base " + base + ", P " + period + ", elapsed " + elapsed;

            BigInteger skip =
                    BigInteger.valueOf(Grid.stepsAfterTick(deadline, deadline + elapsed, period, MissPolicy.SKIP));
            check(skip.multiply(p).compareTo(e) >= 0, at, "SKIP: not before the end", skip);
            check(isFirst(skip) || skip.subtract(BigInteger.ONE).multiply(p).compareTo(e) < 0, at, "SKIP: first", skip);

            BigInteger late =
                    BigInteger.valueOf(Grid.stepsAfterTick(deadline, deadline + elapsed, period, MissPolicy.RUN_LATE));
            check(late.add(BigInteger.ONE).multiply(p).compareTo(e) > 0, at, "RUN_LATE: latest", late);
            check(isFirst(late) || late.multiply(p).compareTo(e) <= 0, at, "RUN_LATE: not after the end", late);

            BigInteger resumed = BigInteger.valueOf(Grid.stepsNotBefore(deadline, deadline + elapsed, period));
            check(resumed.equals(ceilDiv(e, p)), at, "not before now", resumed);

            long phase = random.nextLong(period);
            long now = deadline + elapsed;
            BigInteger ahead = BigInteger.valueOf(Grid.firstDeadline(deadline, now, period, phase) - now);
            check(
                    ahead.equals(BigInteger.valueOf(phase).subtract(e).mod(p)),
                    at,
                    "first deadline, phase " + phase,
                    ahead);
        }
    }

    private static boolean isFirst(BigInteger steps) {
        return steps.equals(BigInteger.ONE);
    }

    private static void check(boolean right, String at, String what, BigInteger found) {
        if (!right) {
            throw new AssertionError(at + ": " + what + ", found " + found);
        }
    }

    private static BigInteger ceilDiv(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }

    private static long period(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> SHORTEST;
            case 1 -> LONGEST;
            case 2 -> random.nextLong(1, 20);
            default -> random.nextLong(SHORTEST, LONGEST);
        };
    }

    /** Small gaps, gaps around a whole number of periods, and gaps of many years. */
    private static long elapsed(SplittableRandom random, long period) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextLong(2 * period + 2);
            case 1 -> random.nextLong(1_000) * period + random.nextLong(3);
            default -> random.nextLong(Long.MAX_VALUE);
        };
    }
}
