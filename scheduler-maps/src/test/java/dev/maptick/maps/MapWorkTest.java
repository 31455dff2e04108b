package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.TickState;
import dev.maptick.maps.pool.PooledInts;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.maps.tasks.CancelReason;
import dev.maptick.maps.tasks.TaskCancelledException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Posts, completions and timers as phases of a map's tick, and what becomes of them when the map leaves. */
class MapWorkTest {
    private static final MapOptions AT_ZERO = MapOptions.defaults().phase(Duration.ZERO);

    private final World world = new World(0);
    private final RecordingMap map = new RecordingMap();
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final List<String> done = map.calls;

    private MapHandle open(MapOptions options) {
        return MapHost.builder(world.scheduler)
                .background(BackgroundPoolOptions.DEFAULT.withExecutor(background::add))
                .build()
                .open("house-1", options, map);
    }

    /** The pool refuses to run tasks on the thread that submits them, so another one is made for each. */
    private void runBackground() throws InterruptedException {
        for (Runnable next = background.poll(); next != null; next = background.poll()) {
            Thread worker = new Thread(next, "background");
            worker.start();
            worker.join();
        }
    }

    private static MapOptions budget(int callbacks) {
        return AT_ZERO.limits(MapLimits.defaults().withWork(new WorkBudget(callbacks, Duration.ofHours(1))));
    }

    @Test
    void phasesComeInTheirOrder() throws Exception {
        map.open = c -> {
            c.timers().after(Duration.ofMillis(40), f -> done.add("timer"));
            c.tasks().submit(t -> "x", o -> done.add("completion"));
            c.handle().post(() -> done.add("post"));
            c.handle().postHigh(() -> done.add("high post"));
        };
        MapHandle h = open(AT_ZERO.replicationEveryTicks(1));
        world.run(1);
        assertThat(done).containsExactly("open", "high post", "post", "tick 1", "replicate 1");
        done.clear();
        runBackground();
        h.post(() -> done.add("second post"));
        world.run(50);
        assertThat(done).containsExactly("completion", "second post", "timer", "tick 2", "replicate 2");
    }

    @Test
    void completionsAndPostsTakeTurnsAndShareOneBudget() throws Exception {
        map.open = c -> {
            for (int i = 1; i <= 4; i++) {
                String name = "c" + i;
                c.tasks().submit(t -> name, o -> done.add(o.value()));
            }
        };
        MapHandle h = open(budget(5));
        world.run(1);
        runBackground();
        for (int i = 1; i <= 4; i++) {
            String name = "p" + i;
            h.post(() -> done.add(name));
        }
        done.clear();
        world.run(100);
        assertThat(done)
                .containsExactly("c1", "p1", "c2", "p2", "c3", "tick 2", "replicate 2", "p3", "c4", "p4", "tick 3");
        assertThat(h.workStats().budgetHits()).isOne();
        assertThat(h.workStats().mailbox().isBalanced()).isTrue();
    }

    /** G4: neither starves, however small the budget and however many of the other wait. */
    @Test
    void aBudgetOfOneServesBothInTurn() throws Exception {
        map.open = c -> {
            for (int i = 0; i < 3; i++) {
                c.tasks().submit(t -> 1, o -> done.add("c"));
            }
        };
        MapHandle h = open(budget(1));
        world.run(1);
        runBackground();
        for (int i = 0; i < 3; i++) {
            h.post(() -> done.add("p"));
        }
        world.run(6 * 50);
        assertThat(done.stream().filter(d -> d.length() == 1)).containsExactly("c", "p", "c", "p", "c", "p");
    }

    @Test
    void theTimeBudgetLeavesTheRestInOrder() {
        MapHandle h = open(AT_ZERO.limits(MapLimits.defaults().withWork(new WorkBudget(1_000, Duration.ofMillis(5)))));
        for (int i = 0; i < 4; i++) {
            int n = i;
            h.post(() -> {
                world.spend(3);
                done.add("p" + n);
            });
        }
        world.run(60);
        assertThat(done).containsExactly("open", "p0", "p1", "tick 1", "p2", "p3", "tick 2", "replicate 2");
    }

