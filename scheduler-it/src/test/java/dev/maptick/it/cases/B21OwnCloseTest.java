package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.Placement;
import dev.maptick.core.SelfWaitException;
import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * B21 (Chronicle-Threads#204), through the host: a map closes itself from its timer, its post or its completion. The call
 * returns at once, waiting for its future there is refused, the tick runs to its end, and then the map has left; on the pool
 * and on a dedicated thread.
 */
final class B21OwnCloseTest {
    @ParameterizedTest
    @CsvSource({
        "timer, POOL, false",
        "timer, POOL, true",
        "timer, DEDICATED, true",
        "post, POOL, false",
        "post, POOL, true",
        "post, DEDICATED, true",
        "completion, POOL, false",
        "completion, POOL, true",
        "completion, DEDICATED, true",
        "tick, POOL, true",
    })
    void aMapMayCloseItselfAndNotWaitForIt(String from, Placement placement, boolean waits) {
        try (Houses houses = new Houses()) {
            AtomicReference<CompletableFuture<Void>> gone = new AtomicReference<>();
            AtomicReference<Throwable> refusal = new AtomicReference<>();
            Houses.Act close = c -> {
                gone.compareAndSet(null, c.handle().close());
                assertThat(gone.get()).isNotDone();
                if (waits) {
                    try {
                        gone.get().join();
                    } catch (SelfWaitException e) {
                        refusal.compareAndSet(null, e);
                    }
                }
                assertThat(gone.get()).isNotDone();
            };
            Script map = new Script();
            map.open = c -> arrange(c, from, close);
            map.tick = c -> {
                if (from.equals("tick") && map.ticks == 1) {
                    close.run(c);
                }
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO.placement(placement), map);
            houses.run(1);
            houses.work();
            houses.run(100);

            assertThat(gone.get()).isCompleted();
            assertThat(refusal.get() != null).isEqualTo(waits);
            assertThat(map.closes).isOne();
            long ticks = map.ticks;
            assertThat(ticks).isEqualTo(from.equals("timer") || from.equals("completion") ? 2 : 1);
            houses.run(1_000);
            assertThat(map.ticks).isEqualTo(ticks);
            assertThat(house.stats().faults()).isZero();
            assertThat(house.workStats().mailbox().faults()).isZero();
            assertThat(house.workStats().timers().faults()).isZero();
            assertThat(house.workStats().tasks().completionFaults()).isZero();
        }
    }

    private static void arrange(MapContext c, String from, Houses.Act close) {
        switch (from) {
            case "timer" -> c.timers().after(Duration.ofMillis(40), f -> close.run(c));
            case "post" -> c.handle().post(() -> close.run(c));
            case "completion" -> c.tasks().submit(t -> 1, o -> close.run(c));
            default -> {}
        }
    }
}
