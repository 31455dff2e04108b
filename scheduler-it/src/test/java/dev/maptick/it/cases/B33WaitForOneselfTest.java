package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.SelfWaitException;
import dev.maptick.it.cases.Houses.Act;
import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * B33 a and d (netty#782), through the host: a tick that waits for its own background task, its own call, its own delay or
 * its own postAsync is refused at once; that costs the tick, and the map goes on.
 */
final class B33WaitForOneselfTest {
    @Test
    void everyWaitForTheOwnTickIsRefused() {
        List<Act> waits = List.of(
                c -> c.tasks().submit(t -> 1).join(),
                c -> c.tasks().submit(t -> 1).thenApply(v -> v).get(),
                c -> c.handle().call(() -> 1).join(),
                c -> c.handle().call(() -> 1).thenApply(v -> v).get(),
                c -> c.delay(Duration.ofMillis(1)).toCompletableFuture().join(),
                c -> c.handle().postAsync(() -> {}).join());
        try (Houses houses = new Houses()) {
            Script map = new Script();
            List<String> told = new ArrayList<>();
            map.tick = c -> {
                if (map.ticks <= waits.size()) {
                    try {
                        waits.get((int) map.ticks - 1).run(c);
                    } catch (SelfWaitException e) {
                        told.add(e.getMessage());
                        throw e;
                    }
                }
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            for (int i = 0; i < 20; i++) {
                houses.run(50);
                houses.work();
            }
            assertThat(told)
                    .hasSize(waits.size())
                    .allSatisfy(message -> assertThat(message).contains("tick"));
            assertThat(house.stats().faults()).isEqualTo(waits.size());
            assertThat(house.stats().skipped()).isZero();
            assertThat(map.ticks).isEqualTo(21);
            assertThat(house.workStats().tasks().completionsRun()).isEqualTo(2);
            assertThat(house.workStats().mailbox().executed()).isEqualTo(2);
        }
    }
}
