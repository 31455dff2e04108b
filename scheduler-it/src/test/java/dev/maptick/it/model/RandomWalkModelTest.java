package dev.maptick.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The real scheduler against a plain model, in virtual time, through random registrations, departures with and without
 * last task, overruns, faults, back-offs, quarantines, moves, suspensions, changes of period, rebalanced phases, other pool sizes,
 * threads that stand in for stuck ones, freezes of the host and shutdowns. Order is exact with any number of stepped workers. A
 * failing run names its seed; {@code -Dmaptick.walk.seed=N} replays it alone.
 */
final class RandomWalkModelTest {
    private static final int STEPS = 400;
    private static final long ONE_SECOND = 1_000_000_000L;

    @ParameterizedTest(name = "{0} workers, clock from {1}")
    @CsvSource({
        "1, 0",
        "1, -1000000000",
        "1, 9223372036854775000",
        "2, 0",
        "2, 9223372035854775807",
        "8, -9223372036854775808",
        "8, 9223372036734775807",
    })
    void keepsEveryPromiseOfTheModel(int workers, long clockStart) {
        walk(workers, clockStart, 34_000);
    }

    @ParameterizedTest(name = "a heap alone, {0} workers, clock from {1}")
    @CsvSource({"1, 9223372036854775000", "2, -5", "8, 0"})
    void keepsEveryPromiseOnAHeapAloneToo(int workers, long clockStart) {
        System.setProperty("maptick.queue", "heap");
        try {
            walk(workers, clockStart, 10_000);
        } finally {
            System.clearProperty("maptick.queue");
        }
    }

    @Test
    @Tag("soak")
    void keepsEveryPromiseOfTheModelForLong() {
        for (int workers : new int[] {1, 2, 3, 8}) {
            walk(workers, Long.MAX_VALUE - 30 * ONE_SECOND, 3_000_000);
        }
    }

    private static void walk(int workers, long clockStart, long atLeast) {
        Long only = Long.getLong("maptick.walk.seed");
        long seed = only == null ? 20_261_130L * workers + clockStart : only;
        long operations = 0;
        long phasesMoved = 0;
        long quarantines = 0;
        long resizes = 0;
        long stuck = 0;
        while (operations < atLeast) {
            try {
                RandomWalk walk = new RandomWalk(seed, workers, Math.floorMod(seed, 4), clockStart);
                operations += walk.walk(STEPS);
                phasesMoved += walk.phasesMoved();
                quarantines += walk.quarantines();
                resizes += walk.resizes();
                stuck += walk.stuck();
            } catch (Throwable t) {
                throw new AssertionError(
                        "workers " + workers + ", clock from " + clockStart + ", replay with -Dmaptick.walk.seed="
                                + seed,
                        t);
            }
            if (only != null) {
                return;
            }
            seed++;
        }
        assertThat(operations).isGreaterThanOrEqualTo(atLeast);
        assertThat(phasesMoved).as("phases moved").isGreaterThan(atLeast / 1_000);
        assertThat(quarantines).as("quarantines").isPositive();
        assertThat(resizes).as("changes of the pool's size").isGreaterThan(atLeast / 1_000);
        assertThat(stuck).as("ticks reported as stuck").isGreaterThan(atLeast / 1_000);
    }
}
