package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one task costs the tick and in all. Prints; asserts only that all of them came back. */
@Tag("soak")
class TaskCostTest {
    private static final int TASKS = 200_000;

    private int ran;

    @Test
    void costOfSubmitAndCompletion() {
        for (int round = 0; round < 3; round++) {
            onOneThread();
            onRealWorkers();
        }
    }

    private void onOneThread() {
        ManualExecutor workers = new ManualExecutor();
        BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withExecutor(workers));
        TestMap map = new TestMap(pool, "house", new TaskLimits(200, 200));
        long submitNs = 0;
        long workNs = 0;
        long drainNs = 0;
        ran = 0;
        int batch = 200;
        for (int round = 0; round < TASKS / batch; round++) {
            long t0 = System.nanoTime();
            map.inTick(() -> {
                for (int i = 0; i < batch; i++) {
                    map.tasks.submit(c -> null, outcome -> ran++);
                }
            });
            long t1 = System.nanoTime();
            workers.runAll();
            long t2 = System.nanoTime();
            map.drain();
            long t3 = System.nanoTime();
            submitNs += t1 - t0;
            workNs += t2 - t1;
            drainNs += t3 - t2;
        }
        assertThat(ran).isEqualTo(TASKS);
        System.out.printf(
                "manual executor: submit %d ns, take and finish %d ns, completion %d ns%n",
                submitNs / TASKS, workNs / TASKS, drainNs / TASKS);
    }

    private void onRealWorkers() {
        BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT);
        TestMap map = new TestMap(pool, "house", new TaskLimits(250, 256));
        ran = 0;
        long start = System.nanoTime();
        long submitNs = 0;
        int submitted = 0;
        while (ran < TASKS) {
            long t0 = System.nanoTime();
            int before = submitted;
            submitted += submitWhatFits(map, TASKS - submitted);
            submitNs += submitted > before ? System.nanoTime() - t0 : 0;
            map.drain();
        }
        long all = System.nanoTime() - start;
        System.out.printf(
                "4 workers: submit and completion %d ns in all, of them %d ns in submit%n",
                all / TASKS, submitNs / TASKS);
        assertThat(pool.shutdown(Duration.ofSeconds(10)).isClean()).isTrue();
    }

    private int submitWhatFits(TestMap map, int most) {
        int[] count = new int[1];
        map.inTick(() -> {
            while (count[0] < most
                    && map.tasks.submit(c -> null, outcome -> ran++).isAccepted()) {
                count[0]++;
            }
        });
        return count[0];
    }
}
