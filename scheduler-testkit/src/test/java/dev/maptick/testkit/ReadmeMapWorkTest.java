package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The README's lines on what a map does inside its tick, as they stand there. */
class ReadmeMapWorkTest {
    private final List<String> seen = new ArrayList<>();
    private final List<Runnable> background = new ArrayList<>();
    private MapHandle map;
    private int price;

    private final class House implements GameMap {
        @Override
        public void onOpen(MapContext context) {
            context.timers().every(Duration.ofSeconds(1), firing -> burn(1 + firing.coalesced()));
            context.tasks().submit(task -> askMarket(), outcome -> {
                if (outcome.isSuccess()) price = outcome.value();
            });
            context.delay(Duration.ofMillis(750)).thenRun(this::closeDoor);
        }

        @Override
        public void onTick(MapContext context) {}

        private void burn(long seconds) {
            note("burnt for " + seconds + " s");
        }

        private void closeDoor() {
            note("door closed");
        }
    }

    private static int askMarket() {
        return 42;
    }

    /** Everything here runs on the map. */
    private void note(String what) {
        assertThat(map.isOwnerThread()).isTrue();
        seen.add(what);
    }

    @Test
    void everythingComesToTheMapsOwnTick() throws Exception {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            MapHost host = MapHost.builder(stepped.scheduler())
                    .background(BackgroundPoolOptions.DEFAULT.withExecutor(background::add))
                    .build();
            map = host.open("house-17", MapOptions.defaults().phase(Duration.ZERO), new House());
            stepped.runFor(Duration.ofMillis(60));
            for (Runnable task : background) {
                Thread worker = new Thread(task);
                worker.start();
                worker.join();
            }

            CompletableFuture<String> prices = new CompletableFuture<>();
            map.post(() -> note("door opened"));
            CompletableFuture<Integer> guests = map.call(() -> 3);
            var shown = prices.thenAcceptAsync(this::note, map.executor());
            prices.complete("prices shown");
            stepped.runFor(Duration.ofMillis(1_100));

            assertThat(seen).containsExactly("door opened", "prices shown", "door closed", "burnt for 1 s");
            assertThat(guests.join()).isEqualTo(3);
            assertThat(shown).isCompleted();
            assertThat(price).isEqualTo(42);
        }
    }
}
