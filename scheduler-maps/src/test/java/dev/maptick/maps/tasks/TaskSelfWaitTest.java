package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SelfWaitException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** B33 (a): a tick that waits for its own map's background task is refused; a wait from outside works. */
class TaskSelfWaitTest {
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withExecutor(workers));
    private final TestMap map = new TestMap(pool, "house");

    @Test
    void aWaitInsideTheOwnTickIsRefusedInEveryForm() {
        map.inTick(() -> {
            CompletableFuture<Integer> future = map.tasks.submit(c -> 42);
            List<CompletableFuture<?>> all = new ArrayList<>(List.of(
                    future,
                    future.thenApply(v -> v + 1),
                    future.thenApply(v -> v).thenAccept(v -> {}),
                    future.copy(),
                    future.orTimeout(1, TimeUnit.HOURS),
                    future.completeOnTimeout(0, 1, TimeUnit.HOURS),
                    future.minimalCompletionStage().toCompletableFuture()));
            for (CompletableFuture<?> each : all) {
                assertThatThrownBy(each::join)
                        .isInstanceOf(SelfWaitException.class)
                        .hasMessageContaining("\"house\" would wait for this map's own tick");
                assertThatThrownBy(each::get).isInstanceOf(SelfWaitException.class);
                assertThatThrownBy(() -> each.get(1, TimeUnit.HOURS)).isInstanceOf(SelfWaitException.class);
            }
        });
        // The refusal cost nothing else: the task comes back as ever.
        workers.runAll();
        assertThat(map.drain()).isEqualTo(1);
    }

    @Test
    void aFutureThatIsDoneMayBeReadInsideTheTick() {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        map.inTick(() -> futures.add(map.tasks.submit(c -> 42)));
        workers.runAll();
        map.drain();
        map.inTick(() -> assertThat(futures.get(0).join()).isEqualTo(42));
    }

    @Test
    void outsideTheMapsTickTheWaitIsAnOrdinaryOne() {
        TestMap other = new TestMap(pool, "other");
        map.inTick(() -> {
            CompletableFuture<Integer> future = map.tasks.submit(c -> 42);
            CompletableFuture<Throwable> outside = new CompletableFuture<>();
            Thread thread = new Thread(() -> other.inTick(() -> {
                try {
                    future.get(1, TimeUnit.MILLISECONDS);
                    outside.complete(null);
                } catch (Exception e) {
                    outside.complete(e);
                }
            }));
            thread.start();
            assertThat(outside.join()).isInstanceOf(TimeoutException.class);
        });
    }
}
