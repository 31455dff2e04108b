package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * B12 (jetty#7563), the parts about posts, timers, completions and background tasks: an interrupt flag that one of them leaves
 * behind reaches neither the next one, nor the map's tick, nor the next map on the same thread.
 */
final class B12LeftOverInterruptTest {
    @Test
    void nobodySeesTheFlagOfAnother() {
        try (Houses houses = new Houses()) {
            AtomicInteger raised = new AtomicInteger();
            AtomicInteger seen = new AtomicInteger();
            Runnable raise = () -> {
                if (Thread.currentThread().isInterrupted()) {
                    seen.incrementAndGet();
                }
                raised.incrementAndGet();
                Thread.currentThread().interrupt();
            };
            Runnable look = () -> {
                if (Thread.currentThread().isInterrupted()) {
                    seen.incrementAndGet();
                }
            };
            Script bad = new Script();
            bad.open = c -> c.timers().every(Duration.ofMillis(50), f -> raise.run());
            bad.tick = c -> {
                look.run();
                for (int i = 0; i < 2; i++) {
                    c.handle().post(raise::run);
                    c.handle().postHigh(raise::run);
                    c.tasks()
                            .submit(
                                    t -> {
                                        raise.run();
                                        return 1;
                                    },
                                    o -> raise.run());
                }
                Thread.currentThread().interrupt();
            };
            Script good = new Script();
            good.tick = c -> look.run();
            MapHandle first = houses.open("a", Houses.AT_ZERO, bad);
            houses.open("b", Houses.AT_ZERO, good);
            for (int i = 0; i < 200; i++) {
                houses.run(50);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                houses.work();
            }
            assertThat(seen).hasValue(0);
            assertThat(good.ticks).isGreaterThanOrEqualTo(200);
            assertThat(raised.get()).isGreaterThan(1_500);
            assertThat(first.stats().faults()).isZero();
            assertThat(first.stats().skipped()).isZero();
        }
    }
}
