package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.RecordingListener.LastTaskEnded;
import dev.maptick.testkit.RecordingListener.Moved;
import dev.maptick.testkit.RecordingListener.Registered;
import dev.maptick.testkit.RecordingListener.Skipped;
import dev.maptick.testkit.RecordingListener.SuspendedPoints;
import dev.maptick.testkit.RecordingListener.Ticked;
import dev.maptick.testkit.RecordingListener.Unregistered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingListenerTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void keepsEveryKindOfEventInOrder() {
        RecordingListener record = new RecordingListener();
        try (SteppedScheduler stepped = SteppedScheduler.builder()
                .dedicatedThreads(1)
                .configure(b -> b.faultLogPerSecond(0))
                .listener(record)
                .start()) {
            IllegalStateException failure = new IllegalStateException("deliberate");
            TickRegistration a = stepped.scheduler()
                    .register("a", TickOptions.every(ms(50)).phase(ms(0)), tick -> {
                        stepped.clock().advance(ms(60));
                        throw failure;
                    });
            stepped.runFor(ms(60));
            assertThat(a.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            a.suspend();
            stepped.jump(ms(100));
            a.resume();
            stepped.jump(ms(200));
            a.setPeriod(ms(25));
            assertThat(a.unregister(tick -> {})).isNotDone();
            stepped.runNext();
            stepped.runNext();

            assertThat(record.events())
                    .containsExactly(
                            new Registered(a),
                            new Ticked(a, Placement.POOL, 0, 0, 0, 60_000_000, 1, failure),
                            new Moved(a, Placement.POOL, Placement.DEDICATED),
                            new SuspendedPoints(a, 2),
                            new Skipped(a, 4),
                            new LastTaskEnded(a, Placement.DEDICATED, 360_000_000, 360_000_000, null),
                            new Unregistered(a));
            assertThat(record.faults()).hasSize(1).isEqualTo(record.ticks("a"));
            assertThat(record.skipped())
                    .isEqualTo(5)
                    .isEqualTo(record.skipped("a"))
                    .isEqualTo(a.stats().skipped());
            assertThat(record.skipped("b")).isZero();
            assertThat(record.order()).containsExactly("a");
            assertThat(record.events(Moved.class, "b")).isEmpty();
            assertThat(record.events(Moved.class).get(0).name()).isEqualTo("a");
            assertThat(record.dropped()).isZero();
        }
    }

    @Test
    void dropsTheOldestAndCountsThem() {
        RecordingListener record = new RecordingListener(3);
        try (SteppedScheduler stepped =
                SteppedScheduler.builder().listener(record).start()) {
            stepped.scheduler().register("a", TickOptions.every(ms(50)).phase(ms(0)), tick -> {});
            stepped.runFor(ms(200));

            assertThat(record.ticks())
                    .extracting(Ticked::startNanos)
                    .containsExactly(100_000_000L, 150_000_000L, 200_000_000L);
            assertThat(record.dropped()).isEqualTo(3);
            record.clear();
            assertThat(record.events()).isEmpty();
            assertThat(record.dropped()).isZero();
        }
        assertThatThrownBy(() -> new RecordingListener(0)).hasMessageContaining("capacity=0");
    }

    @Test
    void losesNothingWhenManyThreadsTell() throws InterruptedException {
        RecordingListener record = new RecordingListener(30_000);
        TickRegistration subject = new FakeRegistration("a");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 10_000; n++) {
                    record.onSkipped(subject, 1);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(record.events()).hasSize(30_000);
        assertThat(record.dropped()).isEqualTo(10_000);
        assertThat(record.skipped()).isEqualTo(30_000);
    }
}
