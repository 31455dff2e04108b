package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.EventKind;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickTask;
import dev.maptick.core.WorkerStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EventsAndWorkersTest {
    private static final Duration PERIOD = Duration.ofMillis(50);

    private final List<SchedulerEvent> told = new ArrayList<>();

    private final SteppedScheduler stepped = SteppedScheduler.builder()
            .poolThreads(2)
            .configure(builder -> builder.listener(new TickListener() {
                @Override
                public void onEvent(SchedulerEvent event) {
                    told.add(event);
                    throw new IllegalStateException("a listener that throws");
                }
            }))
            .start();

    private void register(String name, TickTask task) {
        stepped.scheduler().register(name, TickOptions.every(PERIOD).phase(Duration.ZERO), task);
    }

    @Test
    @DisplayName("a map that throws at each tick is one event a second; listeners hear of it, whatever they throw")
    void faults() {
        register("bad \"one\"", tick -> {
            throw new IllegalArgumentException("no");
        });
        stepped.runFor(Duration.ofMillis(2_990));
        List<SchedulerEvent> events = stepped.scheduler().events().since(0);
        assertThat(events).hasSize(3).isEqualTo(told);
        assertThat(events).allSatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.FAULT);
            assertThat(event.map()).isEqualTo("bad \"one\"");
            assertThat(event.text()).contains("bad \\\"one\\\"", "IllegalArgumentException");
        });
        assertThat(stepped.scheduler().stats().listenerFailures()).isEqualTo(3);
        assertThat(stepped.scheduler().stats().faults()).isEqualTo(60);
    }

    @Test
    @DisplayName("deadlines worth a second are an event, fewer are not")
    void skips() {
        register("long", tick -> stepped.clock().advance(Duration.ofMillis(tick.number() == 2 ? 1_060 : 990)));
        stepped.runFor(Duration.ofSeconds(4));
        List<SchedulerEvent> skips = stepped.scheduler().events().since(0).stream()
                .filter(event -> event.kind() == EventKind.SKIPPED)
                .toList();
        assertThat(skips).singleElement().satisfies(event -> {
            assertThat(event.text()).contains("21 deadlines", "1.06 s", "50.0 ms");
        });
    }

    @Test
    @DisplayName("a worker in a tick is seen in it, by its map and how long")
    void workers() {
        register("slow", tick -> stepped.clock().advance(Duration.ofMillis(30)));
        stepped.scheduler().register("other", TickOptions.every(PERIOD).phase(Duration.ofMillis(10)), tick -> {
            List<WorkerStats> now = stepped.scheduler().workers();
            assertThat(now).hasSize(2).extracting(WorkerStats::placement).containsOnly(Placement.POOL);
            assertThat(now)
                    .extracting(w -> w.map() == null ? "-" : w.map().name())
                    .containsExactlyInAnyOrder("slow", "other");
            assertThat(now)
                    .filteredOn(w -> w.map() != null && w.map().name().equals("slow"))
                    .extracting(WorkerStats::inTickNanos)
                    .containsExactly(10_000_000L);
        });
        assertThat(stepped.scheduler().workers())
                .allSatisfy(w -> assertThat(w.map()).isNull());
        stepped.runFor(Duration.ofMillis(45));
        assertThat(stepped.scheduler().stats().ticks()).isEqualTo(2);
        assertThat(stepped.scheduler().stats().faults()).isZero();
        assertThat(stepped.scheduler().workers()).allSatisfy(w -> {
            assertThat(w.map()).isNull();
            assertThat(w.inTickNanos()).isZero();
            assertThat(w.ticks()).isEqualTo(1);
        });
    }
}
