package dev.maptick.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every contender does what a benchmark of it takes for granted. No timings: those are the benchmark's. */
class ContendersTest {
    private static final long PERIOD_NS = 10_000_000;
    private static final int MAPS = 20;
    private static final int ENOUGH = 5;

    private static Stream<Contenders> available() {
        return Stream.of(Contenders.values())
                .filter(who -> who != Contenders.NONE && who.unavailable().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("available")
    void ticksEachMapOnItsGridOneAtATimeUntilItIsRemoved(Contenders who) throws InterruptedException {
        Contender contender = who.make();
        List<GridCheck> maps = new ArrayList<>();
        List<Registered> registered = new ArrayList<>();
        contender.open(2, 1);
        try {
            long baseNs = System.nanoTime() + PERIOD_NS;
            for (int i = 0; i < MAPS; i++) {
                GridCheck map = new GridCheck();
                maps.add(map);
                registered.add(
                        contender.add(new MapSpec("map-" + i, PERIOD_NS, baseNs + i * PERIOD_NS / MAPS, i == 0, map)));
            }
            awaitTicks(maps, ENOUGH);

            registered.subList(0, MAPS / 2).forEach(Registered::remove);
            List<Long> atRemove =
                    maps.subList(0, MAPS / 2).stream().map(map -> map.ticks).toList();
            awaitTicks(maps.subList(MAPS / 2, MAPS), 3 * ENOUGH);
            for (int i = 0; i < MAPS / 2; i++) {
                // The one in flight may have been counted after the look at it.
                assertThat(maps.get(i).ticks).isBetween(atRemove.get(i), atRemove.get(i) + 1);
            }
        } finally {
            contender.close();
        }
        List<Long> atClose = maps.stream().map(map -> map.ticks).toList();
        assertThat(maps).allSatisfy(map -> assertThat(map.problem).isNull());
        await().during(Duration.ofMillis(3 * PERIOD_NS / 1_000_000))
                .until(() -> maps.stream().map(map -> map.ticks).toList().equals(atClose));
    }

    private static void awaitTicks(List<GridCheck> maps, long ticks) {
        await().pollInterval(Duration.ofMillis(2))
                .atMost(Duration.ofSeconds(30))
                .until(() -> maps.stream().allMatch(map -> map.ticks >= ticks));
    }

    @Test
    void aFixedRateBeginsOnTheGridHoweverLateItComes() {
        MapSpec map = new MapSpec("late", 10, 100, false, deadlineNs -> {});

        assertThat(FixedRateContender.firstNotPast(map, 99)).isEqualTo(100);
        assertThat(FixedRateContender.firstNotPast(map, 100)).isEqualTo(100);
        assertThat(FixedRateContender.firstNotPast(map, 101)).isEqualTo(110);
        assertThat(FixedRateContender.firstNotPast(map, 150)).isEqualTo(150);
    }

    @Test
    void namesAreUniqueAndFindTheirContender() {
        assertThat(Contenders.labels()).doesNotHaveDuplicates();
        for (Contenders who : Contenders.values()) {
            assertThat(Contenders.named(who.label())).isEqualTo(who);
        }
        assertThat(Contenders.named("nobody")).isNull();
    }

    @Test
    void whatTheJdkLacksIsToldWithItsVersion() {
        int feature = Runtime.version().feature();

        assertThat(Contenders.FJP_SKIP.unavailable().isEmpty()).isEqualTo(feature >= 25);
        assertThat(Contenders.VTHREAD_PER_MAP.unavailable().isEmpty()).isEqualTo(feature >= 21);
    }

    /** Looks at its own ticks. */
    private static final class GridCheck implements TickBody {
        private final AtomicBoolean inside = new AtomicBoolean();
        private long lastDeadlineNs;
        private volatile long ticks;
        private volatile String problem;

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one at a time, which is what is tested
        public void tick(long deadlineNs) {
            long startNs = System.nanoTime();
            if (!inside.compareAndSet(false, true)) {
                problem = "two ticks at once";
            }
            if (startNs - deadlineNs < 0) {
                problem = "early by " + (deadlineNs - startNs) + " ns";
            }
            long stepNs = deadlineNs - lastDeadlineNs;
            if (ticks > 0 && (stepNs < PERIOD_NS || stepNs % PERIOD_NS != 0)) {
                problem = "a step of " + stepNs + " ns";
            }
            lastDeadlineNs = deadlineNs;
            ticks++;
            inside.set(false);
        }
    }
}
