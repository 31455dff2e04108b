package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random walks of submit, work, drain, cancel and close, with the promises checked after every step, without threads. Work
 * goes on with the walk itself now and then, so that several tasks are under way at one time.
 */
class TaskModelTest {
    private static final int STEPS = Boolean.getBoolean("maptick.soak") ? 200_000 : 4_000;

    /** One task as the model sees it. */
    private static final class Expected {
        final BackgroundTask<Integer> task;
        int ran;
        int delivered;

        Expected(Cancellation caller, Runnable inside) {
            this.task = BackgroundTask.of(
                    c -> {
                        ran++;
                        inside.run();
                        return ran;
                    },
                    caller);
        }
    }

    private Random random = new Random();
    private String walk = "";
    private int mostRunning;
    private int heldBack;
    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool = new BackgroundPool(new BackgroundPoolOptions(3, 10, workers));
    private final List<TestMap> maps = new ArrayList<>();
    private final Map<TestMap, List<Expected>> open = new HashMap<>();
    private final List<Expected> gone = new ArrayList<>();
    private final List<Cancellation> tokens = new ArrayList<>();
    private long accepted;
    private long refused;

    @ParameterizedTest
    @ValueSource(longs = {1, 20261130, -7})
    void everyPromiseHoldsAfterEveryStep(long seed) {
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            walk = "seed " + seed + ", step " + step + ", ";
            check(walk + step());
        }
        assertThat(accepted).as("accepted by seed %s", seed).isGreaterThan(STEPS / 20);
        assertThat(refused).as("refused by seed %s", seed).isPositive();
        assertThat(mostRunning).as("at one time by seed %s", seed).isEqualTo(3);
        assertThat(heldBack).as("tasks behind a limit by seed %s", seed).isPositive();
    }

    private void insideWork() {
        check(walk + "inside work");
        for (int more = random.nextInt(6); more > 0; more--) {
            check(walk + "inside work, " + step());
        }
    }

    private String step() {
        if (maps.size() < 4) {
            TestMap map = new TestMap(
                    pool, "house-" + maps.size(), new TaskLimits(1 + random.nextInt(8), 8, 1 + random.nextInt(3)));
            maps.add(map);
            open.put(map, new ArrayList<>());
            tokens.add(new Cancellation());
            return "opened";
        }
        int pick = random.nextInt(maps.size());
        TestMap map = maps.get(pick);
        int act = random.nextInt(100);
        if (act < 40) {
            submit(map, tokens.get(random.nextInt(tokens.size())));
            return "submitted";
        } else if (act < 75) {
            workers.runNext();
            return "worked";
        } else if (act < 95) {
            map.inTick(() -> {
                map.tasks.beginDrain();
                map.tasks.runOne();
                map.tasks.runOne();
            });
            return "drained";
        } else if (act < 98) {
            tokens.get(pick).cancel();
            tokens.set(pick, new Cancellation());
            return "cancelled";
        }
        map.close();
        gone.addAll(open.remove(map));
        maps.remove(pick);
        tokens.remove(pick);
        return "closed";
    }

    private void submit(TestMap map, Cancellation caller) {
        Expected expected = new Expected(caller, this::insideWork);
        boolean room = open.get(map).size() < 8;
        map.inTick(() -> {
            TaskAdmission answer = map.tasks.submit(expected.task, outcome -> {
                assertThat(open).as("maps open").containsKey(map);
                expected.delivered++;
                open.get(map).remove(expected);
                assertThat(expected.ran).isLessThanOrEqualTo(1);
                assertThat(outcome.isSuccess() ? expected.ran == 1 : outcome.cancelReason() == CancelReason.CALLER)
                        .isTrue();
            });
            if (answer.isAccepted()) {
                assertThat(room).as("room for a completion was reserved").isTrue();
                accepted++;
                open.get(map).add(expected);
            } else {
                refused++;
            }
        });
    }

    private void check(String when) {
        TaskStats whole = pool.stats();
        TestMap.assertAddsUp(whole);
        assertThat(whole.accepted()).as(when).isEqualTo(accepted);
        assertThat(whole.refused()).as(when).isEqualTo(refused);
        assertThat(whole.queued() + whole.running()).as(when).isLessThanOrEqualTo(13);
        int queued = 0;
        int mayBegin = 0;
        for (TestMap map : maps) {
            TaskStats s = map.tasks.stats();
            TestMap.assertAddsUp(s);
            assertThat(map.faults).as(when).isEmpty();
            queued += s.queued();
            int limit = map.tasks.limits.running();
            assertThat(limit).isLessThan(3);
            assertThat(s.running()).as(when).isLessThanOrEqualTo(limit);
            mayBegin += Math.min(s.queued(), limit - s.running());
            heldBack += s.running() == limit ? s.queued() : 0;
            assertThat(s.queued() + s.running() + s.completionsQueued())
                    .as(when)
                    .isEqualTo(open.get(map).size())
                    .isLessThanOrEqualTo(8);
            assertThat(map.tasks.pending()).as(when).isEqualTo(s.completionsQueued());
        }
        assertThat(whole.queued()).as(when).isEqualTo(queued);
        for (Expected e : gone) {
            assertThat(e.delivered).as(when).isZero();
            assertThat(e.ran).as(when).isLessThanOrEqualTo(1);
            assertThat(e.task.state()).as(when).isIn(TaskState.ORPHANED, TaskState.RUNNING);
        }
        if (gone.size() > 20) {
            gone.clear();
        }
        mostRunning = Math.max(mostRunning, whole.running());
        assertThat(workers.size())
                .as("a worker for what waits, %s", when)
                .isBetween(Math.min(mayBegin, 3 - whole.running()), 3 - whole.running());
    }
}
