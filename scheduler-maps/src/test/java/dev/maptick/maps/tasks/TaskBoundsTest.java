package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is refused when, and that no map's share is at another's expense, without threads. B34; G1, G2, G5, G9. */
class TaskBoundsTest {
    private final ManualExecutor workers = new ManualExecutor();

    private BackgroundPool pool(int count, int queued) {
        return new BackgroundPool(
                BackgroundPoolOptions.DEFAULT.withBounds(count, queued).withExecutor(workers));
    }

    @Test
    void twoWorkersAndAQueueOfFourAcceptSixOfTen() {
        BackgroundPool pool = pool(2, 4);
        TestMap map = new TestMap(pool, "house");
        List<TaskAdmission> answers = new ArrayList<>();
        List<Thread> ranOn = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(map.submit("t" + i, c -> ranOn.add(Thread.currentThread())));
        }
        assertThat(answers.subList(0, 6)).containsOnly(TaskAdmission.ACCEPTED);
        assertThat(answers.subList(6, 10)).containsOnly(TaskAdmission.FULL);
        assertThat(ranOn).isEmpty();
        assertThat(workers.size()).as("requests for a worker").isEqualTo(2);
        TaskStats stats = pool.stats();
        assertThat(stats.accepted()).isEqualTo(6);
        assertThat(stats.refusedFull()).isEqualTo(4);
        TestMap.assertAddsUp(stats);

        pool.beginShutdown();
        assertThat(map.submit("late", c -> 1)).isEqualTo(TaskAdmission.STOPPING);
        pool.endShutdown();
        for (int i = 0; i < 40; i++) {
            assertThat(map.submit("late", c -> 1)).isEqualTo(TaskAdmission.STOPPED);
        }
        assertThat(pool.stats().refusedStopped()).isEqualTo(41);
        assertThat(pool.stats().accepted()).isEqualTo(6);
        assertThat(pool.stats().refused()).isEqualTo(45);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aRefusedTaskHasNoCompletionAndMayBeTriedAgain() {
        BackgroundPool pool = pool(1, 1);
        TestMap map = new TestMap(pool, "house");
        map.submit("a", c -> 1);
        map.submit("b", c -> 1);
        BackgroundTask<Integer> task = BackgroundTask.of(c -> 7);
        assertThat(map.submit("c", task)).isEqualTo(TaskAdmission.FULL);
        assertThat(task.state()).isEqualTo(TaskState.NEW);
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a=1", "b=1");
        assertThat(map.submit("c", task)).isEqualTo(TaskAdmission.ACCEPTED);
        workers.runAll();
        map.drain();
        assertThat(map.seen).containsExactly("a=1", "b=1", "c=7");
    }

