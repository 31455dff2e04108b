package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.TickOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManualClockTest {
    private static final Duration MS = Duration.ofMillis(1);

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void movesOnlyWhenToldWhereverItStarts(long start) {
        ManualClock clock = new ManualClock(start);

        assertThat(clock.nanoTime()).isEqualTo(start).isEqualTo(clock.startNanos());
        clock.advance(250);
        clock.advance(Duration.ofMillis(200));
        assertThat(clock.nanoTime() - start).isEqualTo(200_000_250);
        clock.set(clock.at(Duration.ofSeconds(1)));
        assertThat(clock.nanoTime() - start).isEqualTo(1_000_000_000);
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(1));
        clock.advance(0);
        clock.set(clock.nanoTime());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @MethodSource("dev.maptick.testkit.Clocks#starts")
    void neverGoesBack(long start) {
        ManualClock clock = new ManualClock(start);

        assertThatThrownBy(() -> clock.advance(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clock.set(start - 1)).hasMessageContaining("1 ns before now");
        assertThat(clock.nanoTime()).isEqualTo(start);
    }

    @Test
    void losesNoMoveOfAnyThread() throws InterruptedException {
        ManualClock clock = new ManualClock(-5);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 50_000; n++) {
                    clock.advance(3);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(clock.nanoTime()).isEqualTo(-5 + 4 * 50_000 * 3);
    }

    @Test
    void insideASteppedTickOnlyThatTicksTimePasses() {
        ManualClock clock = new ManualClock(-7);
        AtomicLong own = new AtomicLong();
        AtomicLong ofOthers = new AtomicLong();
        try (SteppedScheduler stepped = SteppedScheduler.builder().clock(clock).start()) {
            stepped.scheduler().register("map", TickOptions.every(MS).phase(Duration.ZERO), tick -> {
                clock.advance(300);
                clock.set(clock.nanoTime() + 40);
                own.set(clock.nanoTime());
                Thread other = new Thread(() -> ofOthers.set(clock.nanoTime()));
                other.start();
                other.join();
                if (tick.number() == 2) {
                    assertThatThrownBy(() -> clock.set(clock.nanoTime() - 1))
                            .isInstanceOf(IllegalArgumentException.class);
                }
            });
            stepped.runNext();

            assertThat(own).hasValue(-7 + 340);
            assertThat(ofOthers).hasValue(-7);
            assertThat(clock.nanoTime()).isEqualTo(-7);
            assertThat(stepped.nextEventNanos()).hasValue(-7 + 340);
            assertThat(stepped.runFor(Duration.ofNanos(1_000_400)))
                    .hasSize(2)
                    .allMatch(tick -> tick.fault() == null && tick.durationNanos() == 340);
        }
    }
}
