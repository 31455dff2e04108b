package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every order in which two workers, a map's drains, its leaving, a caller's cancellation and the pool's end can come. All
 * changes of a task's state are made in sections under one lock, so going through every order of those sections goes through
 * everything that threads can do to it. Would catch a completion handed out after a close, one lost between a worker that
 * found the map open and a close that found its list empty, and a task that two of them end.
 */
class TaskEndsOnceTest {
    /** A fresh pool with one map and two tasks: one with a callback and a token, one with a future. */
    private static final class World {
        final ManualExecutor executor = new ManualExecutor();
        final BackgroundPool pool = new BackgroundPool(new BackgroundPoolOptions(2, 2, executor));
        final TestMap map = new TestMap(pool, "house");
        final PoolCore core = map.tasks.core();
        final Cancellation caller = new Cancellation();
        final BackgroundTask<Integer> called = BackgroundTask.of(c -> 1, caller);
        final BackgroundTask<Integer> promised = BackgroundTask.of(c -> 2);
        int callbacks;
        int ends;
        long runAtClose = -1;

        World() {
            map.inTick(() -> {
                map.tasks.submit(called, outcome -> callbacks++);
                CompletableFuture<Integer> future = map.tasks.submit(promised);
                var unused = future.whenComplete((value, error) -> ends++);
            });
        }

        /** A worker's sections, one step each; the work itself touches nothing shared, so it needs no step of its own. */
        List<Runnable> worker() {
            TaskRun<?>[] run = new TaskRun<?>[1];
            return List.of(
                    () -> {
                        run[0] = core.take();
                        if (run[0] != null) {
                            run[0].work();
                        }
                    },
                    () -> {
                        if (run[0] != null) {
                            core.finished(run[0]);
                            // The manual executor always has a turn to give.
                            boolean unused = core.goesOnHere();
                        }
                    });
        }

        void drain() {
            map.inTick(() -> {
                map.tasks.beginDrain();
                map.tasks.runOne();
            });
        }

        void close() {
            map.close();
            runAtClose = map.tasks.stats().completionsRun();
        }

        void check() {
            TaskStats s = pool.stats();
            boolean addsUp = s.accepted() == s.finished() + s.queued() + s.running()
                    && s.finished() == s.completionsRun() + s.orphaned() + s.completionsQueued();
            // An assertion's own machinery would cost more than all the steps.
            boolean noneAfterClose = runAtClose < 0 || s.completionsRun() == runAtClose;
            if (!addsUp || !noneAfterClose || callbacks > 1 || ends > 1) {
                throw new AssertionError(
                        callbacks + " callbacks, " + ends + " ends, " + runAtClose + " run at the close, " + s);
            }
        }

        void checkEnd() {
            executor.runAll();
            drain();
            drain();
            check();
            TaskStats s = pool.stats();
            boolean allEnded = s.accepted() == 2
                    && s.completionsRun() + s.orphaned() == 2
                    && s.queued() + s.running() + s.completionsQueued() == 0
                    && ends == 1
                    && callbacks == (called.state() == TaskState.DELIVERED ? 1 : 0)
                    && (promised.state() == TaskState.DELIVERED || promised.state() == TaskState.ORPHANED)
                    && (called.state() == TaskState.DELIVERED || called.state() == TaskState.ORPHANED)
                    && caller.linked() == 0
                    && pool.isQuiet();
            if (!allEnded) {
                throw new AssertionError(called.state() + ", " + promised.state() + ", " + callbacks + " callbacks, "
                        + ends + " ends, " + s);
            }
        }
    }

    private int orders;

    @Test
    void inEveryOrderOfWorkDrainCancelAndClose() {
        forEveryOrder(
                world -> List.of(
                        world.worker(),
                        world.worker(),
                        List.of(world::drain, world::drain),
                        List.of(world.caller::cancel),
                        List.of(world::close)),
                new ArrayList<>(List.of(2, 2, 2, 1, 1)));
        assertThat(orders).isEqualTo(5_040);
    }

    @Test
    void inEveryOrderOfWorkDrainCloseAndTheEndOfThePool() {
        forEveryOrder(
                world -> List.of(
                        world.worker(),
                        List.of(world::drain, world::drain),
                        List.of(world.caller::cancel),
                        List.of(world::close),
                        List.of(world.pool::beginShutdown, world.pool::endShutdown)),
                new ArrayList<>(List.of(2, 2, 1, 1, 2)));
        assertThat(orders).isEqualTo(5_040);
    }

    private void forEveryOrder(Function<World, List<List<Runnable>>> parties, List<Integer> left) {
        walk(parties, left, new ArrayList<>());
    }

    private void walk(Function<World, List<List<Runnable>>> parties, List<Integer> left, List<Integer> order) {
        boolean over = true;
        for (int party = 0; party < left.size(); party++) {
            if (left.get(party) > 0) {
                over = false;
                left.set(party, left.get(party) - 1);
                order.add(party);
                walk(parties, left, order);
                order.remove(order.size() - 1);
                left.set(party, left.get(party) + 1);
            }
        }
        if (over) {
            orders++;
            run(parties, order);
        }
    }

    private static void run(Function<World, List<List<Runnable>>> parties, List<Integer> order) {
        World world = new World();
        List<List<Runnable>> steps = parties.apply(world);
        int[] next = new int[steps.size()];
        try {
            for (int party : order) {
                steps.get(party).get(next[party]++).run();
                world.check();
            }
            world.checkEnd();
        } catch (Throwable t) {
            throw new AssertionError("in the order " + order + " of the parties", t);
        }
    }
}
