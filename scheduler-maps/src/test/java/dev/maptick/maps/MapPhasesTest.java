package dev.maptick.maps;

import static dev.maptick.maps.World.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.MissPolicy;
import dev.maptick.core.TickStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapPhasesTest {
    private static final MapOptions AT_ZERO = MapOptions.defaults().phase(Duration.ZERO);

    private World world = new World(0);
    private final RecordingMap map = new RecordingMap();

    private MapHandle open(MapOptions options) {
        return MapHost.builder(world.scheduler).build().open("house-1", options, map);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 120_000_000L})
    void runsOpenThenTicksThenReplicationEverySecondTick(long start) {
        world = new World(start);
        MapHandle h = open(AT_ZERO);
        world.run(199);
        assertThat(map.calls)
                .containsExactly("open", "tick 1", "tick 2", "replicate 2", "tick 3", "tick 4", "replicate 4");
        assertThat(h.stats().faults()).isZero();
    }

    @Test
    void opensAtTheFirstTickAndNotBefore() {
        map.open = c -> {
            assertThat(c.isOpened()).isFalse();
            assertThat(c.tick().number()).isEqualTo(1);
            assertThat(c.handle().name()).isEqualTo("house-1");
            assertThat(c.handle().registration().name()).isEqualTo("house-1");
        };
        map.tick = c -> assertThat(c.isOpened()).isTrue();
        MapHandle h = open(AT_ZERO);
        assertThat(map.calls).isEmpty();
        world.run(60);
        assertThat(map.count("open")).isOne();
        assertThat(h.stats().faults()).isZero();
    }

    @Test
    void replicatesEachTickWhenAskedTo() {
        open(AT_ZERO.tick(Duration.ofMillis(25)).replicationEveryTicks(1));
        world.run(99);
        assertThat(map.count("tick")).isEqualTo(4);
        assertThat(map.count("replicate")).isEqualTo(4);
    }

    @Test
    void skippedPeriodsCountTowardsTheUpdateInterval() {
        List<Long> sent = new ArrayList<>();
        map.tick = c -> {
            if (c.tick().number() % 2 == 1) {
                world.spend(60);
            }
        };
        map.replicate = c -> sent.add(c.tick().deadlineNanos());
        open(AT_ZERO.replicationEveryTicks(3));
        world.run(999);
        // Ticks at 0 (60 ms), 100, 150 (60 ms), 250, 300, ...: every third period at the latest, wherever a tick is.
        assertThat(sent).containsExactly(ms(100), ms(250), ms(400), ms(550), ms(700), ms(850));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SKIP", "RUN_LATE"})
    void holdsTheUpdateIntervalUnderConstantOverrun(String policy) {
        map.tick = c -> world.spend(60);
        MapHandle h = open(AT_ZERO.replicationEveryTicks(4).missPolicy(MissPolicy.valueOf(policy)));
        world.run(3_999);
        TickStats stats = h.stats();
        assertThat(stats.skipped()).isPositive();
        // 200 ms between sends on the wall clock; one period more at most when no tick lies on the very point.
        assertThat(map.count("replicate")).isBetween(15L, 20L);
    }

    @Test
    void suspendedPeriodsCountTowardsTheUpdateInterval() {
        MapHandle h = open(AT_ZERO.replicationEveryTicks(10));
        world.run(120);
        assertThat(map.calls).containsExactly("open", "tick 1", "tick 2", "tick 3");
        h.suspend();
        world.run(1_000);
        h.resume();
        world.run(50);
        assertThat(map.calls).endsWith("tick 4", "replicate 4");
    }

    @Test
    void aFaultOfTheTickLeavesReplicationDueInTheNextOne() {
        map.tick = c -> {
            if (c.tick().number() == 4) {
                throw new IllegalStateException("planned");
            }
        };
        MapHandle h = open(AT_ZERO);
        world.run(349);
        assertThat(map.calls)
                .containsExactly(
                        "open",
                        "tick 1",
                        "tick 2",
                        "replicate 2",
                        "tick 3",
                        "tick 4",
                        "tick 5",
                        "replicate 5",
                        "tick 6",
                        "tick 7",
                        "replicate 7");
        assertThat(h.stats().faults()).isOne();
    }

    @Test
    void aFaultOfReplicationIsAFaultOfTheTickAndNotRepeated() {
        map.replicate = c -> {
            throw new AssertionError("planned");
        };
        MapHandle h = open(AT_ZERO);
        world.run(299);
        assertThat(map.count("tick")).isEqualTo(6);
        assertThat(map.count("replicate")).isEqualTo(3);
        assertThat(h.stats().faults()).isEqualTo(3);
        assertThat(h.stats().ticks()).isEqualTo(6);
    }
}
