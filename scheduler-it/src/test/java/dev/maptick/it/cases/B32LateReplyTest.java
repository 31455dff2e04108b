package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.tasks.CancelReason;
import dev.maptick.maps.tasks.TaskCancelledException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B32 (rcheevos#281), through the host: a map leaves while its job runs or waits. Its leaving waits for nobody, the job is
 * asked to cancel, nothing comes back to the map, and the future ends once, with "map gone".
 */
final class B32LateReplyTest {
    @ParameterizedTest
    @ValueSource(strings = {"returns", "throws", "queued"})
    void nothingComesBackToAMapThatHasLeft(String job) throws InterruptedException {
        try (Houses houses = new Houses()) {
            CountDownLatch began = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            AtomicBoolean asked = new AtomicBoolean();
            AtomicInteger ends = new AtomicInteger();
            AtomicReference<CompletableFuture<Integer>> future = new AtomicReference<>();
            Script map = new Script();
            map.open = c -> {
                future.set(c.tasks().submit(t -> {
                    began.countDown();
                    mayEnd.await();
                    asked.set(t.isCancelled());
                    if (job.equals("throws")) {
                        throw new IllegalStateException("planned");
                    }
                    return 42;
                }));
                var unused = future.get().whenComplete((v, e) -> ends.incrementAndGet());
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(100);
            Thread worker = null;
            if (!job.equals("queued")) {
                worker = Houses.begin(houses.background.remove());
                began.await();
            }
            CompletableFuture<Void> gone = house.close();
            houses.run(0);
            assertThat(gone).isCompleted();
            assertThat(future.get().isDone()).isEqualTo(job.equals("queued"));

            mayEnd.countDown();
            if (worker != null) {
                Houses.join(worker);
                assertThat(asked).isTrue();
            } else {
                houses.work();
                assertThat(began.getCount()).isOne();
            }
            assertThat(ends).hasValue(1);
            assertThatThrownBy(future.get()::join).cause().isInstanceOfSatisfying(TaskCancelledException.class, e -> {
                assertThat(e.reason()).isEqualTo(CancelReason.MAP_GONE);
                assertThat(e.getCause() instanceof IllegalStateException).isEqualTo(job.equals("throws"));
            });
            assertThat(house.workStats().tasks().orphaned()).isOne();
            assertThat(house.workStats().tasks().completionsRun()).isZero();
            assertThat(house.post(() -> {})).isEqualTo(Admission.GONE);
            assertThat(house.workStats().mailbox().refusedGone()).isOne();
        }
    }
}
