package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.TickOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TickTasksTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private final SteppedScheduler stepped =
            SteppedScheduler.builder().configure(b -> b.faultLogPerSecond(0)).start();

    @Test
    void costsTheListedDurationsInTurnAndTheLastOneFromThenOn() {
        var body = TickTasks.costing(stepped.clock(), ms(5), ms(0), ms(7));
        stepped.scheduler().register("a", TickOptions.every(ms(50)).phase(ms(0)), body);
        stepped.scheduler().register("b", TickOptions.every(ms(50)).phase(ms(25)), body);

        var ticks = stepped.runFor(ms(249));

        assertThat(ticks)
                .filteredOn(tick -> tick.name().equals("a"))
                .extracting(tick -> tick.durationNanos() / 1_000_000)
                .containsExactly(5L, 0L, 7L, 7L, 7L);
        assertThat(ticks)
                .filteredOn(tick -> tick.name().equals("b"))
                .extracting(tick -> tick.durationNanos() / 1_000_000)
                .containsExactly(5L, 0L, 7L, 7L, 7L);
    }

    @Test
    void asALastTaskBeforeTheFirstTickItCostsTheFirstDuration() {
        var a = stepped.scheduler().register("a", TickOptions.every(ms(50)).phase(ms(20)), tick -> {});
        var gone = a.unregister(TickTasks.costing(stepped.clock(), ms(3), ms(4)));

        assertThat(stepped.runFor(ms(10)))
                .hasSize(1)
                .allMatch(tick -> tick.last() && tick.fault() == null && tick.durationNanos() == 3_000_000);
        assertThat(gone).isCompleted();
    }

    @Test
    void costsWhatTheSupplierSays() {
        AtomicLong next = new AtomicLong();
        stepped.scheduler()
                .register(
                        "a",
                        TickOptions.every(ms(50)).phase(ms(0)),
                        TickTasks.costing(stepped.clock(), () -> next.addAndGet(1_000)));

        assertThat(stepped.runFor(ms(110)))
                .extracting(TickTrace::durationNanos)
                .containsExactly(1_000L, 2_000L, 3_000L);
    }

    @Test
    void throwsWhateverTheSupplierGives() {
        IOException failure = new IOException("deliberate");
        stepped.scheduler().register("a", TickOptions.every(ms(50)).phase(ms(0)), TickTasks.throwing(() -> failure));

        assertThat(stepped.runFor(ms(60))).extracting(TickTrace::fault).containsExactly(failure, failure);
    }

    @Test
    void refusesNoCostsAtAll() {
        assertThatThrownBy(() -> TickTasks.costing(stepped.clock())).hasMessageContaining("no costs");
    }
}
