package dev.maptick.it.maps.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The real map runtime on the real scheduler against plain models, in virtual time: posts of every kind, timers, background
 * tasks, saves, sleep and wake, suspension, moves, changes of period, closing and shutdown at random, from outside, from
 * another thread, from the map's own callbacks and from those of other maps. After every step R1, R3, R4 and R5 are checked
 * for every map, and that none with work waiting sleeps. A failing run names its seed and its last operations;
 * {@code -Dmaptick.walk.seed=N} replays it alone.
 */
final class MapRuntimeWalkTest {
    private static final int STEPS = 800;

    private static final ExecutorService OTHER_THREAD = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "other");
        thread.setDaemon(true);
        return thread;
    });

    @AfterAll
    static void endTheOtherThread() {
        OTHER_THREAD.shutdown();
    }

    @ParameterizedTest(name = "{0} workers, clock from {1}")
    @CsvSource({
        "1, 0",
        "1, -1000000000",
        "2, 9223372036854775000",
        "2, -9223372036854775808",
        "3, 9223372026854775807",
    })
    void everyMapKeepsItsPromises(int workers, long clockStart) {
        walk(workers, clockStart, 20_000);
    }

    @Test
    @Tag("soak")
    void everyMapKeepsItsPromisesForLong() {
        for (int workers : new int[] {1, 2, 4}) {
            walk(workers, Long.MAX_VALUE - 30_000_000_000L, 1_500_000);
        }
    }

    private static void walk(int workers, long clockStart, long atLeast) {
        Long only = Long.getLong("maptick.walk.seed");
        long seed = only == null ? 20_261_201L * workers + clockStart : only;
        System.out.println("walk of " + atLeast + " operations, " + workers + " workers, seeds from " + seed);
        long operations = 0;
        while (operations < atLeast) {
            try {
                operations += new MapWalk(seed, workers, clockStart, OTHER_THREAD).walk(STEPS);
            } catch (Throwable t) {
                throw new AssertionError(
                        "workers " + workers + ", clock from " + clockStart + ", after " + operations
                                + " operations of earlier seeds, replay with -Dmaptick.walk.seed=" + seed,
                        t);
            }
            if (only != null) {
                return;
            }
            seed++;
        }
        assertThat(operations).isGreaterThanOrEqualTo(atLeast);
    }
}
