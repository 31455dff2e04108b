package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickPercentiles;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.SteppedScheduler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B49 (Kamon#284) in core: a value out of range counts once like any other, and no exception reaches a worker. */
class PercentilesPerMapTest {
    private static final Duration PERIOD = Duration.ofMillis(50);

    private final SteppedScheduler stepped = SteppedScheduler.builder()
            .configure(builder -> builder.percentilesPerMap(true))
            .start();

    @Test
    @DisplayName("ticks of 2 h, 0 ns, 10 ns and 60 s, a lateness of 3 days: each counts once, the maximum is exact")
    void outOfRange() {
        List<Duration> costs =
                List.of(Duration.ofHours(2), Duration.ZERO, Duration.ofNanos(10), Duration.ofSeconds(60));
        TickRegistration map = stepped.scheduler()
                .register(
                        "house",
                        TickOptions.every(PERIOD),
                        tick -> stepped.clock().advance(costs.get((int) ((tick.number() - 1) % 4))));
        assertThat(map.percentiles()).isEqualTo(TickPercentiles.NONE);
        while (map.stats().ticksEnded() < 40) {
            assertThat(stepped.runNext()).isPresent();
        }
        stepped.jump(Duration.ofDays(3));
        while (map.stats().ticksEnded() < 44) {
            assertThat(stepped.runNext()).isPresent();
        }
        TickPercentiles seen = map.percentiles();
        assertThat(seen.duration().count()).isEqualTo(44);
        assertThat(seen.lateness().count()).isEqualTo(44);
        assertThat(seen.duration().maxNanos()).isEqualTo(Duration.ofHours(2).toNanos());
        assertThat(seen.lateness().maxNanos())
                .isBetween(
                        Duration.ofDays(3).minus(PERIOD).toNanos(),
                        Duration.ofDays(3).toNanos());
        assertThat(seen.duration().p50Nanos()).isBetween(1L, 1_100L);
        assertThat(seen.duration().percentileNanos(75)).isBetween(53_000_000_000L, 67_000_000_000L);
        assertThat(seen.duration().percentileNanos(100)).isEqualTo(1L << 36);
        assertThat(seen.lateness().percentileNanos(0)).isNotNegative();
        assertThat(seen.lateness().percentileNanos(100)).isEqualTo(1L << 36);
        assertThat(map.stats().faults()).isZero();
        assertThat(stepped.scheduler().stats().listenerFailures()).isZero();
    }

    @Test
    @DisplayName("not asked for, not kept")
    void off() {
        SteppedScheduler plain = SteppedScheduler.start();
        TickRegistration map = plain.scheduler().register("house", TickOptions.every(PERIOD), tick -> {});
        plain.runFor(Duration.ofSeconds(1));
        assertThat(map.stats().ticks()).isEqualTo(20);
        assertThat(map.percentiles()).isSameAs(TickPercentiles.NONE);
    }
}
