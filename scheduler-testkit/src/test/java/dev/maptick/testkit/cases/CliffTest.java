package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.core.EventKind;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.testkit.SteppedScheduler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** 51 ms on a period of 50 ms run at 10 Hz: an operator is told, once, and once more when it is over. */
class CliffTest {
    private final SteppedScheduler stepped = SteppedScheduler.start();
    private Duration cost = Duration.ofMillis(20);

    private TickRegistration register(MissPolicy policy) {
        return stepped.scheduler()
                .register(
                        "house",
                        TickOptions.every(Duration.ofMillis(50)).missPolicy(policy),
                        tick -> stepped.clock().advance(cost));
    }

    private List<SchedulerEvent> events() {
        return stepped.scheduler().events().since(0);
    }

    @Test
    @DisplayName("named once with its numbers and what to do; its end is told too; the recent rate is that of now")
    void namedOnce() {
        TickRegistration map = register(MissPolicy.SKIP);
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(map.stats().recentRate()).isEqualTo(20, within(0.01));
        assertThat(events()).isEmpty();

        cost = Duration.ofMillis(51);
        stepped.runFor(Duration.ofSeconds(20));
        assertThat(events()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CLIFF);
            assertThat(event.map()).isEqualTo("house");
            assertThat(event.text())
                    .contains("10.0 Hz in place of 20.0 Hz", "51.0 ms", "50.0 ms", "RUN_LATE", "19.6 Hz", "55.0 ms");
        });
        assertThat(map.stats().recentRate()).isEqualTo(10, within(0.1));
        assertThat(map.stats().effectivePeriodNanos()).isLessThan(80_000_000);

        cost = Duration.ofMillis(49);
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(events()).hasSize(2).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CLIFF_OVER);
            assertThat(event.text()).contains("49.0 ms", "50.0 ms");
        });
        assertThat(map.stats().recentRate()).isEqualTo(20, within(0.1));
    }

    @Test
    @DisplayName("no cliff under RUN_LATE, which runs at nearly 19.6 Hz")
    void notUnderRunLate() {
        cost = Duration.ofMillis(51);
        TickRegistration map = register(MissPolicy.RUN_LATE);
        stepped.runFor(Duration.ofSeconds(20));
        assertThat(events()).isEmpty();
        assertThat(map.stats().recentRate()).isEqualTo(19.6, within(0.8));
    }

    @Test
    @DisplayName("a few such ticks are none, nor are ticks that use the time they take")
    void notForAFew() {
        TickRegistration map = register(MissPolicy.SKIP);
        for (int i = 0; i < 10; i++) {
            cost = Duration.ofMillis(51);
            stepped.runFor(Duration.ofMillis(400));
            cost = Duration.ofMillis(20);
            stepped.runFor(Duration.ofSeconds(2));
        }
        cost = Duration.ofMillis(98);
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(events()).isEmpty();
        assertThat(map.stats().skipped()).isGreaterThan(100);
    }
}
