package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.StuckTick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B33 b and c (netty#782): a tick waits by a bare join for what only a tick can do, its own or another map's. No rule can see it;
 * the watchdog reports map, thread and the waiting frame, and a thread stands in: so what another map can do is done, with one
 * pool thread even, and all others tick on.
 */
final class B33WaitsForAnotherTickTest {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final Duration STUCK = Duration.ofMillis(300);

    private static TickScheduler start(int threads) {
        return TickScheduler.builder()
                .poolThreads(threads)
                .watchdog(STUCK, Duration.ofSeconds(10))
                .start();
    }

    private static StuckTick awaitStuck(TickScheduler scheduler) {
        await("reported")
                .atMost(Duration.ofSeconds(20))
                .until(() -> scheduler.stuck().size() == 1);
        return scheduler.stuck().get(0);
    }

    private static void awaitTicks(TickRegistration map, int more) {
        long before = map.stats().ticks();
        await(map.name() + " ticks")
                .atMost(Duration.ofSeconds(20))
                .until(() -> map.stats().ticks() >= before + more);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBareJoinOnTheOwnTickIsReported(int threads) {
        CompletableFuture<Integer> bare = new CompletableFuture<>();
        try (TickScheduler scheduler = start(threads)) {
            MapHost host = MapHost.builder(scheduler).build();
            TickRegistration other = scheduler.register("other", TickOptions.every(PERIOD), tick -> {});
            host.open("waits", MapOptions.defaults(), new GameMap() {
                @Override
                public void onTick(MapContext context) {
                    if (!bare.isDone()) {
                        context.tasks().submit(token -> 42, outcome -> bare.complete(1));
                        bare.join();
                    }
                }
            });
            StuckTick stuck = awaitStuck(scheduler);
            assertThat(stuck.map().name()).isEqualTo("waits");
            assertThat(stuck.stack())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("join", "onTick");
            awaitTicks(other, 10);
            bare.complete(2);
            awaitTicks(stuck.map(), 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatAnotherTickIsToDoIsDone(int threads) {
        CompletableFuture<Long> done = new CompletableFuture<>();
        try (TickScheduler scheduler = start(threads)) {
            TickRegistration waits =
                    scheduler.register("waits", TickOptions.every(PERIOD).phase(Duration.ZERO), tick -> done.join());
            TickRegistration does =
                    scheduler.register("does", TickOptions.every(PERIOD).phase(Duration.ofMillis(1)), tick -> {
                        if (tick.number() > 1 || threads == 1) {
                            done.complete(tick.number());
                        }
                    });
            // With one thread nobody could do it but for the one that stands in.
            awaitTicks(waits, 2);
            awaitTicks(does, 2);
            assertThat(done).isCompleted();
            if (threads == 1) {
                await("back to one thread")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> scheduler.stats().poolThreads() == 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aJobFromOutsideThatWaitsForATickWorks(int threads) {
        try (TickScheduler scheduler = start(threads)) {
            MapHost host = MapHost.builder(scheduler).build();
            MapHandle house = host.open("house", MapOptions.defaults(), context -> {});
            assertThat(house.call(() -> 7).join()).isEqualTo(7);
            assertThat(scheduler.stuck()).isEmpty();
        }
    }
}
