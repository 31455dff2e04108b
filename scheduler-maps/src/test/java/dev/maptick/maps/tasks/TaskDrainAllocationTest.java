package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What the runtime itself allocates inside a tick. */
class TaskDrainAllocationTest {
    private static final int ROUNDS = 200;
    private static final int BATCH = 200;

    private final ManualExecutor workers = new ManualExecutor();
    private final BackgroundPool pool = new BackgroundPool(new BackgroundPoolOptions(4, 300, workers));
    private final TestMap map = new TestMap(pool, "house", new TaskLimits(300, 300));
    private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long id = Thread.currentThread().getId();
    private int ran;

    @Test
    void deliveringACompletionAllocatesNothing() {
        long allocated = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            map.inTick(() -> {
                for (int i = 0; i < BATCH; i++) {
                    map.tasks.submit(c -> null, outcome -> ran++);
                }
            });
            workers.runAll();
            long before = bean.getThreadAllocatedBytes(id);
            drain();
            long after = bean.getThreadAllocatedBytes(id);
            allocated += round < ROUNDS ? 0 : after - before;
        }
        assertThat(ran).isEqualTo(2 * ROUNDS * BATCH);
        // Asking for the figure may itself allocate a little.
        assertThat(allocated / ROUNDS)
                .as("bytes per tick of %s completions", BATCH)
                .isLessThan(BATCH / 2);
    }

    @Test
    void aTickWithoutCompletionsAllocatesNothing() {
        for (int i = 0; i < 20_000; i++) {
            drain();
        }
        long before = bean.getThreadAllocatedBytes(id);
        for (int i = 0; i < 100_000; i++) {
            drain();
        }
        assertThat(bean.getThreadAllocatedBytes(id) - before).isLessThan(10_000);
    }

    private void drain() {
        map.tasks.beginDrain();
        while (map.tasks.runOne()) {
            // all of it is in runOne()
        }
    }
}
