package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.InvariantChecker;
import dev.maptick.testkit.SteppedScheduler;
import dev.maptick.testkit.TickTasks;
import dev.maptick.testkit.TickTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Case B18 (NexusForever/NexusForever#157): while one map was loading, every player on every other map got no updates.
 * Heavy maps of 390 ms a tick and 100 light ones of 0.1 ms, all P = 50 ms, for 10 s.
 */
class AHeavyMapStarvesNoLightOneTest {
    private static final long MS = 1_000_000;
    private static final Duration LENGTH = Duration.ofSeconds(10);

    /** Runs it and checks what holds in every variant. */
    private static Map<String, List<TickTrace>> run(long clockStart, int poolThreads, int heavyMaps) {
        try (SteppedScheduler stepped = SteppedScheduler.builder()
                .clockStart(clockStart)
                .poolThreads(poolThreads)
                .seed(18)
                .start()) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            TickOptions every50 = TickOptions.every(Duration.ofMillis(50));
            List<TickRegistration> maps = new ArrayList<>();
            for (int i = 0; i < heavyMaps; i++) {
                maps.add(stepped.scheduler()
                        .register(
                                "heavy-" + i,
                                every50,
                                checker.wrap(TickTasks.costing(stepped.clock(), Duration.ofMillis(390)))));
            }
            for (int i = 0; i < 100; i++) {
                maps.add(stepped.scheduler()
                        .register(
                                "light-" + i,
                                every50,
                                checker.wrap(TickTasks.costing(stepped.clock(), Duration.ofNanos(100_000)))));
            }

            List<TickTrace> ticks = stepped.runUntil(clockStart + LENGTH.toNanos() - 1);

            checker.verify();
            assertThat(maps).allMatch(map -> map.stats().faults() == 0);
            assertNoSecondTurnWhileAnEarlierDeadlineWaits(ticks, maps);
            return ticks.stream().collect(Collectors.groupingBy(TickTrace::name));
        }
    }

    /** Promise 2: no map takes a turn while one due more than 1 ms earlier waits. */
    private static void assertNoSecondTurnWhileAnEarlierDeadlineWaits(
            List<TickTrace> ticks, List<TickRegistration> maps) {
        Map<String, TickTrace> before = new HashMap<>();
        Map<String, Integer> next = new HashMap<>();
        Map<String, List<TickTrace>> byName = ticks.stream().collect(Collectors.groupingBy(TickTrace::name));
        for (TickTrace tick : ticks) {
            for (TickRegistration map : maps) {
                List<TickTrace> own = byName.get(map.name());
                int at = next.getOrDefault(map.name(), 0);
                if (own == null || at >= own.size() || map.name().equals(tick.name())) {
                    continue;
                }
                TickTrace previous = before.get(map.name());
                boolean waits = previous == null || previous.endNanos() - tick.startNanos() <= 0;
                long earlierBy = tick.deadlineNanos() - own.get(at).deadlineNanos();
                if (waits && earlierBy > MS) {
                    throw new AssertionError(
                            tick + " took a turn while " + own.get(at) + " waited, due " + earlierBy + " ns earlier");
                }
            }
            before.put(tick.name(), tick);
            next.merge(tick.name(), 1, Integer::sum);
        }
    }

    private static void assertHeavy(List<TickTrace> ticks) {
        assertThat(ticks).hasSizeBetween(24, 26);
        assertThat(ticks).allMatch(tick -> tick.skipped() == 7);
    }

    private static List<List<TickTrace>> lights(Map<String, List<TickTrace>> byName) {
        List<List<TickTrace>> lights = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lights.add(byName.get("light-" + i));
        }
        return lights;
    }

    private static long skipped(List<TickTrace> ticks) {
        return ticks.stream().mapToLong(TickTrace::skipped).sum();
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void besideOneHeavyMapAPoolOfTwoKeepsEveryLightMapAtItsRate(long clockStart) {
        Map<String, List<TickTrace>> byName = run(clockStart, 2, 1);

        assertHeavy(byName.get("heavy-0"));
        assertThat(lights(byName)).allSatisfy(light -> {
            assertThat(light).hasSizeBetween(199, 200);
            assertThat(skipped(light)).isLessThanOrEqualTo(1);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void aPoolOfOneGivesEveryLightMapOneTurnBetweenTwoHeavyTicks(long clockStart) {
        Map<String, List<TickTrace>> byName = run(clockStart, 1, 1);
        List<TickTrace> heavy = byName.get("heavy-0");

        assertHeavy(heavy);
        assertThat(lights(byName)).allSatisfy(light -> {
            assertThat(light).hasSizeBetween(24, 26);
            for (int i = 1; i < heavy.size(); i++) {
                List<TickTrace> between = between(light, heavy.get(i - 1), heavy.get(i));
                assertThat(between).extracting(TickTrace::skipped).containsExactly(7L);
            }
        });
    }

    /** The ticks that started between the starts of two others. */
    private static List<TickTrace> between(List<TickTrace> ticks, TickTrace from, TickTrace to) {
        return ticks.stream()
                .filter(tick -> tick.startNanos() - from.startNanos() >= 0 && tick.startNanos() - to.startNanos() < 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void twoHeavyMapsInAPoolOfTwoStarveNobody(long clockStart) {
        Map<String, List<TickTrace>> byName = run(clockStart, 2, 2);

        assertHeavy(byName.get("heavy-0"));
        assertHeavy(byName.get("heavy-1"));
        assertThat(lights(byName)).allSatisfy(light -> assertThat(light).hasSizeBetween(24, 50));
    }
}
