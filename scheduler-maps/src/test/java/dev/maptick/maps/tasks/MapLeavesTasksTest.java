package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A map leaves with tasks queued, running and finished, without threads. B32, B21 (a completion closes its map); R5. */
class MapLeavesTasksTest {
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool =
            new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(1, 8).withExecutor(workers));
    private final TestMap map = new TestMap(pool, "house");
    private final List<CompletableFuture<Integer>> futures = new ArrayList<>();

    private void submitFuture(BackgroundWork<Integer> work) {
        map.inTick(() -> futures.add(map.tasks.submit(work)));
    }

    private static TaskCancelledException gone(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        Throwable error = future.handle((value, e) -> e).join();
        assertThat(error).isInstanceOf(TaskCancelledException.class).hasMessageStartingWith("map gone: \"house\"");
        assertThat(((TaskCancelledException) error).reason()).isEqualTo(CancelReason.MAP_GONE);
        return (TaskCancelledException) error;
    }

    @Test
    void aRunningJobGetsItsSignalAndItsFutureEndsWithTheJob() {
        submitFuture(c -> {
            assertThat(c.isCancelled()).isFalse();
            map.close();
            assertThat(c.cancelReason()).isEqualTo(CancelReason.MAP_GONE);
            assertThat(futures.get(0)).isNotDone();
            return 42;
        });
        workers.runAll();
        assertThat(gone(futures.get(0))).hasNoCause();
        assertThat(map.tasks.stats().orphaned()).isEqualTo(1);
        assertThat(pool.stats().cancelled()).isEqualTo(1);
        assertThat(map.drain()).isZero();
        TestMap.assertAddsUp(pool.stats());
        assertThat(pool.isQuiet()).isTrue();
    }

    @Test
    void aJobThatThrowsIsTheCauseOfMapGone() {
        IOException own = new IOException("disk");
        submitFuture(c -> {
            map.close();
            throw own;
        });
        workers.runAll();
        assertThat(gone(futures.get(0))).hasCause(own);
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(pool.stats().orphaned()).isEqualTo(1);
    }

    @Test
    void aQueuedJobNeverStartsAndEndsAtOnce() {
        List<String> ran = new ArrayList<>();
        submitFuture(c -> {
            ran.add("ran");
            return 1;
        });
        map.close();
        assertThat(gone(futures.get(0))).hasNoCause();
        workers.runAll();
        assertThat(ran).isEmpty();
        assertThat(map.tasks.stats().skipped()).isEqualTo(1);
        assertThat(map.tasks.stats().orphaned()).isEqualTo(1);
        TestMap.assertAddsUp(map.tasks.stats());
    }

    @Test
    void aFinishedJobThatWasNotDeliveredEndsAtOnce() {
        submitFuture(c -> 1);
        submitFuture(c -> {
            throw new IOException("disk");
        });
        workers.runAll();
        assertThat(map.tasks.pending()).isEqualTo(2);
        map.close();
        assertThat(gone(futures.get(0))).hasNoCause();
        assertThat(gone(futures.get(1))).hasRootCauseInstanceOf(IOException.class);
        assertThat(map.tasks.pending()).isZero();
        assertThat(map.tasks.stats().orphaned()).isEqualTo(2);
        assertThat(map.drain()).isZero();
    }

    @Test
    void noCallbackEverRunsOnOrForTheMap() {
        map.submit("finished", c -> 1);
        workers.runAll();
        BackgroundTask<Integer> running = BackgroundTask.of(c -> {
            map.close();
            return 2;
        });
        BackgroundTask<Integer> queued = BackgroundTask.of(c -> 3);
        map.submit("running", running);
        map.submit("queued", queued);
        workers.runAll();
        map.drain();
        assertThat(map.seen).isEmpty();
        assertThat(map.tasks.stats().orphaned()).isEqualTo(3);
        assertThat(map.tasks.stats().completionsRun()).isZero();
        assertThat(running.state()).isEqualTo(TaskState.ORPHANED);
        assertThat(queued.state()).isEqualTo(TaskState.ORPHANED);
    }

    @Test
    void aLeavingMapIsRefusedAndClosingTwiceIsOnce() {
        submitFuture(c -> 1);
        map.close();
        map.close();
        assertThat(map.submit("late", c -> 1)).isEqualTo(TaskAdmission.GONE);
        assertThat(map.tasks.stats().refusedGone()).isEqualTo(1);
        assertThat(map.tasks.stats().orphaned()).isEqualTo(1);
    }

    @Test
    void otherMapsGoOn() {
        TestMap other = new TestMap(pool, "other");
        map.submit("a", c -> 1);
        other.submit("b", c -> 2);
        map.submit("c", c -> 3);
        map.close();
        workers.runAll();
        other.drain();
        assertThat(other.seen).containsExactly("b=2");
        assertThat(pool.stats().orphaned()).isEqualTo(2);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aCompletionThatClosesItsMapIsTheLastToRun() {
        map.inTick(() -> map.tasks.submit(c -> 1, outcome -> {
            map.seen.add("closing");
            map.tasks.beginClose();
        }));
        map.submit("b", c -> 2);
        workers.runAll();
        assertThat(map.drain()).isEqualTo(1);
        assertThat(map.seen).containsExactly("closing");
        assertThat(map.tasks.stats().completionsRun()).isEqualTo(1);
        assertThat(map.tasks.stats().orphaned()).isEqualTo(1);
    }

    @Test
    void aDependentThatSubmitsWhileTheMapLeavesIsRefused() {
        List<TaskAdmission> answers = new ArrayList<>();
        submitFuture(c -> 1);
        CompletableFuture<?> dependent = futures.get(0)
                .whenComplete((value, e) -> answers.add(map.tasks.submit(c -> 2, outcome -> map.seen.add("never"))));
        map.close();
        assertThat(dependent).isDone();
        assertThat(answers).containsExactly(TaskAdmission.GONE);
    }

    @Test
    void aReasonFromBeforeIsKeptAsTheCause() {
        Cancellation caller = new Cancellation();
        map.inTick(() -> futures.add(map.tasks.submit(c -> 1, caller)));
        caller.cancel();
        map.close();
        assertThat(gone(futures.get(0)).getCause())
                .isInstanceOfSatisfying(
                        TaskCancelledException.class,
                        e -> assertThat(e.reason()).isEqualTo(CancelReason.CALLER));
    }
}