    /** B30: runs once a tick, whatever it posts. */
    @Test
    void workThatPostsItselfRunsOnceATickAndThePostNeverRunsInline() {
        MapHandle h = open(AT_ZERO);
        List<Integer> depth = new ArrayList<>();
        int[] nested = new int[1];
        MapWork again = new MapWork() {
            @Override
            public void run() {
                nested[0]++;
                assertThat(h.post(this)).isEqualTo(Admission.ACCEPTED);
                assertThat(nested[0]).isOne();
                nested[0]--;
                done.add("self");
                depth.add(h.workStats().mailbox().depth());
            }
        };
        h.post(again);
        world.run(100 * 50 - 1);
        assertThat(done.stream().filter("self"::equals)).hasSize(100);
        assertThat(depth).containsOnly(1);
        assertThat(h.stats().skipped()).isZero();
        assertThat(h.workStats().mailbox().faults()).isZero();
    }

    /** B29, through the map: the fault is the post's, not the tick's. */
    @Test
    void aPostThatThrowsCostsItself() {
        MapHandle h = open(AT_ZERO);
        CompletableFuture<Integer> third = null;
        for (int i = 1; i <= 5; i++) {
            int n = i;
            CompletableFuture<Integer> f = h.call(() -> {
                if (n == 3) {
                    throw new LinkageError("planned");
                }
                done.add("p" + n);
                return n;
            });
            third = n == 3 ? f : third;
        }
        world.run(1);
        assertThat(done).containsExactly("open", "p1", "p2", "p4", "p5", "tick 1");
        assertThat(h.stats().faults()).isZero();
        assertThat(h.workStats().mailbox().faults()).isOne();
        CompletableFuture<Integer> failed = third;
        assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(LinkageError.class);
    }

    @Test
    void aMapWhosePolicyIsToStopLeavesWithTheCauseAndRunsNothingMore() {
        MapHandle h = open(AT_ZERO.postFaults(PostFaults.STOP_MAP));
        IllegalStateException cause = new IllegalStateException("planned");
        h.post(() -> {
            throw cause;
        });
        CompletableFuture<String> behind = h.call(() -> "never");
        world.run(1);
        assertThat(done).containsExactly("open", "close");
        CompletableFuture<Void> closed = h.close();
        assertThatThrownBy(closed::join).hasCause(cause);
        assertThatThrownBy(behind::join).cause().isInstanceOfSatisfying(RefusedPostException.class, e -> {
            assertThat(e.admission()).isEqualTo(Admission.GONE);
            assertThat(e).hasCause(cause);
        });
        assertThat(h.stats().faults()).isOne();
        assertThat(h.workStats().mailbox().isBalanced()).isTrue();
    }

    /** B12 and B32, through the map. */
    @Test
    void closingDrainsPostsEndsDelaysAndOrphansTasks() throws Exception {
        AtomicReference<CompletableFuture<Object>> task = new AtomicReference<>();
        AtomicReference<CompletableFuture<Void>> delay = new AtomicReference<>();
        map.open = c -> {
            task.set(c.tasks().submit(t -> 42));
            delay.set(c.delay(Duration.ofSeconds(1)).toCompletableFuture());
        };
        map.close = c ->
                assertThat(c.timers().after(Duration.ofSeconds(1), f -> {})).isEqualTo(TimerRefusal.STOPPING.code());
        MapHandle h = open(AT_ZERO);
        world.run(1);
        h.post(() -> done.add("post"));
        CompletableFuture<String> call = h.call(() -> "result");
        CompletableFuture<Void> gone = h.close();
        assertThat(h.post(() -> done.add("too late"))).isEqualTo(Admission.STOPPING);
        done.clear();
        world.settle();
        assertThat(gone).isCompleted();
        assertThat(done).containsExactly("post", "close");
        assertThat(call).isCompletedWithValue("result");
        assertThat(h.post(() -> done.add("too late"))).isEqualTo(Admission.GONE);
        assertThatThrownBy(delay.get()::join)
                .cause()
                .isInstanceOfSatisfying(
                        TimerRefusedException.class,
                        e -> assertThat(e.refusal()).isEqualTo(TimerRefusal.GONE));
        runBackground();
        assertThatThrownBy(task.get()::join)
                .cause()
                .isInstanceOfSatisfying(
                        TaskCancelledException.class,
                        e -> assertThat(e.reason()).isEqualTo(CancelReason.MAP_GONE));
        assertThat(h.workStats().tasks().orphaned()).isOne();
        assertThat(h.workStats().timers().dropped()).isOne();
        assertThat(h.workStats().mailbox().isBalanced()).isTrue();
        world.run(2_000);
        assertThat(done).containsExactly("post", "close");
    }

