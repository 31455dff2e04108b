package dev.maptick.maps.tasks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker ends a task, the map's tick takes completions, anybody closes the map: every run must be explained by some order
 * of whole operations. Catches a completion that runs after the close, a task that ends twice or not at all, and an
 * admission that the close does not see.
 */
class TaskCloseLincheckTest {
    /** One map of a pool with one worker, which is whoever runs {@code work}. */
    public static class Pool {
        private static final int TASKS = 4;

        /** Requests for a worker, each taken once. */
        private final AtomicReferenceArray<Runnable> requests = new AtomicReferenceArray<>(TASKS * 4);

        private final BackgroundPool pool = new BackgroundPool(new BackgroundPoolOptions(1, TASKS, this::request));
        private final TaskQueue tasks = pool.open(new Owner(), new TaskLimits(TASKS, TASKS), fault -> {});

        private volatile int requested;

        /** The close is over; and a completion ran in a tick that began after that. */
        private volatile boolean gone;

        private volatile boolean late;

        // Each belongs to the operations of one group.
        private int taken;
        private int submitted;
        private int completed;

        private synchronized void request(Runnable worker) {
            int next = requested;
            requests.set(next, worker);
            requested = next + 1;
        }

        /** Submits the next task: how it was answered. */
        @Operation(nonParallelGroup = "owner")
        public String submit() {
            if (submitted == TASKS) {
                return "none left";
            }
            int value = ++submitted;
            return tasks.submit(context -> value, outcome -> completed = outcome.value())
                    .name();
        }

        /** A tick that takes one completion: of which task. */
        @Operation(nonParallelGroup = "owner")
        public int tick() {
            boolean wasGone = gone;
            completed = 0;
            tasks.beginDrain();
            if (tasks.runOne() && wasGone) {
                late = true;
            }
            return completed;
        }

        /**
         * Serves the next request for a worker, if there is one. Does not tell, since a submission asks for a worker just after
         * it has let go of the lock.
         */
        @Operation(nonParallelGroup = "worker")
        public void work() {
            if (taken < requested) {
                requests.get(taken++).run();
            }
        }

        /** The map leaves. */
        @Operation
        public void close() {
            tasks.beginClose();
            gone = true;
        }

        /** At the end of each run nothing has been lost or told twice, and nothing came after the close. */
        @Validate
        public void addsUp() {
            TaskStats s = tasks.stats();
            boolean started = s.accepted() == s.finished() + s.queued() + s.running();
            boolean ended = s.finished() == s.completionsRun() + s.orphaned() + s.completionsQueued();
            if (!started || !ended || late) {
                throw new IllegalStateException(s.toString());
            }
        }
    }

    private static final class Owner implements TaskOwner {
        @Override
        public String name() {
            return "house-1";
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void check(String act) {}
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void modelChecked() {
        new ModelCheckingOptions()
                .threads(3)
                .actorsBefore(2)
                .actorsPerThread(2)
                .actorsAfter(3)
                .iterations(4)
                .invocationsPerIteration(100)
                .check(Pool.class);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void underStress() {
        new StressOptions()
                .threads(3)
                .actorsBefore(2)
                .actorsPerThread(2)
                .actorsAfter(3)
                .iterations(10)
                .invocationsPerIteration(500)
                .check(Pool.class);
    }
}
