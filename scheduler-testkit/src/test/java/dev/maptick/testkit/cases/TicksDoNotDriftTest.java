package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.SteppedScheduler;
import dev.maptick.testkit.TickTasks;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Case B03 b and c (PaperMC/Paper#624): in place of even spacing the loop alternated between twice the period and none, or
 * the period crept longer by the tick's own cost.
 */
class TicksDoNotDriftTest {
    private static final long SEED = 20_260_301;
    private static final long MS = 1_000_000;

    /** Runs one map with random costs below its period, and holds each start against D0 + k · P. */
    private static long run(long clockStart, long periodMs, Duration length) {
        Random random = new Random(SEED);
        long periodNs = periodMs * MS;
        int bound = Math.toIntExact(periodNs - MS + 1);
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(clockStart).start()) {
            TickRegistration map = stepped.scheduler()
                    .register(
                            "map",
                            TickOptions.every(Duration.ofMillis(periodMs)).phase(Duration.ofMillis(7)),
                            TickTasks.costing(stepped.clock(), () -> random.nextInt(bound)));
            long first = clockStart + 7 * MS;
            AtomicLong ended = new AtomicLong();
            AtomicLong offGrid = new AtomicLong();
            stepped.runUntil(first + length.toNanos() - 1, tick -> {
                long k = ended.getAndIncrement();
                if (tick.startNanos() != first + k * periodNs || tick.skipped() != 0) {
                    offGrid.incrementAndGet();
                }
            });

            assertThat(offGrid).as("starts off D0 + k · P, seed %d", SEED).hasValue(0);
            assertThat(map.stats().skipped()).isZero();
            assertThat(map.stats().latenessNanosMax()).isZero();
            return map.stats().ticks();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void aHundredThousandTicksOfAnyCostBelowThePeriodStartExactlyOnTheGrid(long clockStart) {
        assertThat(run(clockStart, 50, Duration.ofSeconds(5_000))).isEqualTo(100_000);
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void threeThousandSecondsHoldExactlyTheirNumberOfTicks(long clockStart) {
        assertThat(run(clockStart, 125, Duration.ofMinutes(50))).isEqualTo(24_000);
        assertThat(run(clockStart, 25, Duration.ofMinutes(50))).isEqualTo(120_000);
    }
}