    @Test
    void closingBeforeTheFirstTickRunsNoPostAndTellsSo() {
        MapHandle h = open(AT_ZERO);
        CompletableFuture<String> call = h.call(() -> "never");
        var unused = h.close();
        world.settle();
        assertThat(done).containsExactly("close");
        assertThatThrownBy(call::join).hasCauseInstanceOf(RefusedPostException.class);
        assertThat(h.workStats().mailbox().failedAtClose()).isOne();
        assertThat(h.state()).isEqualTo(TickState.STOPPED);
    }

    @Test
    void aMapThatLeavesByAnotherLastTaskStillEndsWhatWaits() {
        MapHandle h = open(AT_ZERO);
        AtomicReference<CompletableFuture<Void>> delay = new AtomicReference<>();
        map.tick = c -> {
            if (delay.get() == null) {
                delay.set(c.delay(Duration.ofSeconds(1)).toCompletableFuture());
            }
        };
        world.run(1);
        CompletableFuture<String> call = h.call(() -> "never");
        var unused = h.registration().unregister(t -> {});
        world.settle();
        assertThatThrownBy(call::join).hasCauseInstanceOf(RefusedPostException.class);
        assertThatThrownBy(delay.get()::join).hasCauseInstanceOf(TimerRefusedException.class);
    }

    @Test
    void aShutdownThatGivesTheMapUpTellsWhatWaits() {
        MapHandle h = open(AT_ZERO);
        world.run(1);
        CompletableFuture<String> call = h.call(() -> "never");
        var unused = world.scheduler.shutdownAsync(Duration.ZERO);
        assertThat(world.stepper.stepShutdown()).isTrue();
        assertThat(call).isCompletedExceptionally();
        assertThat(h.workStats().mailbox().isBalanced()).isTrue();
    }

    @Test
    void timersAndTheTickBelongToTheMapsOwnThread() {
        AtomicReference<MapContext> context = new AtomicReference<>();
        map.open = context::set;
        open(AT_ZERO);
        world.run(1);
        assertThatThrownBy(() -> context.get().timers().after(Duration.ofSeconds(1), f -> {}))
                .isInstanceOf(NotOwnerException.class)
                .hasMessageContaining("starting a timer")
                .hasMessageContaining("house-1");
        assertThatThrownBy(() -> context.get().tasks().submit(t -> 1, o -> {})).isInstanceOf(NotOwnerException.class);
        assertThatThrownBy(() -> context.get().pool()).isInstanceOf(NotOwnerException.class);
    }

    /** U5: what one tick gives back the next one borrows again. */
    @Test
    void theMapsPoolLendsTheSameMemoryAgain() {
        List<Long> made = new ArrayList<>();
        map.tick = c -> {
            try (PooledInts ints = c.pool().ints()) {
                ints.add(1);
                assertThat(c.pool().outstanding()).isOne();
            }
            assertThat(c.pool().outstanding()).isZero();
            made.add(c.pool().made());
        };
        MapHandle h = open(AT_ZERO);
        world.run(500);
        assertThat(h.stats().faults()).isZero();
        assertThat(made).hasSizeGreaterThan(5).containsOnly(1L);
    }

    @Test
    void stagesOfAFutureComeBackToTheMapByItsExecutor() {
        MapHandle h = open(AT_ZERO);
        CompletableFuture<String> outside = new CompletableFuture<>();
        CompletableFuture<Boolean> inside = outside.thenApplyAsync(v -> h.isOwnerThread(), h.executor());
        world.run(1);
        outside.complete("news");
        assertThat(inside).isNotDone();
        world.run(50);
        assertThat(inside).isCompletedWithValue(true);
    }
}
