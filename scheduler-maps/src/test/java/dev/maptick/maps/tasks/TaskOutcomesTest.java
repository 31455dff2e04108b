package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SettingsException;
import dev.maptick.maps.NotOwnerException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of a task that ends by itself, without threads: G1 to G4, G6, M10, X10. */
class TaskOutcomesTest {
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool =
            new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(3, 8).withExecutor(workers));
    private final TestMap map = new TestMap(pool, "house");

    @Test
    void aCompletionRunsOnALaterTickAndNeverInline() {
        assertThat(map.submit("a", c -> "done")).isEqualTo(TaskAdmission.ACCEPTED);
        assertThat(map.drain()).isZero();
        workers.runAll();
        assertThat(map.seen).isEmpty();
        assertThat(map.tasks.pending()).isEqualTo(1);
        assertThat(map.drain()).isEqualTo(1);
        assertThat(map.seen).containsExactly("a=done");
        assertThat(map.tasks.pending()).isZero();
        TestMap.assertAddsUp(map.tasks.stats());
    }

    @Test
    void completionsRunInTheOrderInWhichTasksFinish() {
        CompletableFuture<?> gate = new CompletableFuture<>();
        map.submit("slow", c -> {
            workers.runNext();
            return gate.isDone();
        });
        map.submit("quick", c -> 1);
        workers.runNext();
        map.drain();
        assertThat(map.seen).containsExactly("quick=1", "slow=false");
    }

    @Test
    void aDrainRunsOnlyWhatWasThereWhenItBegan() {
        map.submit("a", c -> 1);
        workers.runAll();
        map.inTick(() -> {
            assertThat(map.tasks.beginDrain()).isEqualTo(1);
            map.tasks.submit(c -> 2, outcome -> map.seen.add("b"));
            workers.runAll();
            assertThat(map.tasks.runOne()).isTrue();
            assertThat(map.tasks.runOne()).isFalse();
        });
        assertThat(map.seen).containsExactly("a=1");
        map.drain();
        assertThat(map.seen).containsExactly("a=1", "b");
    }

    @Test
    void whatABudgetLeavesWaitsInOrder() {
        for (int i = 0; i < 5; i++) {
            map.submit("t" + i, c -> 0);
        }
        workers.runAll();
        map.inTick(() -> {
            map.tasks.beginDrain();
            assertThat(map.tasks.runOne()).isTrue();
            assertThat(map.tasks.runOne()).isTrue();
        });
        assertThat(map.tasks.pending()).isEqualTo(3);
        map.drain();
        assertThat(map.seen).containsExactly("t0=0", "t1=0", "t2=0", "t3=0", "t4=0");
    }

    @Test
    void anExceptionArrivesUnchanged() {
        IOException own = new IOException("disk");
        List<Throwable> errors = new ArrayList<>();
        map.inTick(() -> map.tasks.submit(
                c -> {
                    throw own;
                },
                outcome -> {
                    errors.add(outcome.error());
                    assertThat(outcome.kind()).isEqualTo(TaskOutcome.Kind.FAILED);
                    assertThatThrownBy(outcome::value)
                            .isInstanceOf(IllegalStateException.class)
                            .hasCause(own);
                }));
        workers.runAll();
        map.drain();
        assertThat(map.faults).isEmpty();
        assertThat(errors).containsExactly(own);
        assertThat(map.tasks.stats().failed()).isEqualTo(1);
        assertThat(map.tasks.stats().panics()).isZero();
    }

    @Test
    void anErrorArrivesAsAPanicAndTheWorkerGoesOn() {
        Error own = new StackOverflowError("planned");
        List<Throwable> errors = new ArrayList<>();
        map.inTick(() -> map.tasks.submit(
                c -> {
                    throw own;
                },
                outcome -> errors.add(outcome.error())));
        map.submit("next", c -> "fine");
        workers.runAll();
        map.drain();
        assertThat(errors).singleElement().isInstanceOf(TaskPanicException.class);
        assertThat(errors.get(0)).hasCause(own).hasMessageContaining("\"house\"");
        assertThat(map.seen).containsExactly("next=fine");
        assertThat(map.tasks.stats().panics()).isEqualTo(1);
        assertThat(map.tasks.stats().failed()).isEqualTo(1);
    }

    @Test
    void aFutureCompletesInsideTheTickSoThatItsDependentsRunOnTheMap() {
        List<Boolean> inside = new ArrayList<>();
        List<CompletableFuture<String>> futures = new ArrayList<>();
        map.inTick(() -> {
            CompletableFuture<Integer> future = map.tasks.submit(c -> 42);
            futures.add(future.thenApply(value -> {
                inside.add(map.isCurrent());
                return "got " + value;
            }));
            futures.add(map.tasks.<String>submit(c -> {
                throw new IOException("disk");
            }));
            futures.add(map.tasks.submit((BackgroundWork<String>) c -> null));
        });
        workers.runAll();
        assertThat(futures).noneMatch(CompletableFuture::isDone);
        map.drain();
        assertThat(futures.get(0)).isCompletedWithValue("got 42");
        assertThat(futures.get(1))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseExactlyInstanceOf(IOException.class);
        assertThat(futures.get(2)).isCompletedWithValue(null);
        assertThat(inside).containsExactly(true);
    }

    @Test
    void onlyThePoolCompletesAFuture() {
        map.inTick(() -> {
            CompletableFuture<Integer> future = map.tasks.submit(c -> 42);
            assertThat(future.complete(1)).isFalse();
            assertThat(future.completeExceptionally(new IOException())).isFalse();
            assertThat(future.cancel(true)).isFalse();
            assertThatThrownBy(() -> future.obtrudeValue(1)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> future.obtrudeException(new IOException()))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> future.completeAsync(() -> 1)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> future.completeAsync(() -> 1, workers))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(future).isNotDone();
        });
        assertThat(workers.size()).isEqualTo(1);
    }

    @Test
    void aThrowingCompletionCostsItselfAndIsTold() {
        IllegalStateException planned = new IllegalStateException("planned");
        map.inTick(() -> map.tasks.submit(c -> 1, outcome -> {
            throw planned;
        }));
        map.inTick(() -> map.tasks.submit(c -> 1, outcome -> {
            throw new StackOverflowError("planned");
        }));
        map.submit("next", c -> 2);
        workers.runAll();
        assertThat(map.drain()).isEqualTo(3);
        assertThat(map.seen).containsExactly("next=2");
        assertThat(map.faults).hasSize(2).contains(planned);
        assertThat(map.tasks.stats().completionFaults()).isEqualTo(2);
        assertThat(map.tasks.stats().completionsRun()).isEqualTo(3);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aThrowingHookDisturbsNothing() {
        TaskQueue tasks = pool.open(map, TaskLimits.DEFAULT, fault -> {
            throw new IllegalStateException("planned");
        });
        map.inTick(() -> tasks.submit(c -> 1, outcome -> {
            throw new IllegalStateException("planned");
        }));
        workers.runAll();
        map.inTick(() -> {
            tasks.beginDrain();
            assertThat(tasks.runOne()).isTrue();
        });
        assertThat(tasks.stats().completionFaults()).isEqualTo(1);
    }

    @Test
    void oneTaskObjectRunsOnceOnly() {
        int[] runs = new int[1];
        BackgroundTask<Integer> task = BackgroundTask.of(c -> ++runs[0]);
        assertThat(task.state()).isEqualTo(TaskState.NEW);
        assertThat(map.submit("a", task)).isEqualTo(TaskAdmission.ACCEPTED);
        assertThat(task.state()).isEqualTo(TaskState.QUEUED);
        assertThat(map.submit("a", task)).isEqualTo(TaskAdmission.ALREADY_USED);
        workers.runAll();
        assertThat(task.state()).isEqualTo(TaskState.FINISHED);
        assertThat(map.submit("a", task)).isEqualTo(TaskAdmission.ALREADY_USED);
        map.drain();
        assertThat(task.state()).isEqualTo(TaskState.DELIVERED);
        assertThat(map.submit("a", task)).isEqualTo(TaskAdmission.ALREADY_USED);
        workers.runAll();
        assertThat(runs).containsExactly(1);
        assertThat(map.tasks.stats().refusedUsed()).isEqualTo(3);
        map.inTick(() -> {
            CompletableFuture<Integer> future = map.tasks.submit(task);
            assertThatThrownBy(future::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            TaskRefusedException.class,
                            e -> assertThat(e.admission()).isEqualTo(TaskAdmission.ALREADY_USED))
                    .hasMessageContaining("already used")
                    .hasMessageContaining("\"house\"");
        });
    }

    @Test
    void onlyTheLatestProgressIsKept() {
        List<TaskProgress> read = new ArrayList<>();
        BackgroundTask<Integer>[] self = newArray();
        self[0] = BackgroundTask.of(c -> {
            assertThat(c.mapName()).isEqualTo("house");
            c.progress(1, 3, "reading");
            c.progress(2, 3, "sorting");
            read.add(self[0].progress());
            assertThat(self[0].state()).isEqualTo(TaskState.RUNNING);
            assertThatThrownBy(() -> c.progress(-1, 3, "")).isInstanceOf(IllegalArgumentException.class);
            return 0;
        });
        assertThat(self[0].progress()).isEqualTo(TaskProgress.NONE);
        map.submit("a", self[0]);
        assertThat(self[0].progress()).isEqualTo(TaskProgress.NONE);
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a=0");
        assertThat(read).containsExactly(new TaskProgress(2, 3, "sorting"));
        assertThat(self[0].progress()).isEqualTo(read.get(0));
    }

    @SuppressWarnings("unchecked")
    private static <T> BackgroundTask<T>[] newArray() {
        return (BackgroundTask<T>[]) new BackgroundTask<?>[1];
    }

    @Test
    void submittingBelongsToTheMapsOwnTick() {
        assertThatThrownBy(() -> map.tasks.submit(c -> 1))
                .isInstanceOf(NotOwnerException.class)
                .hasMessageStartingWith("submitting a background task from thread ");
        assertThatThrownBy(() -> map.tasks.submit(c -> 1, outcome -> {})).isInstanceOf(NotOwnerException.class);
        assertThat(workers.size()).isZero();
        assertThat(map.tasks.stats().accepted() + map.tasks.stats().refused()).isZero();
    }

    @Test
    void badBoundsAreAllNamed() {
        assertThatThrownBy(() -> new BackgroundPool(new BackgroundPoolOptions(0, 0, null)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("workers = 0")
                .hasMessageContaining("queued = 0");
        assertThatThrownBy(() -> pool.open(map, new TaskLimits(-1, 0, 0), fault -> {}))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("underWay = -1")
                .hasMessageContaining("completions = 0")
                .hasMessageContaining("running = 0");
    }
}
