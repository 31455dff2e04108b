package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Executors of a user that refuse, throw, run in place, break down or do too much. No slot and no task is lost. */
class UserExecutorTest {
    /** Refuses while told to. */
    private static final class Moody implements Executor {
        private final ManualExecutor workers = new ManualExecutor();
        private Throwable mood;

        @Override
        public void execute(Runnable command) {
            if (mood instanceof Error e) {
                throw e;
            }
            if (mood instanceof RuntimeException e) {
                throw e;
            }
            workers.execute(command);
        }
    }

    private final Moody executor = new Moody();

    private static BackgroundPool pool(Executor executor, int workers) {
        return new BackgroundPool(
                BackgroundPoolOptions.DEFAULT.withBounds(workers, 4).withExecutor(executor));
    }

    @Test
    void aRejectionIsToldAndTheSlotComesBack() {
        BackgroundPool pool = pool(executor, 1);
        TestMap map = new TestMap(pool, "house");
        for (Throwable mood : List.of(
                new RejectedExecutionException("planned"),
                new IllegalStateException("planned"),
                new OutOfMemoryError("planned: unable to create native thread"))) {
            executor.mood = mood;
            for (int i = 0; i < 10; i++) {
                assertThat(map.submit("a", c -> 1)).isEqualTo(TaskAdmission.REJECTED);
            }
        }
        assertThat(pool.stats().refusedRejected()).isEqualTo(30);
        assertThat(pool.stats().accepted()).isZero();
        assertThat(pool.stats().queued()).isZero();
        executor.mood = null;
        for (int i = 0; i < 5; i++) {
            assertThat(map.submit("b" + i, c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
        }
        assertThat(map.submit("c", c -> 1)).isEqualTo(TaskAdmission.FULL);
        executor.workers.runAll();
        assertThat(map.drain()).isEqualTo(5);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aRejectedFutureFailsWithTheReason() {
        executor.mood = new RejectedExecutionException("planned");
        TestMap map = new TestMap(pool(executor, 1), "house");
        map.inTick(() -> assertThat(map.tasks.submit(c -> 1).handle((v, e) -> e).join())
                .isInstanceOfSatisfying(
                        TaskRefusedException.class,
                        e -> assertThat(e.admission()).isEqualTo(TaskAdmission.REJECTED)));
    }

    @Test
    void withOneWorkerAtWorkARefusedSecondOneCostsOnlyTime() {
        BackgroundPool pool = pool(executor, 2);
        TestMap map = new TestMap(pool, "house");
        map.submit("a", c -> 1);
        executor.mood = new RejectedExecutionException("planned");
        assertThat(map.submit("b", c -> 2)).isEqualTo(TaskAdmission.ACCEPTED);
        // The one worker there is asks for a new turn, gets none, and goes on by itself.
        executor.workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a=1", "b=2");
        assertThat(pool.stats().refusedRejected()).isZero();
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void anExecutorThatRunsInPlaceIsARejectionAndTheWorkDoesNotRun() {
        BackgroundPool pool = pool(Runnable::run, 2);
        TestMap map = new TestMap(pool, "house");
        List<String> ran = new ArrayList<>();
        assertThat(map.submit("a", c -> ran.add("on the tick"))).isEqualTo(TaskAdmission.REJECTED);
        assertThat(ran).isEmpty();
        assertThat(pool.stats().refusedRejected()).isEqualTo(1);
        assertThat(pool.isQuiet()).isTrue();
    }

    @Test
    void aRequestThatIsRunTwiceOrAfterItsRefusalDoesNothingMore() {
        List<Runnable> kept = new ArrayList<>();
        boolean[] refuse = {true};
        BackgroundPool pool = pool(
                command -> {
                    kept.add(command);
                    if (refuse[0]) {
                        throw new RejectedExecutionException("kept it all the same");
                    }
                },
                1);
        TestMap map = new TestMap(pool, "house");
        assertThat(map.submit("a", c -> 1)).isEqualTo(TaskAdmission.REJECTED);
        refuse[0] = false;
        assertThat(map.submit("b", c -> 2)).isEqualTo(TaskAdmission.ACCEPTED);
        kept.get(0).run();
        assertThat(pool.stats().finished()).as("by a request that was refused").isZero();
        kept.get(1).run();
        kept.get(1).run();
        assertThat(map.submit("c", c -> 3)).isEqualTo(TaskAdmission.ACCEPTED);
        kept.get(1).run();
        assertThat(pool.stats().finished()).as("by a request that had been run").isEqualTo(1);
        kept.get(2).run();
        map.drain();
        assertThat(map.seen).containsExactly("b=2", "c=3");
    }

    @Test
    void anExecutorThatThrowsAfterItHasBegunHasAccepted() throws Exception {
        List<Thread> threads = new ArrayList<>();
        BackgroundPool pool = pool(
                command -> {
                    Thread thread = new Thread(command);
                    threads.add(thread);
                    thread.start();
                    try {
                        thread.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    throw new IllegalStateException("planned");
                },
                1);
        TestMap map = new TestMap(pool, "house");
        assertThat(map.submit("a", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
        threads.get(0).join();
        map.drain();
        assertThat(map.seen).containsExactly("a=1");
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void whatWasAcceptedBehindARefusedRequestEndsWithTheReason() {
        // While the first map's request is being refused, a second map queues behind it, trusting in that request.
        TestMap[] second = new TestMap[1];
        List<TaskAdmission> behind = new ArrayList<>();
        BackgroundPool pool = pool(
                command -> {
                    if (behind.isEmpty()) {
                        behind.add(second[0].submit("b", c -> 2));
                    }
                    throw new RejectedExecutionException("planned");
                },
                1);
        second[0] = new TestMap(pool, "second");
        TestMap first = new TestMap(pool, "first");
        assertThat(first.submit("a", c -> 1)).isEqualTo(TaskAdmission.REJECTED);
        assertThat(behind).containsExactly(TaskAdmission.ACCEPTED);
        second[0].drain();
        assertThat(second[0].seen)
                .singleElement()
                .asString()
                .contains("TaskRefusedException")
                .contains("rejected");
        assertThat(pool.stats().failed()).isEqualTo(1);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void whatWasAcceptedBehindARefusedRequestIsServedWhenTheExecutorComesRound() {
        TestMap[] second = new TestMap[1];
        List<TaskAdmission> behind = new ArrayList<>();
        ManualExecutor workers = new ManualExecutor();
        BackgroundPool pool = pool(
                command -> {
                    if (behind.isEmpty()) {
                        behind.add(second[0].submit("b", c -> 2));
                        throw new RejectedExecutionException("planned");
                    }
                    workers.execute(command);
                },
                1);
        second[0] = new TestMap(pool, "second");
        TestMap first = new TestMap(pool, "first");
        assertThat(first.submit("a", c -> 1)).isEqualTo(TaskAdmission.REJECTED);
        workers.runAll();
        second[0].drain();
        assertThat(second[0].seen).containsExactly("b=2");
    }
}
