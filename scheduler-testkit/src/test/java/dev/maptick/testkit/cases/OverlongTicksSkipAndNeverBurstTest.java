package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.MissPolicy;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.Clocks;
import dev.maptick.testkit.InvariantChecker;
import dev.maptick.testkit.SteppedScheduler;
import dev.maptick.testkit.TickTasks;
import dev.maptick.testkit.TickTrace;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Case B02 (Minestom/Minestom#2070): one long tick was followed by an unlimited run of instant ticks. P = 50 ms, D0 at the
 * start; the first tick takes what the row says, or all do. Each row is worked out by hand for either policy.
 */
class OverlongTicksSkipAndNeverBurstTest {
    private static final long MS = 1_000_000;

    /**
     * One row.
     *
     * @param costs of each tick in turn, the last one repeated
     * @param deadlines of the first ticks
     * @param starts of the first ticks
     * @param skipped found at the ends of those ticks
     */
    record Row(MissPolicy policy, List<Long> costs, List<Long> deadlines, List<Long> starts, List<Long> skipped) {
        @Override
        public String toString() {
            return policy + " " + costs;
        }
    }

    private static List<Long> list(long... values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static Row skip(List<Long> costs, List<Long> starts, List<Long> skipped) {
        return new Row(MissPolicy.SKIP, costs, starts, starts, skipped);
    }

    private static Row late(List<Long> costs, List<Long> deadlines, List<Long> starts, List<Long> skipped) {
        return new Row(MissPolicy.RUN_LATE, costs, deadlines, starts, skipped);
    }

    private static Stream<Row> rows() {
        return Stream.of(
                skip(list(320, 1), list(0, 350, 400, 450), list(6, 0, 0, 0)),
                skip(list(49, 1), list(0, 50, 100, 150), list(0, 0, 0, 0)),
                skip(list(50, 1), list(0, 50, 100, 150), list(0, 0, 0, 0)),
                skip(list(51, 1), list(0, 100, 150, 200), list(1, 0, 0, 0)),
                skip(list(99, 1), list(0, 100, 150, 200), list(1, 0, 0, 0)),
                skip(list(100, 1), list(0, 100, 150, 200), list(1, 0, 0, 0)),
                skip(list(101, 1), list(0, 150, 200, 250), list(2, 0, 0, 0)),
                skip(list(5_000, 1), list(0, 5_000, 5_050, 5_100), list(99, 0, 0, 0)),
                skip(list(60), list(0, 100, 200, 300, 400, 500), list(1, 1, 1, 1, 1, 1)),
                late(list(320, 1), list(0, 300, 350, 400), list(0, 320, 350, 400), list(5, 0, 0, 0)),
                late(list(49, 1), list(0, 50, 100, 150), list(0, 50, 100, 150), list(0, 0, 0, 0)),
                late(list(50, 1), list(0, 50, 100, 150), list(0, 50, 100, 150), list(0, 0, 0, 0)),
                late(list(51, 1), list(0, 50, 100, 150), list(0, 51, 100, 150), list(0, 0, 0, 0)),
                late(list(99, 1), list(0, 50, 100, 150), list(0, 99, 100, 150), list(0, 0, 0, 0)),
                late(list(100, 1), list(0, 100, 150, 200), list(0, 100, 150, 200), list(1, 0, 0, 0)),
                late(list(101, 1), list(0, 100, 150, 200), list(0, 101, 150, 200), list(1, 0, 0, 0)),
                late(list(5_000, 1), list(0, 5_000, 5_050, 5_100), list(0, 5_000, 5_050, 5_100), list(99, 0, 0, 0)),
                // Ends at 60, 120, 180, 240, 300: the latest point not after it is one ahead, until 300 is two ahead of
                // 200.
                late(
                        list(60),
                        list(0, 50, 100, 150, 200, 300, 350, 400, 450, 500, 600),
                        list(0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600),
                        list(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)));
    }

    private static Stream<Arguments> rowsAndClocks() {
        return rows().flatMap(row -> Clocks.starts().mapToObj(start -> Arguments.of(row, start)));
    }

    @ParameterizedTest
    @MethodSource("rowsAndClocks")
    void theNextDeadlineIsTheOneWorkedOutByHand(Row row, long clockStart) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(clockStart).start()) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            Duration[] costs = row.costs().stream().map(Duration::ofMillis).toArray(Duration[]::new);
            TickOptions options = TickOptions.every(Duration.ofMillis(50))
                    .phase(Duration.ZERO)
                    .missPolicy(row.policy());
            TickRegistration map = stepped.scheduler()
                    .register("map", options, checker.wrap(TickTasks.costing(stepped.clock(), costs)));

            List<TickTrace> ticks = stepped.runFor(Duration.ofMillis(5_700));

            int shown = row.starts().size();
            assertThat(ticks.subList(0, shown))
                    .extracting(tick -> (tick.deadlineNanos() - clockStart) / MS)
                    .isEqualTo(row.deadlines());
            assertThat(ticks.subList(0, shown))
                    .extracting(tick -> (tick.startNanos() - clockStart) / MS)
                    .isEqualTo(row.starts());
            assertThat(ticks.subList(0, shown)).extracting(TickTrace::skipped).isEqualTo(row.skipped());
            assertNeverABurst(ticks);
            assertThat(map.stats().skipped())
                    .isEqualTo(ticks.stream().mapToLong(TickTrace::skipped).sum());
            checker.verify();
        }
    }

    /** At most one start on each grid point, each later than the one before: nothing is replayed. */
    private static void assertNeverABurst(List<TickTrace> ticks) {
        for (int i = 1; i < ticks.size(); i++) {
            TickTrace before = ticks.get(i - 1);
            TickTrace tick = ticks.get(i);
            assertThat(tick.deadlineNanos() - before.deadlineNanos()).isEqualTo((before.skipped() + 1) * 50 * MS);
            assertThat(tick.latenessNanos()).isBetween(0L, 50 * MS - 1);
            assertThat(tick.startNanos() - before.endNanos()).isNotNegative();
        }
    }

    /** Promise 5: a 51 ms tick on a 50 ms grid runs at 10 Hz under SKIP and at nearly 19.6 Hz under RUN_LATE. */
    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void ticksOneMillisecondTooLongRunAtHalfTheRateUnderSkipAndNearlyTheWholeUnderRunLate(long clockStart) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(clockStart).poolThreads(2).start()) {
            for (MissPolicy policy : MissPolicy.values()) {
                stepped.scheduler()
                        .register(
                                policy.name(),
                                TickOptions.every(Duration.ofMillis(50))
                                        .phase(Duration.ZERO)
                                        .missPolicy(policy),
                                TickTasks.costing(stepped.clock(), Duration.ofMillis(51)));
            }

            stepped.runUntil(stepped.clock().at(Duration.ofSeconds(51)) - 1, tick -> {});

            // SKIP: starts at 0, 100, … below 51,000. RUN_LATE: back to back, 51,000 ÷ 51.
            assertThat(ticks(stepped, MissPolicy.SKIP)).isEqualTo(510);
            assertThat(ticks(stepped, MissPolicy.RUN_LATE)).isEqualTo(1_000);
        }
    }

    private static long ticks(SteppedScheduler stepped, MissPolicy policy) {
        return stepped.scheduler().find(policy.name()).orElseThrow().stats().ticks();
    }
}
