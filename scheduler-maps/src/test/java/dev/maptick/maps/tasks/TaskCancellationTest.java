package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A caller gives its tasks up, without threads. G6. */
class TaskCancellationTest {
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool =
            new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(1, 8).withExecutor(workers));
    private final TestMap map = new TestMap(pool, "house");
    private final Cancellation caller = new Cancellation();

    @Test
    void aQueuedTaskIsSkippedAtOnceAndItsRoomIsFree() {
        List<String> ran = new ArrayList<>();
        map.submit("a", c -> ran.add("a"));
        map.submit("b", BackgroundTask.of(c -> ran.add("b"), caller));
        map.submit("c", c -> ran.add("c"));
        assertThat(caller.cancel()).isTrue();
        assertThat(caller.cancel()).isFalse();
        assertThat(pool.stats().queued()).isEqualTo(2);
        map.drain();
        assertThat(map.seen).containsExactly("b!CALLER");
        workers.runAll();
        assertThat(ran).containsExactly("a", "c");
        assertThat(pool.stats().cancelled()).isEqualTo(1);
        assertThat(pool.stats().skipped()).isEqualTo(1);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void workThatReturnsNormallyAfterItsSignalReportsTheReason() {
        map.submit(
                "a",
                BackgroundTask.of(
                        c -> {
                            assertThat(c.isCancelled()).isFalse();
                            c.throwIfCancelled();
                            caller.cancel();
                            assertThat(c.isCancelled()).isTrue();
                            assertThat(c.cancelReason()).isEqualTo(CancelReason.CALLER);
                            return "too late";
                        },
                        caller));
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a!CALLER");
        assertThat(pool.stats().cancelled()).isEqualTo(1);
        assertThat(pool.stats().skipped()).isZero();
    }

    @Test
    void workThatEndsItselfBySignalReportsTheReason() {
        map.submit(
                "a",
                BackgroundTask.of(
                        c -> {
                            caller.cancel();
                            c.throwIfCancelled();
                            return "unreachable";
                        },
                        caller));
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a!CALLER");
    }

    @Test
    void workThatFailsAfterItsSignalKeepsItsOwnFailure() {
        map.submit(
                "a",
                BackgroundTask.of(
                        c -> {
                            caller.cancel();
                            throw new IOException("disk");
                        },
                        caller));
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a!java.io.IOException: disk");
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(pool.stats().cancelled()).isZero();
    }

    @Test
    void anotherTasksCancellationIsAnOrdinaryFailure() {
        map.submit("a", c -> {
            throw new TaskCancelledException(CancelReason.CALLER, "of something else", null);
        });
        workers.runAll();
        map.drain();
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(pool.stats().cancelled()).isZero();
    }

    @Test
    void aTaskThatHasEndedKeepsItsOutcome() {
        map.submit("a", BackgroundTask.of(c -> 1, caller));
        workers.runAll();
        caller.cancel();
        map.drain();
        assertThat(map.seen).containsExactly("a=1");
    }

    @Test
    void aTaskSubmittedWithACancelledTokenIsAcceptedAndSkipped() {
        caller.cancel();
        assertThat(caller.isCancelled()).isTrue();
        assertThat(map.submit("a", BackgroundTask.of(c -> 1, caller))).isEqualTo(TaskAdmission.ACCEPTED);
        assertThat(workers.size()).isZero();
        map.drain();
        assertThat(map.seen).containsExactly("a!CALLER");
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void oneTokenServesManyTasksAndForgetsThoseThatEnded() {
        TestMap other = new TestMap(pool, "other");
        map.submit("a", BackgroundTask.of(c -> 1, caller));
        workers.runAll();
        assertThat(caller.linked()).isZero();
        map.submit("b", BackgroundTask.of(c -> 1, caller));
        other.submit("c", BackgroundTask.of(c -> 1, caller));
        assertThat(caller.linked()).isEqualTo(2);
        caller.cancel();
        assertThat(caller.linked()).isZero();
        map.drain();
        other.drain();
        assertThat(map.seen).containsExactly("a=1", "b!CALLER");
        assertThat(other.seen).containsExactly("c!CALLER");
    }

    @Test
    void aRefusedTaskLeavesNothingInTheToken() {
        map.close();
        assertThat(map.submit("a", BackgroundTask.of(c -> 1, caller))).isEqualTo(TaskAdmission.GONE);
        assertThat(caller.linked()).isZero();
    }

    @Test
    void aTokenForgetsTasksSkippedForAnotherReason() {
        map.submit("a", BackgroundTask.of(c -> 1, caller));
        map.close();
        assertThat(caller.linked()).isZero();
    }

    @Test
    void theCancelledFutureFailsWithTheReason() {
        map.inTick(() -> {
            var future = map.tasks.submit(c -> 1, caller);
            caller.cancel();
            map.tasks.beginDrain();
            map.tasks.runOne();
            assertThatThrownBy(future::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            TaskCancelledException.class,
                            e -> assertThat(e.reason()).isEqualTo(CancelReason.CALLER))
                    .hasMessageContaining("\"house\"");
        });
    }
}
