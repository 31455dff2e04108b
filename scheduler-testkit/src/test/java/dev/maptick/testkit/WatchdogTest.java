package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.core.EventKind;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.StuckTick;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickSchedulerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When the watchdog reports, when it does not, and what stands in for what is stuck; in virtual time. */
class WatchdogTest {
    private static final long MS = 1_000_000;
    private static final Duration PERIOD = Duration.ofMillis(50);

    /** Ten maps of no cost beside the one under test. */
    private static final class World implements AutoCloseable {
        final SteppedScheduler stepped;
        final List<TickRegistration> others = new ArrayList<>();

        World(int poolThreads, Consumer<TickSchedulerBuilder> settings) {
            this(poolThreads, 0, settings);
        }

        World(int poolThreads, long clockStart, Consumer<TickSchedulerBuilder> settings) {
            stepped = SteppedScheduler.builder()
                    .poolThreads(poolThreads)
                    .clockStart(clockStart)
                    .configure(settings)
                    .start();
            for (int i = 0; i < 10; i++) {
                others.add(stepped.scheduler().register("other-" + i, TickOptions.every(PERIOD), tick -> {}));
            }
        }

        /** Due at once; its first tick lasts so long, later ones nothing. */
        TickRegistration slow(String name, long ms) {
            return slow(name, ms, TickOptions.every(PERIOD).phase(Duration.ZERO));
        }

        TickRegistration slow(String name, long ms, TickOptions options) {
            return stepped.scheduler().register(name, options, tick -> {
                if (tick.number() == 1) {
                    stepped.clock().advance(Duration.ofMillis(ms));
                }
            });
        }

        void run(long ms) {
            stepped.runFor(Duration.ofMillis(ms));
        }

        SchedulerStats stats() {
            return stepped.scheduler().stats();
        }

        List<SchedulerEvent> events(EventKind kind) {
            return stepped.scheduler().events().since(0).stream()
                    .filter(event -> event.kind() == kind)
                    .toList();
        }

        /** How long ago the first event of a kind was. */
        long atMs(EventKind kind, long startNs) {
            return (events(kind).get(0).timeNanos() - startNs) / MS;
        }

