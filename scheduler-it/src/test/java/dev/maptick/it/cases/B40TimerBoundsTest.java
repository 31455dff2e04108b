package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.TimerRefusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B40 (grpc-java#1307) and B41 (netty#7760), through the host: the pending limit is exact and what is cancelled makes room at
 * once; delays as good as never hold up nobody, and none that is not above zero is taken. The memory of a million cancelled
 * timers is TimerMemoryTest of scheduler-maps.
 */
final class B40TimerBoundsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 1_000_000_000L})
    void theLimitIsExactAndCancelledTimersMakeRoomAtOnce(long clockStart) {
        try (Houses houses = new Houses(clockStart)) {
            Script map = new Script();
            int[] accepted = new int[1];
            int[] cancelled = new int[1];
            int[] fired = new int[1];
            map.open = c -> {
                for (int round = 0; round < 2; round++) {
                    while (c.timers().after(Duration.ofHours(1), f -> fired[0]++) > 0) {
                        accepted[0]++;
                    }
                    cancelled[0] += c.timers().cancelAll();
                    assertThat(c.timers().pending()).isZero();
                }
                List<Long> ten = new ArrayList<>();
                c.timers()
                        .after(
                                Duration.ofMillis(100),
                                f -> ten.forEach(
                                        id -> cancelled[0] += c.timers().cancel(id) ? 1 : 0));
                for (int i = 0; i < 10; i++) {
                    ten.add(c.timers().after(Duration.ofMillis(100), f -> fired[0]++));
                }
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(1_000);
            assertThat(accepted[0]).isEqualTo(2 * 65_536);
            assertThat(cancelled[0]).isEqualTo(2 * 65_536 + 10);
            assertThat(fired[0]).isZero();
            assertThat(house.workStats().timers().refusedFull()).isEqualTo(2);
            assertThat(house.workStats().timers().pending()).isZero();
            assertThat(house.stats().faults()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE})
    void neverIsNeverAndHoldsUpNobody(long clockStart) {
        List<Duration> never = List.of(
                Duration.ofNanos(Long.MAX_VALUE),
                Duration.ofMillis(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofDays(300 * 365));
        try (Houses houses = new Houses(clockStart)) {
            Script map = new Script();
            int[] early = new int[1];
            List<Long> fired = new ArrayList<>();
            map.open = c -> {
                for (Duration delay : never) {
                    assertThat(c.timers().after(delay, f -> early[0]++)).isPositive();
                    assertThat(c.timers().every(delay, Duration.ofMillis(10), f -> early[0]++))
                            .isPositive();
                    assertThat(c.timers().every(delay, f -> early[0]++)).isPositive();
                }
                for (Duration bad : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
                    assertThat(c.timers().after(bad, f -> early[0]++)).isEqualTo(TimerRefusal.BAD_DELAY.code());
                    assertThat(c.timers().every(bad, f -> early[0]++)).isEqualTo(TimerRefusal.BAD_DELAY.code());
                    assertThat(c.timers().every(Duration.ofMillis(1), bad, f -> early[0]++))
                            .isEqualTo(TimerRefusal.BAD_DELAY.code());
                }
                c.timers().after(Duration.ofMillis(50), f -> fired.add(houses.now()));
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(3_000);
            assertThat(early[0]).isZero();
            assertThat(fired).hasSize(1);
            assertThat(fired.get(0)).isBetween(50L, 108L);
            assertThat(house.workStats().timers().pending()).isEqualTo(3 * never.size());

            // A hundred years, of which the map sees the last second only.
            house.suspend();
            houses.stepped.jump(Duration.ofNanos(TimeUnit.DAYS.toNanos(100 * 365)));
            house.resume();
            houses.run(1_000);
            assertThat(early[0]).isZero();
            assertThat(house.stats().faults()).isZero();
        }
    }
}
