package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.maptick.core.CoreFixture.HeldTick;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The future of leaving: ended by the scheduler alone, and never a place where a tick waits for itself (B21). */
class UnregisterFutureTest {
    private final TickScheduler scheduler = pool(2).dedicatedThreads(2).start();
    private final HeldTick held = new HeldTick();

    @AfterEach
    void close() {
        held.released.countDown();
        scheduler.close();
    }

    private CompletableFuture<Void> pending() {
        TickRegistration map = scheduler.register("held", TickOptions.every(MS), held);
        await20s(held.entered);
        return map.unregister();
    }

    @Test
    void nothingFromOutsideCompletesIt() {
        CompletableFuture<Void> gone = pending();
        IllegalStateException mine = new IllegalStateException("mine");

        assertThat(gone.complete(null)).isFalse();
        assertThat(gone.completeExceptionally(mine)).isFalse();
        assertThat(gone.cancel(true)).isFalse();
        assertThatThrownBy(() -> gone.obtrudeValue(null)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> gone.obtrudeException(mine)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> complete(gone)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> completeOn(gone)).isInstanceOf(UnsupportedOperationException.class);

        assertThat(gone).isNotDone();
        held.released.countDown();
        assertThat(gone.join()).isNull();
        assertThat(gone.isCompletedExceptionally()).isFalse();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it throws
    private static void complete(CompletableFuture<Void> future) {
        future.completeAsync(() -> null);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it throws
    private static void completeOn(CompletableFuture<Void> future) {
        future.completeAsync(() -> null, Runnable::run);
    }

    @Test
    void aTimeOutIsTheCallersOwn() {
        CompletableFuture<Void> gone = pending();

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> gone.orTimeout(1, TimeUnit.MILLISECONDS).join())
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(gone.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS).join())
                .isNull();
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> gone.get(1, TimeUnit.MILLISECONDS));

