package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.EventKind;
import dev.maptick.core.PoolResize;
import dev.maptick.core.PoolResize.Outcome;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Another number of pool threads while it runs, in virtual time. */
class ResizePoolTest {
    private static final Duration PERIOD = Duration.ofMillis(50);

    private static void register(SteppedScheduler stepped, String name, TickTask task) {
        stepped.scheduler().register(name, TickOptions.every(PERIOD).phase(Duration.ZERO), task);
    }

    @Test
    @DisplayName(
            "a pool made larger has the ticks of one moment run side by side; made smaller again one after the other")
    void largerAndSmaller() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            for (int i = 0; i < 4; i++) {
                register(stepped, "map-" + i, tick -> stepped.clock().advance(Duration.ofMillis(30)));
            }
            stepped.runFor(Duration.ofMillis(40));
            assertThat(stepped.inFlight()).isEqualTo(1);
            assertThat(stepped.scheduler().resizePool(4)).isEqualTo(new PoolResize(Outcome.RESIZED, 1, 4));
            assertThat(stepped.scheduler().threadPlan().poolThreads()).isEqualTo(4);
            stepped.runFor(Duration.ofMillis(500));
            long ticks = stepped.scheduler().stats().ticks();
            stepped.runFor(Duration.ofSeconds(1));
            assertThat(stepped.scheduler().stats().ticks() - ticks)
                    .as("each at its rate")
                    .isEqualTo(80);
            assertThat(stepped.scheduler().stats().poolThreads()).isEqualTo(4);

            stepped.runFor(Duration.ofMillis(15));
            int flying = stepped.inFlight();
            assertThat(stepped.scheduler().resizePool(1)).isEqualTo(new PoolResize(Outcome.RESIZED, 4, 1));
            assertThat(stepped.inFlight()).as("no tick is cut short").isEqualTo(flying);
            stepped.runFor(Duration.ofMillis(100));
            assertThat(stepped.scheduler().stats().poolThreads()).isEqualTo(1);
            assertThat(stepped.scheduler().stats().leavingThreads()).isZero();
            ticks = stepped.scheduler().stats().ticks();
            stepped.runFor(Duration.ofSeconds(3));
            assertThat(stepped.scheduler().stats().ticks() - ticks)
                    .as("one of 30 ms after the other")
                    .isBetween(99L, 101L);
            assertThat(stepped.scheduler().events().since(0).stream()
                            .filter(event -> event.kind() == EventKind.POOL_RESIZED)
                            .map(SchedulerEvent::text))
                    .hasSize(2)
                    .first()
                    .isEqualTo("the pool has 4 threads in place of 1");
        }
    }

    @Test
    @DisplayName(
            "one told to leave inside its own tick gives back what it has taken and not begun: it runs on time elsewhere")
    void whatItHoldsGoesBack() {
        try (SteppedScheduler stepped = SteppedScheduler.start(2)) {
            List<Integer> workers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                register(stepped, "map-" + i, tick -> {
                    if (tick.number() == 5) {
                        workers.add(stepped.scheduler().workers().stream()
                                .filter(w -> w.map() != null)
                                .findFirst()
                                .orElseThrow()
                                .worker());
                        stepped.scheduler().resizePool(1);
                    }
                });
            }
            stepped.runFor(Duration.ofSeconds(2));
            assertThat(workers).hasSize(6);
            assertThat(workers.get(0)).as("who leaves").isNotEqualTo(workers.get(1));
            assertThat(stepped.scheduler().stats().skipped()).isZero();
            assertThat(stepped.scheduler().stats().ticks()).isEqualTo(6 * 41);
            assertThat(stepped.scheduler().stats().poolThreads()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "the same size again changes nothing; a bad one, and any before the start or after the stop, is refused")
    void refusals() {
        SteppedScheduler stepped = SteppedScheduler.start(2);
        TickScheduler scheduler = stepped.scheduler();
        assertThat(scheduler.resizePool(2)).isEqualTo(new PoolResize(Outcome.UNCHANGED, 2, 2));
        assertThatThrownBy(() -> scheduler.resizePool(0))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("poolThreads = 0");
        assertThatThrownBy(() -> scheduler.resizePool(1_025)).isInstanceOf(SettingsException.class);
        assertThat(scheduler.resizePool(1_024).now()).isEqualTo(1_024);
        assertThat(scheduler.resizePool(1).now()).isEqualTo(1);
        stepped.close();
        assertThat(scheduler.resizePool(3)).isEqualTo(new PoolResize(Outcome.STOPPING, 1, 1));
        assertThat(TickScheduler.builder().poolThreads(1).build().resizePool(3))
                .isEqualTo(new PoolResize(Outcome.NOT_STARTED, 1, 1));
    }

    @Test
    @DisplayName(
            "numbers come back: however often the pool changes its size, there are no more of them than threads at a time")
    void numbersComeBack() {
        try (SteppedScheduler stepped = SteppedScheduler.start(2)) {
            register(stepped, "map", tick -> {});
            for (int i = 0; i < 50; i++) {
                stepped.scheduler().resizePool(2 + i % 7);
                stepped.runFor(PERIOD);
                assertThat(stepped.scheduler().workers()).hasSize(2 + i % 7).allMatch(w -> w.worker() < 10);
            }
            assertThat(stepped.scheduler().stats().ticks()).isEqualTo(51);
        }
    }
}
