package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The timer parts of B06, B07 and B12, and B39 and B41, in virtual time. */
class TimerCasesTest {
    /** B06: 20 timers of 10..400 ms across the end of the clock's range and at values that may be taken for markers. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                Long.MAX_VALUE - 120 * MS,
                0,
                -1,
                Long.MIN_VALUE,
                -200 * MS,
                Long.MIN_VALUE - 200 * MS,
                Long.MAX_VALUE - 200 * MS,
                1 - 200 * MS
            })
    void everyTimerFiresOnceAndNeverEarlyAcrossAClockWrap(long origin) {
        TimerWorld world = new TimerWorld(origin, TimerLimits.defaults());
        List<Integer> order = new ArrayList<>();
        for (int i = 20; i >= 1; i--) {
            int delay = 20 * i - 10;
            world.timers.after(ms(delay), f -> {
                order.add(delay);
                assertThat(f.dueNanos()).isEqualTo(origin + delay * MS);
                assertThat(world.nowMs()).isBetween((long) delay, delay + 8L);
            });
        }
        long next = world.timers.nextDueNanos() - world.nanoTime();
        assertThat(next).isEqualTo(16 * MS);
        world.tickUntil(0, 1_000, 1);
        assertThat(order)
                .isEqualTo(
                        IntStream.rangeClosed(1, 20).mapToObj(i -> 20 * i - 10).toList());
        assertThat(world.timers.stats().fired()).isEqualTo(20);
    }

    /** B07: a repeating 200 ms timer on a 50 ms map: 5 firings a second; the wall clock plays no part here at all. */
    @Test
    void aRepeatingTimerOf200MsFiresFiveTimesASecond() {
        TimerWorld world = new TimerWorld();
        world.timers.every(ms(200), world.note("x"));
        world.tickUntil(0, 10_000, 50);
        assertThat(world.log)
                .isEqualTo(LongStream.rangeClosed(1, 50)
                        .mapToObj(i -> "x@" + 200 * i)
                        .toList());
        assertThat(world.timers.stats().coalesced()).isZero();
    }

    /** B12: a callback that leaves the interrupt flag set leaves it to nobody. */
    @Test
    void anInterruptStaysWithTheCallbackThatRaisedIt() {
        TimerWorld world = new TimerWorld();
        List<Boolean> flags = new ArrayList<>();
        world.timers.every(ms(8), f -> Thread.currentThread().interrupt());
        world.timers.every(ms(8), f -> flags.add(Thread.currentThread().isInterrupted()));
        world.timers.every(ms(8), f -> {
            Thread.currentThread().interrupt();
            throw new InterruptedException("planted");
        });
        for (int i = 1; i <= 200; i++) {
            world.tickAt(8L * i);
            flags.add(Thread.currentThread().isInterrupted());
        }
        assertThat(flags).hasSize(400).doesNotContain(true);
    }

    /** B39, first run. */
    @Test
    void afterALongTickAllDueTimersFireInOrderInOneTick() {
        TimerWorld world = new TimerWorld();
        List<Long> dues = new ArrayList<>();
        List<String> repeating = new ArrayList<>();
        world.tickAt(0);
        IntStream.rangeClosed(1, 100)
                .map(i -> i * 37 % 101)
                .forEach(i -> world.timers.after(ms(10L * i), f -> {
                    dues.add(f.dueNanos() / MS);
                    assertThat(f.coalesced()).isZero();
                }));
        world.timers.every(ms(40), f -> repeating.add("40 ms +" + f.coalesced() + "@" + world.nowMs()));
        world.spend(2_001);
        assertThat(world.tickAt(2_250)).isEqualTo(101);
        assertThat(dues)
                .isEqualTo(LongStream.rangeClosed(1, 100).mapToObj(i -> 10 * i).toList());
        assertThat(repeating).containsExactly("40 ms +55@2250");
        assertThat(world.timers.nextDueNanos()).isEqualTo(2_280 * MS);
        assertThat(world.timers.pending()).isEqualTo(1);
        world.tickAt(2_500);
        assertThat(repeating).containsExactly("40 ms +55@2250", "40 ms +5@2500");
    }

    /** B39, second run. */
    @Test
    void aCallbackLimitSpreadsThemOverTicksInOrder() {
        TimerWorld world = new TimerWorld(0, TimerLimits.defaults().withCallbacksPerTick(30));
        List<Long> dues = new ArrayList<>();
        world.tickAt(0);
        for (int i = 1; i <= 100; i++) {
            world.timers.after(ms(10L * i), f -> dues.add(f.dueNanos() / MS));
        }
        int[] fired = new int[4];
        int[] pending = new int[4];
        for (int i = 0; i < 4; i++) {
            fired[i] = world.tickAt(2_250 + 250L * i);
            pending[i] = world.timers.pending();
        }
        assertThat(fired).containsExactly(30, 30, 30, 10);
        assertThat(pending).containsExactly(70, 40, 10, 0);
        assertThat(dues)
                .isEqualTo(LongStream.rangeClosed(1, 100).mapToObj(i -> 10 * i).toList());
        assertThat(world.timers.stats().budgetHits()).isEqualTo(3);
    }

    /** B41. */
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 20 * MS, Long.MIN_VALUE, -1})
    void hugeDelaysNeverFireAndHoldUpNobody(long origin) {
        TimerWorld world = new TimerWorld(origin, TimerLimits.defaults());
        world.tickAt(100);
        List<Duration> huge = List.of(
                Duration.ofNanos(Long.MAX_VALUE),
                Duration.ofMillis(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                ChronoUnit.FOREVER.getDuration(),
                Duration.ofDays(300 * 365));
        for (Duration d : huge) {
            assertThat(world.timers.after(d, world.note("huge"))).isPositive();
            assertThat(world.timers.every(d, world.note("huge"))).isPositive();
            assertThat(world.timers.every(d, ms(10), world.note("huge"))).isPositive();
            assertThat(world.timers.every(ms(50), d, world.note("first, then never")))
                    .isPositive();
        }
        for (Duration bad : List.of(
                Duration.ZERO,
                Duration.ofNanos(-1),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(Long.MIN_VALUE))) {
            assertThat(TimerRefusal.of(world.timers.after(bad, world.note("bad"))))
                    .isEqualTo(TimerRefusal.BAD_DELAY);
            assertThat(TimerRefusal.of(world.timers.every(bad, world.note("bad"))))
                    .isEqualTo(TimerRefusal.BAD_DELAY);
            assertThat(TimerRefusal.of(world.timers.every(bad, ms(10), world.note("bad"))))
                    .isEqualTo(TimerRefusal.BAD_DELAY);
            assertThat(TimerRefusal.of(world.timers.every(ms(10), bad, world.note("bad"))))
                    .isEqualTo(TimerRefusal.BAD_DELAY);
        }
        assertThat(world.timers.stats().refusedDelay()).isEqualTo(16);
        world.timers.after(ms(50), world.note("50 ms"));
        world.tickUntil(100, 3_100, 1);
        assertThat(world.log).hasSize(7).endsWith("50 ms@152");
        long year = Duration.ofDays(365).toMillis();
        for (int i = 1; i <= 100; i++) {
            world.tickAt(i * year);
        }
        assertThat(world.log).hasSize(7);
        assertThat(world.timers.pending()).isEqualTo(24);
        world.timers.after(ms(50), world.note("still"));
        world.tickAt(100 * year + 64);
        assertThat(world.log).hasSize(8);
        assertThat(world.timers.cancelAll()).isEqualTo(24);
    }
}