        assertThat(gone).isNotDone();
    }

    @Test
    void cancellingADependentTouchesTheDependentOnly() {
        CompletableFuture<Void> gone = pending();
        CompletableFuture<Void> mine = gone.copy();

        assertThat(mine.cancel(false)).isTrue();

        assertThat(gone).isNotDone();
        held.released.countDown();
        gone.join();
    }

    @Test
    void thereIsOneFutureForARegistration() {
        CompletableFuture<Void> gone = pending();
        TickRegistration map = scheduler.find("held").orElseThrow();

        assertThat(map.unregister()).isSameAs(gone);
        assertThat(map.unregister(t -> {})).isSameAs(gone);
        held.released.countDown();
        gone.join();
        assertThat(map.unregister()).isSameAs(gone);
    }

    @Test
    void waitsFromOutsideWork() throws Exception {
        CompletableFuture<Void> gone = pending();
        CompletableFuture<Void> waited = CompletableFuture.runAsync(gone::join);
        CompletableFuture<String> dependent = gone.thenApply(v -> "gone");

        held.released.countDown();

        assertThat(gone.get()).isNull();
        assertThat(gone.get(20, TimeUnit.SECONDS)).isNull();
        assertThat(dependent.get(20, TimeUnit.SECONDS)).isEqualTo("gone");
        waited.get(20, TimeUnit.SECONDS);
    }

    /** A way to wait for a future, or for something made from it. */
    private interface Wait {
        Object on(CompletableFuture<Void> future) throws Exception;
    }

    static Stream<Arguments> waits() {
        return Stream.of(
                wait("get", CompletableFuture::get),
                wait("get with a time", f -> f.get(20, TimeUnit.SECONDS)),
                wait("join", CompletableFuture::join),
                wait("join a dependent", f -> f.thenApply(v -> "x").join()),
                wait(
                        "join a dependent of dependents",
                        f -> f.thenRun(() -> {})
                                .handle((v, t) -> 1)
                                .whenComplete((v, t) -> {})
                                .join()),
                wait(
                        "join an asynchronous dependent",
                        f -> f.thenRunAsync(() -> {}).join()),
                wait(
                        "join a composed one",
                        f -> f.thenCompose(v -> CompletableFuture.completedFuture(1))
                                .join()),
                wait("join a copy", f -> f.copy().join()),
                wait(
                        "join with a time-out",
                        f -> f.orTimeout(20, TimeUnit.SECONDS).join()));
    }

    private static Arguments wait(String name, Wait wait) {
        return Arguments.of(Named.of(name, wait));
    }

    @DisplayName("B21 b: waiting inside the own tick is refused at once, the leaving still happens after it")
    @ParameterizedTest
    @MethodSource("waits")
    void selfWaitIsRefused(Wait wait) {
        for (Placement placement : Placement.values()) {
            AtomicReference<Throwable> refusal = new AtomicReference<>();
            AtomicInteger ticks = new AtomicInteger();
            AtomicReference<CompletableFuture<Void>> future = new AtomicReference<>();
            TickRegistration map =
                    scheduler.register("self", TickOptions.every(MS).placement(placement), tick -> {
                        ticks.incrementAndGet();
                        CompletableFuture<Void> gone = tick.registration().unregister();
                        future.set(gone);
                        try {
                            wait.on(gone);
                        } catch (Throwable t) {
                            refusal.set(t);
                        }
                        assertThat(gone).isNotDone();
                    });

            assertThat(map.placement()).isEqualTo(placement);
            eventually("left", () -> map.state() == TickState.STOPPED);
            future.get().join();
            assertThat(refusal.get())
                    .isInstanceOf(SelfWaitException.class)
                    .hasMessageContaining("the tick of \"self\" would wait for its own map");
            assertThat(ticks).hasValue(1);
            assertThat(map.stats().faults()).isZero();
        }
    }

    @Test
    @DisplayName("B21 a: unregistering inside the own tick and going on ends the tick first, then the future")
    void selfUnregisterIgnoringTheFuture() {
        for (Placement placement : Placement.values()) {
            List<String> order = new ArrayList<>();
            AtomicReference<CompletableFuture<Void>> future = new AtomicReference<>();
            TickRegistration map = scheduler.register(
                    "self-" + placement, TickOptions.every(MS).placement(placement), tick -> {
                        future.set(tick.registration().unregister());
                        order.add(future.get().isDone() ? "done too early" : "pending");
                        order.add("tick ends");
                    });

            eventually("left", () -> map.state() == TickState.STOPPED);
            future.get().join();
            assertThat(order).containsExactly("pending", "tick ends");
            assertThat(map.stats().ticks()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("a last task is inside its map as a tick is: it can't wait for its own leaving either")
    void selfWaitInTheLastTask() {
        try (LogCapture log = new LogCapture()) {
            TickRegistration map = scheduler.register("last", TickOptions.every(HOUR), t -> {});
            CompletableFuture<Void> gone =
                    map.unregister(t -> t.registration().unregister().join());

            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(gone::join)
                    .withCauseInstanceOf(SelfWaitException.class);
            assertThat(log.messages(Level.ERROR)).singleElement().asString().contains("\"last\"");
        }
    }

    @Test
    @DisplayName("B21: a circle of two ticks waiting for each other's map is refused to at least one, and others go on")
    void circleIsRefused() {
        AtomicInteger others = new AtomicInteger();
        TickScheduler three = pool(3).start();
        try (three) {
            three.register("other", TickOptions.every(MS), t -> others.incrementAndGet());
            for (int round = 0; round < 50; round++) {
                CountDownLatch bothInside = new CountDownLatch(2);
                AtomicInteger refused = new AtomicInteger();
                TickRegistration[] maps = new TickRegistration[2];
                CountDownLatch registered = new CountDownLatch(1);
                for (int i = 0; i < 2; i++) {
                    int other = 1 - i;
                    maps[i] = three.register("circle-" + i, TickOptions.every(MS), tick -> {
                        await20s(registered);
                        bothInside.countDown();
                        await20s(bothInside);
                        try {
                            maps[other].unregister().join();
                        } catch (SelfWaitException e) {
                            refused.incrementAndGet();
                        }
                    });
                }
                registered.countDown();

                eventually(
                        "both left",
                        () -> maps[0].state() == TickState.STOPPED && maps[1].state() == TickState.STOPPED);
                maps[0].unregister().join();
                maps[1].unregister().join();
                assertThat(refused.get()).isBetween(1, 2);
            }
            int before = others.get();
            eventually("the other map ticks on", () -> others.get() > before);
        }
    }

    @Test
    @DisplayName("a tick may wait for another map whose leaving does not need it")
    void waitForAnotherMap() {
        TickRegistration other = scheduler.register("other", TickOptions.every(MS), t -> {});
        CompletableFuture<Boolean> waited = new CompletableFuture<>();
        TickRegistration waiter = scheduler.register("waiter", TickOptions.every(MS), tick -> {
            other.unregister(t -> {}).join();
            waited.complete(true);
        });

        assertThat(waited.orTimeout(20, TimeUnit.SECONDS).join()).isTrue();
        assertThat(waiter.stats().faults()).isZero();
    }

    @Test
    @DisplayName("on the only pool thread a tick can't wait for a map whose last task needs that thread")
    void waitForAMapThatNeedsThisThread() {
        try (TickScheduler one = pool(1).start()) {
            TickRegistration other = one.register("other", TickOptions.every(HOUR), t -> {});
            CompletableFuture<Throwable> refusal = new CompletableFuture<>();
            AtomicInteger lasts = new AtomicInteger();
            one.register("waiter", TickOptions.every(MS), tick -> {
                try {
                    other.unregister(t -> lasts.incrementAndGet()).join();
                } catch (SelfWaitException e) {
                    refusal.complete(e);
                }
            });

            assertThat(refusal.orTimeout(20, TimeUnit.SECONDS).join())
                    .hasMessageContaining("the tick of \"waiter\" would wait for \"other\"")
                    .hasMessageContaining("the last that does not wait");
            other.unregister().join();
            assertThat(lasts).hasValue(1);
        }
    }

    @Test
    @DisplayName("on the only pool thread a tick may wait for a map that has left, whose future is not done yet")
    void waitForACompletionThatIsLate() {
        Deque<Runnable> queued = new ArrayDeque<>();
        AtomicBoolean atOnce = new AtomicBoolean();
        Executor queue = task -> {
            if (atOnce.get()) {
                task.run();
                return;
            }
            synchronized (queued) {
                queued.add(task);
            }
        };
        TickScheduler one =
                pool(1).seam(CoreFixture.SEAM.withCompletions(queue)).start();
        try (one) {
            TickRegistration other = one.register("other", TickOptions.every(HOUR), t -> {});
            CompletableFuture<Void> gone = other.unregister(t -> {});
            eventually("it has left", () -> other.state() == TickState.STOPPED && size(queued) == 1);
            assertThat(gone).isNotDone();
            CountDownLatch joining = new CountDownLatch(1);
            CompletableFuture<String> outcome = new CompletableFuture<>();
            one.register("waiter", TickOptions.every(MS), tick -> {
                joining.countDown();
                try {
                    gone.join();
                    outcome.complete("waited");
                } catch (RuntimeException e) {
                    outcome.complete(e.toString());
                }
            });
            await20s(joining);
            // So that the scheduler's close need not wait for completions that nobody runs.
            atOnce.set(true);
            synchronized (queued) {
                queued.remove().run();
            }

            assertThat(outcome.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("waited");
        }
    }

    private static int size(Deque<Runnable> queued) {
        synchronized (queued) {
            return queued.size();
        }
    }

    @Test
    void lastTaskFailureIsHandedOver() {
        IllegalStateException mine = new IllegalStateException("the store is full");
        try (LogCapture log = new LogCapture()) {
            TickRegistration map = scheduler.register("map", TickOptions.every(HOUR), t -> {});
            CompletableFuture<Void> gone = map.unregister(t -> {
                throw mine;
            });

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(gone::get)
                    .withCause(mine);
            assertThat(scheduler.stats().lastTaskFaults()).isEqualTo(1);
            assertThat(map.stats().faults()).isZero();
            assertThat(log.messages(Level.ERROR)).singleElement().asString().contains("its last task threw");
        }
    }

    static List<Function<Deque<Runnable>, Runnable>> ordersOfCompletion() {
        return List.of(Deque::pollFirst, Deque::pollLast);
    }

    @DisplayName("a map given up by the shutdown keeps that outcome, in whatever order an executor runs completions")
    @ParameterizedTest
    @MethodSource("ordersOfCompletion")
    void oneOutcome(Function<Deque<Runnable>, Runnable> order) {
        Deque<Runnable> queued = new ArrayDeque<>();
        Executor queue = task -> {
            synchronized (queued) {
                queued.add(task);
            }
        };
        TickScheduler one =
                pool(1).seam(CoreFixture.SEAM.withCompletions(queue)).start();
        one.register("held", TickOptions.every(MS), held);
        await20s(held.entered);
        TickRegistration waiting = one.register("waiting", TickOptions.every(HOUR), t -> {});
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<Void> gone = waiting.unregister(t -> ran.incrementAndGet());

        ShutdownReport report = one.shutdown(Duration.ZERO);
        held.released.countDown();
        for (; ; ) {
            Runnable task;
            synchronized (queued) {
                task = order.apply(queued);
            }
            if (task == null) {
                break;
            }
            task.run();
        }

        assertThat(report.isClean()).isFalse();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(gone::join)
                .withCauseInstanceOf(UnfinishedException.class)
                .withMessageContaining("\"waiting\"");
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("an executor for completions that fails leaves no future behind")
    void completionsExecutorFails() {
        Executor failing = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        try (LogCapture log = new LogCapture();
                TickScheduler one =
                        pool(1).seam(CoreFixture.SEAM.withCompletions(failing)).start()) {
            TickRegistration map = one.register("map", TickOptions.every(MS), t -> {});
            map.unregister(t -> {}).orTimeout(20, TimeUnit.SECONDS).join();

            assertThat(one.shutdown(Duration.ofSeconds(20)).took()).isLessThan(Duration.ofSeconds(15));
            assertThat(log.messages(Level.ERROR)).anyMatch(m -> m.contains("the completions executor"));
        }
    }
}