    @Test
    void aMapsShareLeavesRoomForOthers() {
        BackgroundPool pool = pool(1, 9);
        TestMap greedy = new TestMap(pool, "greedy", new TaskLimits(3, 100));
        TestMap modest = new TestMap(pool, "modest");
        for (int i = 0; i < 3; i++) {
            assertThat(greedy.submit("g" + i, c -> 1).isAccepted()).isTrue();
        }
        assertThat(greedy.submit("g3", c -> 1)).isEqualTo(TaskAdmission.SHARE_FULL);
        assertThat(modest.submit("m", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
        workers.runNext();
        assertThat(greedy.submit("g3", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
        assertThat(greedy.tasks.stats().refusedShare()).isEqualTo(1);
        assertThat(pool.stats().refusedShare()).isEqualTo(1);
        assertThat(pool.stats().refusedFull()).isZero();
    }

    @Test
    void mapsTakeTurnsSoThatOnesManyDoNotDelayAnothersOne() {
        BackgroundPool pool = pool(1, 100);
        TestMap many = new TestMap(pool, "many");
        TestMap one = new TestMap(pool, "one");
        TestMap two = new TestMap(pool, "two");
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "many" + i;
            many.submit(name, c -> order.add(name));
        }
        one.submit("one", c -> order.add("one"));
        two.submit("two0", c -> order.add("two0"));
        two.submit("two1", c -> order.add("two1"));
        workers.runAll();
        assertThat(order).containsExactly("many0", "one", "two0", "many1", "two1", "many2", "many3");
    }

    @Test
    void aMapThatDoesNotTickHoldsUpNobodysCompletions() {
        BackgroundPool pool = pool(2, 50);
        TestMap stuck = new TestMap(pool, "stuck", new TaskLimits(8, 8));
        TestMap other = new TestMap(pool, "other");
        for (int i = 0; i < 8; i++) {
            assertThat(stuck.submit("s" + i, c -> 1).isAccepted()).isTrue();
        }
        workers.runAll();
        // Every worker is free although eight completions wait for a map that never runs them.
        assertThat(pool.isQuiet()).isTrue();
        assertThat(stuck.tasks.pending()).isEqualTo(8);
        assertThat(stuck.submit("s8", c -> 1)).isEqualTo(TaskAdmission.SHARE_FULL);
        for (int i = 0; i < 100; i++) {
            assertThat(other.submit("o", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
            workers.runAll();
            assertThat(other.drain()).isEqualTo(1);
        }
        assertThat(pool.stats().refusedFull()).isZero();
        assertThat(stuck.drain()).isEqualTo(8);
        assertThat(stuck.submit("s8", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
    }

    @Test
    void aMapWhoseWorkDoesNotReturnLeavesAWorkerToOthers() {
        BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withExecutor(workers));
        TestMap stuck = new TestMap(pool, "stuck");
        TestMap other = new TestMap(pool, "other");
        boolean[] looked = new boolean[1];
        BackgroundWork<Integer> endless = c -> {
            // While this one is inside, the next worker comes; the innermost looks at what is left for others.
            workers.runNext();
            if (!looked[0]) {
                looked[0] = true;
                assertThat(workers.size())
                        .as("workers that wait for the stuck map")
                        .isZero();
                assertThat(stuck.tasks.stats().running()).isEqualTo(3);
                assertThat(stuck.tasks.stats().queued()).isEqualTo(61);
                for (int i = 0; i < 100; i++) {
                    assertThat(other.submit("o", o -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
                    workers.runAll();
                    assertThat(other.drain()).isEqualTo(1);
                }
                assertThat(stuck.tasks.stats().running()).isEqualTo(3);
            }
            return 1;
        };
        for (int i = 0; i < 64; i++) {
            assertThat(stuck.submit("s" + i, endless)).isEqualTo(TaskAdmission.ACCEPTED);
        }
        assertThat(stuck.submit("s64", endless)).isEqualTo(TaskAdmission.SHARE_FULL);

        workers.runAll();

        assertThat(looked[0]).isTrue();
        // What waited behind the limit went on as soon as the work returned after all.
        assertThat(stuck.drain()).isEqualTo(64);
        TestMap.assertAddsUp(pool.stats());
    }

    @Test
    void aMapMayBeGivenFewerWorkersThanAllButOne() {
        BackgroundPool pool = pool(4, 50);
        TestMap map = new TestMap(pool, "house", TaskLimits.DEFAULT.withRunning(1));
        List<Integer> running = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            map.submit("t" + i, c -> {
                workers.runNext();
                return running.add(pool.stats().running());
            });
        }
        workers.runAll();
        assertThat(running).hasSize(10).containsOnly(1);
        assertThat(map.drain()).isEqualTo(10);
    }

    @Test
    void completionsNeverPassTheLimitWhateverIsUnderWay() {
        BackgroundPool pool = pool(4, 50);
        TestMap map = new TestMap(pool, "house", new TaskLimits(10, 5));
        int accepted = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 3; i++) {
                accepted += map.submit("t", c -> 1).isAccepted() ? 1 : 0;
            }
            workers.runNext();
            assertThat(map.tasks.pending()).isLessThanOrEqualTo(5);
        }
        assertThat(accepted).isEqualTo(5);
        map.inTick(() -> {
            map.tasks.beginDrain();
            map.tasks.runOne();
        });
        assertThat(map.submit("t", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
        assertThat(map.submit("t", c -> 1)).isEqualTo(TaskAdmission.SHARE_FULL);
    }
}
