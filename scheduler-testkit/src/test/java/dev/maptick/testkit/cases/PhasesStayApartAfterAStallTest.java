package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.InvariantChecker;
import dev.maptick.testkit.SteppedScheduler;
import dev.maptick.testkit.TickTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Case B19 (apache/hertzbeat#4328): after a restart all jobs got the same first delay, so they fired in the same second for
 * ever. 1,000 maps, P = 50 ms, registered at one moment; 10 s, then the clock jumps 5 s ahead.
 */
class PhasesStayApartAfterAStallTest {
    private static final int MAPS = 1_000;
    private static final long MS = 1_000_000;
    private static final long PERIOD_NS = 50 * MS;
    private static final long SEED = 19;

    private static SteppedScheduler start(long clockStart) {
        return SteppedScheduler.builder()
                .clockStart(clockStart)
                .seed(SEED)
                .poolThreads(2)
                .start();
    }

    private static List<TickRegistration> register(SteppedScheduler stepped, InvariantChecker checker) {
        List<TickRegistration> maps = new ArrayList<>();
        for (int i = 0; i < MAPS; i++) {
            maps.add(stepped.scheduler()
                    .register("map-" + i, TickOptions.every(Duration.ofMillis(50)), checker.wrap(tick -> {})));
        }
        return maps;
    }

    /** How many of the times fall into each 1 ms slot of the period, counted from the start. */
    private static int[] slots(long clockStart, List<Long> times) {
        int[] slots = new int[50];
        for (long time : times) {
            slots[(int) (Math.floorMod(time - clockStart, PERIOD_NS) / MS)]++;
        }
        return slots;
    }

    private static void assertSpread(int[] slots) {
        // The case allows 45; the promise is tighter: no 1 ms slot over 1.5 × the mean + 2.
        assertThat(Arrays.stream(slots).boxed()).allMatch(count -> count <= 32);
        for (int from = 0; from < 50; from++) {
            int window = 0;
            for (int i = 0; i < 5; i++) {
                window += slots[(from + i) % 50];
            }
            assertThat(window)
                    .as("the 5 ms from %d on: %s", from, Arrays.toString(slots))
                    .isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void phasesFillThePeriodAndSurviveAFreeze(long clockStart) {
        try (SteppedScheduler stepped = start(clockStart)) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            List<TickRegistration> maps = register(stepped, checker);
            Map<String, Long> phases = new HashMap<>();
            List<Long> firsts = new ArrayList<>();
            for (TickRegistration map : maps) {
                long first = map.stats().firstDeadlineNanos();
                assertThat(first - clockStart).isBetween(0L, PERIOD_NS - 1);
                firsts.add(first);
                phases.put(map.name(), first - clockStart);
            }
            assertSpread(slots(clockStart, firsts));

            List<TickTrace> steady = stepped.runUntil(clockStart + 10_000 * MS - 1);
            assertThat(steady).hasSize(MAPS * 200).allMatch(tick -> tick.latenessNanos() == 0);

            long beforeJump = stepped.clock().nanoTime();
            stepped.jump(Duration.ofSeconds(5));
            long jumped = stepped.clock().nanoTime();
            Map<String, List<TickTrace>> after = new HashMap<>();
            stepped.runFor(Duration.ofMillis(50))
                    .forEach(tick -> after.computeIfAbsent(tick.name(), name -> new ArrayList<>())
                            .add(tick));

            assertThat(after).hasSize(MAPS);
            List<Long> seconds = new ArrayList<>();
            after.forEach((name, ticks) -> {
                assertThat(ticks.get(0).startNanos()).as(name).isEqualTo(jumped);
                assertThat(ticks.get(0).deadlineNanos() - beforeJump).isBetween(1L, PERIOD_NS);
                assertThat(ticks.get(1).latenessNanos()).isZero();
                assertThat(Math.floorMod(ticks.get(1).startNanos() - clockStart, PERIOD_NS))
                        .as(name)
                        .isEqualTo(phases.get(name));
                seconds.add(ticks.get(1).startNanos());
            });
            assertSpread(slots(clockStart, seconds));
            // The late tick's own deadline and the first point after the jump lie 100 periods apart.
            assertThat(maps).allMatch(map -> map.stats().skipped() == 99);
            checker.verify();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void theSameSeedGivesTheSamePhases(long clockStart) {
        List<List<Long>> runs = new ArrayList<>();
        for (long start : new long[] {clockStart, 0}) {
            try (SteppedScheduler stepped = start(start)) {
                runs.add(register(stepped, new InvariantChecker()).stream()
                        .map(map -> map.stats().firstDeadlineNanos() - start)
                        .toList());
            }
        }

        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }
}