        @Override
        public void close() {
            stepped.close();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    @DisplayName(
            "a tick of 3 s is reported once, between 1.0 and 1.5 s, a thread stands in, and its end is told with what it took")
    void oneTick(long clockStart) {
        try (World world = new World(1, clockStart, b -> {})) {
            TickRegistration slow = world.slow("slow", 3_000);
            world.run(999);
            assertThat(world.stats().stuck()).isZero();
            world.run(1_001);
            assertThat(world.events(EventKind.STUCK)).singleElement().satisfies(event -> {
                assertThat(event.map()).isEqualTo("slow");
                assertThat(event.text()).startsWith("\"slow\" tick 1 is stuck on pool worker 0, in it for 1.");
            });
            assertThat(world.atMs(EventKind.STUCK, clockStart)).isBetween(1_000L, 1_500L);
            assertThat(world.stats().stuck()).isEqualTo(1);
            assertThat(world.stepped.scheduler().stuck()).singleElement().satisfies(stuck -> {
                assertThat(stuck.map()).isSameAs(slow);
                assertThat(stuck.tick()).isEqualTo(1);
                assertThat(stuck.last()).isFalse();
                assertThat(stuck.worker()).isZero();
                assertThat(stuck.sinceNanos()).isEqualTo(clockStart);
                assertThat(stuck.inTickNanos()).isEqualTo(2_000 * MS);
                assertThat(stuck.waitingFor()).isNull();
            });
            assertThat(world.events(EventKind.REPLACED)).singleElement().satisfies(event -> {
                assertThat(event.map()).isEqualTo("slow");
                assertThat(event.text())
                        .contains("pool-1 stands in for pool worker 0", "\"slow\" tick 1", "1 of at most 1");
            });
            assertThat(world.stats().poolThreads()).isEqualTo(2);
            assertThat(world.stats().replacements()).isEqualTo(1);
            assertThat(world.others)
                    .as("from the replacement on each has its ticks")
                    .allSatisfy(other -> assertThat(other.stats().ticks()).isGreaterThanOrEqualTo(14));

            world.run(2_000);
            assertThat(world.events(EventKind.STUCK)).hasSize(1);
            assertThat(world.events(EventKind.UNSTUCK)).singleElement().satisfies(event -> {
                assertThat(event.text()).isEqualTo("\"slow\" tick 1 has ended after 3.00 s on pool worker 0");
                assertThat(event.timeNanos()).isEqualTo(clockStart + 3_000 * MS);
            });
            assertThat(world.events(EventKind.REPLACEMENT_ENDED))
                    .singleElement()
                    .satisfies(event -> assertThat(event.text()).contains("\"slow\" tick 1 has ended"));
            assertThat(world.stats().stuck()).isZero();
            assertThat(world.stats().poolThreads()).isEqualTo(1);
            assertThat(world.stats().replacements() + world.stats().leavingThreads())
                    .isZero();
            assertThat(world.stepped.scheduler().stuck()).isEmpty();
            assertThat(slow.stats().skipped()).isEqualTo(59);
        }
    }

    @Test
    @DisplayName(
            "a stopped process is no stuck tick: what was in flight for 0.9 s of its own is not reported, however long it stood")
    void frozen() {
        try (World world = new World(2, b -> {})) {
            world.slow("slow", 900);
            world.run(500);
            for (int i = 0; i < 20; i++) {
                world.stepped.jump(Duration.ofSeconds(5));
            }
            world.run(10_000);
            assertThat(world.events(EventKind.STUCK)).isEmpty();
            assertThat(world.events(EventKind.REPLACED)).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "one that was stuck before the freeze and is after it is reported for its own time, which is told apart")
    void frozenAndStuck() {
        try (World world = new World(2, b -> {})) {
            world.slow("slow", 2_000);
            world.run(400);
            world.stepped.jump(Duration.ofSeconds(60));
            world.run(5_000);
            assertThat(world.events(EventKind.STUCK)).singleElement().satisfies(event -> {
                assertThat((double) event.timeNanos()).isCloseTo(61.3e9, within(0.3e9));
                assertThat(event.text()).contains("in it for 61.", "of which this process was seen running for 1.");
            });
        }
    }

    @Test
    @DisplayName("it is reported again every 10 s while it lasts, and of short ticks nothing is")
    void again() {
        try (World world = new World(2, b -> {})) {
            world.slow("slow", 35_000);
            world.slow("short", 990);
            world.run(60_000);
            assertThat(world.events(EventKind.STUCK))
                    .extracting(event -> event.timeNanos() / MS / 1_000)
                    .containsExactly(1L, 11L, 21L, 31L);
            assertThat(world.events(EventKind.STUCK))
                    .last()
                    .satisfies(event -> assertThat(event.text()).endsWith("(report 4)"));
            assertThat(world.events(EventKind.UNSTUCK)).hasSize(1);
            assertThat(world.events(EventKind.REPLACED)).hasSize(1);
        }
    }

    @Test
    @DisplayName("a last task is watched like a tick, and a dedicated thread too, for which nobody stands in")
    void lastTasksAndDedicated() {
        try (World world = new World(1, b -> b.dedicatedThreads(1))) {
            TickRegistration map = world.slow(
                    "slow",
                    0,
                    TickOptions.every(PERIOD).placement(Placement.DEDICATED).phase(Duration.ZERO));
            world.run(10);
            var unused = map.unregister(tick -> world.stepped.clock().advance(Duration.ofMillis(1_700)));
            world.run(1_500);
            assertThat(world.events(EventKind.STUCK))
                    .singleElement()
                    .satisfies(event ->
                            assertThat(event.text()).startsWith("\"slow\" last task is stuck on dedicated worker 1"));
            assertThat(world.stepped.scheduler().stuck())
                    .extracting(StuckTick::last)
                    .containsExactly(true);
            world.run(1_000);
            assertThat(world.events(EventKind.UNSTUCK))
                    .singleElement()
                    .satisfies(event -> assertThat(event.text()).contains("last task has ended after 1.70 s"));
            assertThat(world.events(EventKind.REPLACED)).isEmpty();
            assertThat(world.stats().skipped()).isZero();
        }
    }

    @Test
    @DisplayName("replacements that are stuck themselves are replaced, up to the bound; all leave once those are back")
    void bound() {
        try (World world = new World(2, b -> b.replacementThreads(3))) {
            for (int i = 0; i < 6; i++) {
                world.slow("slow-" + i, 20_000);
            }
            world.run(15_000);
            assertThat(world.stats().stuck()).isEqualTo(5);
            assertThat(world.stats().poolThreads()).isEqualTo(5);
            assertThat(world.stats().replacements()).isEqualTo(3);
            assertThat(world.events(EventKind.REPLACED)).hasSize(3);
            world.run(60_000);
            assertThat(world.events(EventKind.UNSTUCK)).hasSize(6);
            assertThat(world.events(EventKind.REPLACEMENT_ENDED)).hasSameSizeAs(world.events(EventKind.REPLACED));
            assertThat(world.stats().poolThreads()).isEqualTo(2);
            assertThat(world.stats().leavingThreads()).isZero();
        }
    }

    @Test
    @DisplayName("none stands in if none may, and without a watchdog nobody looks")
    void off() {
        try (World world = new World(1, b -> b.replacementThreads(0))) {
            world.slow("slow", 3_000);
            world.run(2_000);
            assertThat(world.stats().stuck()).isEqualTo(1);
            assertThat(world.stats().poolThreads()).isEqualTo(1);
            assertThat(world.events(EventKind.REPLACED)).isEmpty();
        }
        try (World world = new World(1, TickSchedulerBuilder::noWatchdog)) {
            world.slow("slow", 3_000);
            world.run(2_000);
            assertThat(world.stats().stuck()).isZero();
            assertThat(world.stepped.scheduler().stuck()).isEmpty();
            assertThat(world.events(EventKind.STUCK)).isEmpty();
        }
    }

    @Test
    @DisplayName("a listener that throws at every event holds nothing up")
    void throwingListener() {
        try (World world = new World(
                1,
                b -> b.listener(new TickListener() {
                    @Override
                    public void onEvent(SchedulerEvent event) {
                        throw new StackOverflowError("on purpose");
                    }
                }))) {
            world.slow("slow", 2_000);
            world.run(4_000);
            assertThat(world.events(EventKind.UNSTUCK)).hasSize(1);
            assertThat(world.events(EventKind.REPLACEMENT_ENDED)).hasSize(1);
            assertThat(world.stats().poolThreads()).isEqualTo(1);
            assertThat(world.stats().listenerFailures()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    @DisplayName("a pool made smaller while one is stuck: the stuck one is what leaves, and so is who stands in for it")
    void smallerWhileStuck() {
        try (World world = new World(2, b -> {})) {
            world.slow("slow", 5_000);
            world.run(2_000);
            assertThat(world.stats().poolThreads()).isEqualTo(3);
            world.stepped.scheduler().resizePool(1);
            world.run(1_000);
            assertThat(world.stats().poolThreads())
                    .as("the stuck one and the other one")
                    .isEqualTo(2);
            assertThat(world.stats().leavingThreads()).isEqualTo(1);
            long ticks = world.stats().ticks();
            world.run(1_000);
            assertThat(world.stats().ticks() - ticks).as("the others go on").isEqualTo(200);
            world.run(2_000);
            assertThat(world.stats().poolThreads()).isEqualTo(1);
            assertThat(world.stats().leavingThreads()).isZero();
        }
    }
}
