package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickStats;
import dev.maptick.testkit.InvariantChecker;
import dev.maptick.testkit.ManualClock;
import dev.maptick.testkit.RecordingListener;
import dev.maptick.testkit.SteppedScheduler;
import dev.maptick.testkit.SteppedWaiter;
import dev.maptick.testkit.TickTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case B06 (PaperMC/Paper#8833), the part about maps: when the nanosecond counter crossed the 64-bit limit, "planned time"
 * looked larger than "now" for ever. 10 maps, P = 50 ms, phases 0, 5, … 45 ms, so that from the clocks that start 75 ms
 * before it some deadline is exactly 0 and exactly the smallest value.
 */
class ClockWrapStopsNothingTest {
    private static final long MS = 1_000_000;

    static LongStream starts() {
        return LongStream.of(
                Long.MAX_VALUE - 120 * MS, 0, -1, Long.MIN_VALUE, -75 * MS, Long.MIN_VALUE - 75 * MS, 75 * MS);
    }

    private static TickOptions options(int i) {
        return TickOptions.every(Duration.ofMillis(50)).phase(Duration.ofMillis(5L * i));
    }

    @ParameterizedTest
    @MethodSource("starts")
    void eachMapTicksTwentyTimesInASecondInTrueTimeOrder(long clockStart) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(clockStart).start()) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                maps.add(stepped.scheduler().register("map-" + i, options(i), checker.wrap(tick -> {})));
            }

            List<TickTrace> ticks = stepped.runFor(Duration.ofMillis(1_045 - 1));

            for (TickRegistration map : maps) {
                long first = map.stats().firstDeadlineNanos();
                assertThat(ticks.stream()
                                .filter(tick -> tick.name().equals(map.name()))
                                .map(tick -> tick.startNanos() - first)
                                .filter(sinceFirst -> sinceFirst < 1_000 * MS))
                        .as(map.name())
                        .containsExactlyElementsOf(LongStream.range(0, 20)
                                .mapToObj(k -> k * 50 * MS)
                                .toList());
                assertThat(map.stats().skipped()).isZero();
                assertThat(map.stats().latenessNanosMax()).isZero();
            }
            assertThat(ticks).extracting(tick -> tick.startNanos() - clockStart).isSorted();
            assertThat(ticks).allMatch(tick -> tick.startNanos() == tick.deadlineNanos());
            checker.verify();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MIN_VALUE})
    void aDeadlineThatLooksLikeNoneIsOne(long marker) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(marker - 75 * MS).start()) {
            for (int i = 0; i < 10; i++) {
                stepped.scheduler().register("map-" + i, options(i), tick -> {});
            }

            assertThat(stepped.runFor(Duration.ofMillis(100)))
                    .filteredOn(tick -> tick.deadlineNanos() == marker)
                    .extracting(TickTrace::name)
                    .containsExactly("map-5");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MIN_VALUE})
    void aSuspensionUntilATimeThatLooksLikeNoneEndsThere(long marker) {
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(marker - 200 * MS).start()) {
            TickRegistration map = stepped.scheduler().register("map", options(0), tick -> {});
            stepped.runFor(Duration.ofMillis(10));
            map.suspendUntil(marker);

            assertThat(stepped.runFor(Duration.ofMillis(200)))
                    .extracting(TickTrace::deadlineNanos)
                    .containsExactly(marker);
            assertThat(map.stats()).extracting(TickStats::suspended).isEqualTo(3L);
        }
    }

    /** Real workers: no wait longer than the true distance is asked of the platform. */
    @ParameterizedTest
    @MethodSource("starts")
    void waitsAreNeverLongerThanTheTrueDistance(long clockStart) {
        SteppedWaiter time = new SteppedWaiter(new ManualClock(clockStart));
        RecordingListener record = new RecordingListener();
        TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(2)
                .listener(record)
                .seam(time.seam().withProcessors(() -> 8))
                .start();
        for (int i = 0; i < 10; i++) {
            scheduler.register("map-" + i, options(i), tick -> {});
        }
        for (int step = 0; step <= 209; step++) {
            time.advanceWhenQuiet(2, time.clock().at(Duration.ofMillis(5L * step)));
            long now = time.clock().nanoTime();
            assertThat(time.states())
                    .extracting(SteppedWaiter.State::deadlineNanos)
                    .filteredOn(deadline -> deadline != null)
                    .isNotEmpty()
                    .allSatisfy(deadline -> assertThat(deadline - now).isBetween(1L, 50 * MS));
        }

        assertThat(record.ticks()).hasSize(210);
        assertThat(record.ticks()).allMatch(tick -> tick.startNanos() == tick.deadlineNanos() && tick.skipped() == 0);
        scheduler.close();
    }

    @Test
    void aTickLongerThanTheDistanceToTheWrapSkipsAcrossIt() {
        long start = Long.MAX_VALUE - 120 * MS;
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().clockStart(start).start()) {
            stepped.scheduler().register("map", options(0), tick -> {
                if (tick.number() == 2) {
                    stepped.clock().advance(320 * MS);
                }
            });

            assertThat(stepped.runFor(Duration.ofMillis(450)))
                    .extracting(tick -> (tick.startNanos() - start) / MS)
                    .containsExactly(0L, 50L, 400L, 450L);
            assertThat(stepped.clock().nanoTime()).isNegative();
        }
    }
}
