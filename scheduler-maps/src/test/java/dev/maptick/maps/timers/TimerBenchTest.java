package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a timer costs; printed, not asserted, for a shared machine stalls by itself. */
@Tag("soak")
class TimerBenchTest {
    private static final int TIMERS = 60_000;
    private static final int ROUNDS = 60;

    private final TimerWorld world = new TimerWorld(
            0, TimerLimits.defaults().withCallbacksPerTick(1_000_000).withBudget(Duration.ofHours(1)));
    private final TimerCallback nothing = f -> {};
    private long time;

    @Test
    void printsWhatATimerCosts() {
        print("start + fire, one step", startAndFire(i -> Duration.ofMillis(100)));
        print("start + fire, 10..400 ms", startAndFire(i -> Duration.ofMillis(10 + i * 37 % 391)));
        print("start + fire, 1 s..1 h", startAndFire(i -> Duration.ofMillis(1_000 + i * 7_919L % 3_600_000)));
        print("start + cancel, 10..400 ms", startAndCancel(i -> Duration.ofMillis(10 + i * 37 % 391)));
        print("start + cancel, 1 h", startAndCancel(i -> Duration.ofHours(1)));
        print("start + cancel, 1 s..1 h", startAndCancel(i -> Duration.ofMillis(1_000 + i * 7_919L % 3_600_000)));
        for (int i = 0; i < 10_000; i++) {
            world.timers.every(Duration.ofMillis(20 + i % 200), nothing);
        }
        print("repeating, a firing", repeating());
        world.timers.cancelAll();
        for (int i = 0; i < 10_000; i++) {
            world.timers.after(Duration.ofMillis(4_000_000_000L + i), nothing);
        }
        print("a quiet tick of 50 ms, 10,000 far ones pending", quiet());
        world.timers.cancelAll();
        quiet();
        print("a quiet tick of 50 ms, none pending", quiet());
        assertThat(world.timers.pending()).isZero();
    }

    private double[] startAndFire(IntFunction<Duration> delay) {
        return measure(TIMERS, () -> {
            start(delay);
            time += Duration.ofHours(2).toNanos();
            world.set(time);
            assertThat(world.timers.advance(time)).isEqualTo(TIMERS);
        });
    }

    private double[] startAndCancel(IntFunction<Duration> delay) {
        return measure(TIMERS, () -> {
            long[] ids = start(delay);
            for (long id : ids) {
                world.timers.cancel(id);
            }
            assertThat(world.timers.pending()).isZero();
        });
    }

    private double[] repeating() {
        return measure(1, () -> {
            long before = world.timers.stats().fired();
            long begin = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                time += 50 * MS;
                world.set(time);
                world.timers.advance(time);
            }
            each = (double) (System.nanoTime() - begin) / (world.timers.stats().fired() - before);
        });
    }

    private double each;

    private double[] quiet() {
        return measure(100_000, () -> {
            for (int i = 0; i < 100_000; i++) {
                time += 50 * MS;
                world.timers.advance(time);
            }
            world.set(time);
        });
    }

    private long[] start(IntFunction<Duration> delay) {
        long[] ids = new long[TIMERS];
        for (int i = 0; i < TIMERS; i++) {
            ids[i] = world.timers.after(delay.apply(i), nothing);
        }
        return ids;
    }

    private double[] measure(int n, Runnable round) {
        double[] ns = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            each = 0;
            long begin = System.nanoTime();
            round.run();
            ns[i] = each > 0 ? each : (double) (System.nanoTime() - begin) / n;
        }
        Arrays.sort(ns);
        return ns;
    }

    private static void print(String what, double[] sorted) {
        System.out.printf(
                "TimerBenchTest: %-48s %8.1f ns (median of %d rounds, best %.1f)%n",
                what, sorted[ROUNDS / 2], ROUNDS, sorted[0]);
    }
}
