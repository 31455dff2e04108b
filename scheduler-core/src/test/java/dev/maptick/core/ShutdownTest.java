package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import dev.maptick.core.CoreFixture.HeldTick;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cases B25 and B26 as far as the core goes, and promise 12. */
@Timeout(60)
class ShutdownTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @AfterEach
    void nothingIsLeft() {
        noThreadRemains();
    }

    @Test
    @DisplayName("B25: every map gets its last task once, while the scheduler still ticks; no thread is left")
    void cleanStop() {
        TickScheduler scheduler = pool(20).dedicatedThreads(2).start();
        List<AtomicInteger> lasts = new ArrayList<>();
        AtomicInteger threadsAtLast = new AtomicInteger(Integer.MAX_VALUE);
        for (int i = 0; i < 52; i++) {
            AtomicInteger last = new AtomicInteger();
            lasts.add(last);
            TickOptions options = TickOptions.every(Duration.ofMillis(250))
                    .placement(i < 2 ? Placement.DEDICATED : Placement.POOL)
                    .lastTask(t -> {
                        last.incrementAndGet();
                        threadsAtLast.accumulateAndGet((int) scheduler.stats().poolThreads(), Math::min);
                    });
            scheduler.register("map-" + i, options, t -> {});
        }
        scheduler.register("plain", TickOptions.every(HOUR), t -> {});

        ShutdownReport report = scheduler.shutdown(LONG);

        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.stopped()).isEqualTo(53);
        assertThat(report.took()).isLessThan(LONG);
        assertThat(lasts).allMatch(n -> n.get() == 1);
        assertThat(threadsAtLast).hasValue(20);
        assertThat(scheduler.isStopping()).isTrue();
        assertThat(scheduler.registrations()).isEmpty();
        assertThat(scheduler.stats().poolThreads()).isZero();
        assertThat(scheduler.shutdown(Duration.ZERO)).isEqualTo(report);
    }

    @Test
    void zeroMaps() {
        ShutdownReport report = pool(3).start().shutdown(LONG);

        assertThat(report.isClean()).isTrue();
        assertThat(report.stopped()).isZero();
        assertThat(report.took()).isLessThan(LONG);
    }

    @Test
    @DisplayName("a stop before the start returns at once, twice, and the start is refused then")
    void beforeTheStart() {
        TickScheduler scheduler = pool(1).build();

        assertThat(scheduler.shutdown(LONG).isClean()).isTrue();
        assertThat(scheduler
                        .shutdownAsync(LONG)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join()
                        .isClean())
                .isTrue();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(scheduler::start)
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
    }

    @Test
    void badLimitIsRefusedAndStopsNothing() {
        try (TickScheduler scheduler = pool(1).start()) {
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> scheduler.shutdown(Duration.ofNanos(-1)))
                    .withMessageContaining("shutdownLimit");
            assertThat(scheduler.isStopping()).isFalse();
            scheduler.register("map", TickOptions.every(MS), t -> {});
        }
    }

    @Test
    @DisplayName("the report counts from the request on, not from the start")
    void reportCountsThisStopOnly() {
        try (LogCapture log = new LogCapture()) {
            TickScheduler scheduler = pool(1).start();
            for (int i = 0; i < 50; i++) {
                CompletableFuture<Void> gone = scheduler
                        .register("gone-" + i, TickOptions.every(HOUR), t -> {})
                        .unregister(t -> {
                            throw new IllegalStateException("then");
                        });
                assertThatExceptionOfType(CompletionException.class).isThrownBy(gone::join);
            }
            scheduler.register(
                    "last",
                    TickOptions.every(HOUR).lastTask(t -> {
                        throw new IllegalStateException("now");
                    }),
                    t -> {});

            ShutdownReport report = scheduler.shutdown(LONG);

            assertThat(report.stopped()).isEqualTo(1);
            assertThat(report.lastTaskFaults()).isEqualTo(1);
            assertThat(report.isClean()).isTrue();
            assertThat(log.events(Level.ERROR)).hasSize(51);
        }
    }

    @Test
    @DisplayName("new work is refused with \"stopping\" from the request on")
    void newWorkIsRefused() {
        TickScheduler scheduler = pool(1).start();
        HeldTick held = new HeldTick();
        scheduler.register("held", TickOptions.every(MS), held);
        await20s(held.entered);
        CompletableFuture<ShutdownReport> stop = scheduler.shutdownAsync(LONG);

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> scheduler.register("late", TickOptions.every(MS), t -> {}))
                .withMessageContaining("stopping")
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
        assertThat(stop).isNotDone();
        held.released.countDown();
        assertThat(stop.orTimeout(20, TimeUnit.SECONDS).join().isClean()).isTrue();
    }

    @Test
    @DisplayName("what shutdownAsync returns is a view: completing or cancelling it changes nothing")
    void theFutureIsAView() {
        TickScheduler scheduler = pool(1).start();
        HeldTick held = new HeldTick();
        scheduler.register("held", TickOptions.every(MS), held);
        await20s(held.entered);

        assertThat(scheduler.shutdownAsync(LONG).cancel(true)).isTrue();
        CompletableFuture<ShutdownReport> second = scheduler.shutdownAsync(Duration.ZERO);
        held.released.countDown();

        ShutdownReport report = second.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(report.isClean()).as("the first limit holds: %s", report).isTrue();
    }

    /** The system's clock, until a test puts it on. */
    private static final class JumpingClock implements NanoClock {
        private final AtomicLong aheadNs = new AtomicLong();

        @Override
        public long nanoTime() {
            return System.nanoTime() + aheadNs.get();
        }

        void jump(Duration by) {
            aheadNs.addAndGet(by.toNanos());
        }
    }

    /** Looks at the clock every millisecond, so that a jump of it ends a wait. */
    private static class PollingWaiter implements DeadlineWaiter {
        private final NanoClock clock;
        private volatile boolean signalled;

        PollingWaiter(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public void prepare() {
            signalled = false;
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            while (!signalled && deadlineNanos - clock.nanoTime() > 0) {
                LockSupport.parkNanos(MS.toNanos());
            }
        }

        @Override
        public void awaitSignal() {
            while (!signalled) {
                LockSupport.parkNanos(MS.toNanos());
            }
        }

        @Override
        public void signal() {
            signalled = true;
        }
    }

    @Test
    @DisplayName("a machine that gives an idle worker no processor for a while does not make a stop unclean")
    void threadsThatAreSlowToEnd() {
        TickScheduler scheduler = pool(2).seam(CoreFixture.SEAM.withThreads(worker -> new Thread(() -> {
                    worker.run();
                    long endNs = System.nanoTime() + 700 * MS.toNanos();
                    while (System.nanoTime() - endNs < 0) {
                        LockSupport.parkNanos(endNs - System.nanoTime());
                    }
                })))
                .start();
        scheduler.register("map", TickOptions.every(MS), t -> {});

        ShutdownReport report = scheduler.shutdown(LONG);

        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    @Test
    @DisplayName("a map that left in time is counted, though its worker is held up right after")
    void countedOnceItHasLeft() throws Exception {
        HeldTick held = new HeldTick();
        AtomicReference<Thread> leaver = new AtomicReference<>();
        JumpingClock clock = new JumpingClock();
        // A dedicated thread signals when it gives its slot back: its map has left then, and is not taken off the
        // books.
        DeadlineWaiter.Factory waiters = () -> new PollingWaiter(clock) {
            @Override
            public void signal() {
                if (Thread.currentThread() == leaver.get()) {
                    held.tick(null);
                } else if (Thread.currentThread().getName().equals("maptick-keeper")) {
                    // The limit has passed and all has been counted: workers are told to end.
                    held.released.countDown();
                }
                super.signal();
            }
        };
        TickScheduler scheduler = pool(1).dedicatedThreads(1)
                .seam(CoreFixture.SEAM.withClock(clock).withWaiters(waiters))
                .start();
        TickOptions options = TickOptions.every(HOUR).placement(Placement.DEDICATED);
        scheduler.register("map", options.lastTask(t -> leaver.set(Thread.currentThread())), t -> {});
        CompletableFuture<ShutdownReport> stop = scheduler.shutdownAsync(HOUR);
        await20s(held.entered);
        assertThat(stop).isNotDone();
        clock.jump(HOUR);

        ShutdownReport report = stop.get(20, TimeUnit.SECONDS);
        assertThat(report.unfinished()).isEmpty();
        assertThat(report.stopped()).isEqualTo(1);
    }

    @Test
    @DisplayName("B26: a stuck tick is named with thread and stack, every caller returns, the others end normally")
    void stuckTick() throws Exception {
        // Far beyond what 49 maps take to leave on any machine; the clock is put there once they have left.
        Duration limit = HOUR;
        JumpingClock clock = new JumpingClock();
        AtomicReference<Throwable> fromListener = new AtomicReference<>();
        CountDownLatch listenerCalled = new CountDownLatch(1);
        AtomicReference<TickScheduler> holder = new AtomicReference<>();
        TickListener faultListener = new TickListener() {
            @Override
            public void onTick(
                    TickRegistration registration,
                    Placement placement,
                    int worker,
                    long deadlineNanos,
                    long startNanos,
                    long endNanos,
                    long skipped,
                    Throwable fault) {
                if (fault != null && fromListener.get() == null) {
                    try {
                        holder.get().shutdown(limit);
                    } catch (Throwable t) {
                        fromListener.set(t);
                        listenerCalled.countDown();
                    }
                }
            }
        };
        HeldTick stuck = new HeldTick();
        List<AtomicInteger> lasts = new ArrayList<>();
        try (LogCapture log = new LogCapture()) {
            TickScheduler scheduler = pool(4).listener(faultListener)
                    .seam(CoreFixture.SEAM.withClock(clock).withWaiters(() -> new PollingWaiter(clock)))
                    .start();
            holder.set(scheduler);
            TickRegistration stuckMap = scheduler.register("stuck", TickOptions.every(MS), stuck);
            await20s(stuck.entered);
            List<TickRegistration> others = new ArrayList<>();
            AtomicBoolean allIn = new AtomicBoolean();
            for (int i = 0; i < 49; i++) {
                AtomicInteger last = new AtomicInteger();
                lasts.add(last);
                TickOptions options = TickOptions.every(Duration.ofMillis(5)).lastTask(t -> last.incrementAndGet());
                int id = i;
                others.add(scheduler.register("map-" + i, options, t -> {
                    if (id == 0 && allIn.get()) {
                        throw new IllegalStateException("tells the listener");
                    }
                }));
            }
            // Not before, since the listener's shutdown refuses whatever comes later.
            allIn.set(true);
            await20s(listenerCalled);
            CompletableFuture<ShutdownReport> second = CompletableFuture.supplyAsync(() -> scheduler.shutdown(LONG));
            CompletableFuture<ShutdownReport> third = CompletableFuture.supplyAsync(() -> scheduler.shutdown(LONG));
            eventually(
                    "the others have left",
                    () -> others.stream().allMatch(m -> m.unregister().isDone()));
            assertThat(second).isNotDone();
            assertThat(third).isNotDone();
            clock.jump(limit);
            ShutdownReport report = third.get(20, TimeUnit.SECONDS);

            assertThat(fromListener.get()).isInstanceOf(SelfWaitException.class).hasMessageContaining("\"map-0\"");
            assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo(report);
            assertThat(report.took()).as("the first limit holds").isBetween(limit, limit.plus(LONG));
            assertThat(report.isClean()).isFalse();
            assertThat(report.stopped()).isEqualTo(49);
            assertThat(lasts).allMatch(n -> n.get() == 1);
            assertThat(report.unfinished()).singleElement().satisfies(u -> {
                assertThat(u.name()).isEqualTo("stuck");
                assertThat(u.state()).isEqualTo(TickState.RUNNING);
                assertThat(u.thread()).startsWith("maptick-pool-");
                assertThat(u.stack())
                        .anyMatch(f -> f.getClassName().equals(HeldTick.class.getName())
                                && f.getMethodName().equals("tick"));
                assertThat(report.threadsLeft()).containsExactly(u.thread());
                assertThat(report.toString()).contains("not clean", "\"stuck\"", u.thread(), "HeldTick.tick");
            });
            CompletableFuture<Void> gone = stuckMap.unregister();
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> gone.orTimeout(20, TimeUnit.SECONDS).join())
                    .withCauseInstanceOf(UnfinishedException.class)
                    .withMessageContaining("its tick was still running");

            stuck.released.countDown();
            eventually("the stuck map has left after all", () -> stuckMap.state() == TickState.STOPPED);
            assertThat(gone).isCompletedExceptionally();
            assertThat(log.events(Level.ERROR)).isNotEmpty();
        }
    }

    @Test
    @DisplayName("a last task that finds no thread in time is told as such, and never runs afterwards")
    void lastTaskFindsNoThread() {
        TickScheduler scheduler = pool(1).start();
        HeldTick stuck = new HeldTick();
        AtomicInteger lasts = new AtomicInteger();
        scheduler.register("stuck", TickOptions.every(MS), stuck);
        await20s(stuck.entered);
        TickRegistration waiting =
                scheduler.register("waiting", TickOptions.every(HOUR).lastTask(t -> lasts.incrementAndGet()), t -> {});

        ShutdownReport report = scheduler.shutdown(Duration.ofMillis(20));

        assertThat(report.unfinished())
                .extracting(ShutdownReport.Unfinished::name)
                .containsExactlyInAnyOrder("stuck", "waiting");
        assertThat(report.stopped()).isZero();
        assertThat(report.toString()).contains("\"waiting\": its last task found no free thread");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() ->
                        waiting.unregister().orTimeout(20, TimeUnit.SECONDS).join())
                .withCauseInstanceOf(UnfinishedException.class)
                .withMessageContaining("no free thread");
        stuck.released.countDown();
        noThreadRemains();
        assertThat(lasts).hasValue(0);
        assertThat(waiting.state()).isEqualTo(TickState.STOPPED);
    }

    @Test
    @DisplayName("promise 12: inside a tick the blocking form begins the stop and throws, naming the map")
    void fromATick() {
        for (Placement placement : Placement.values()) {
            TickScheduler scheduler = pool(1).dedicatedThreads(1).start();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicReference<CompletableFuture<ShutdownReport>> async = new AtomicReference<>();
            CountDownLatch asked = new CountDownLatch(1);
            scheduler.register("boss", TickOptions.every(MS).placement(placement), tick -> {
                try {
                    scheduler.shutdown(LONG);
                } catch (SelfWaitException e) {
                    thrown.set(e);
                }
                async.set(scheduler.shutdownAsync(LONG));
                asked.countDown();
            });
            await20s(asked);

            ShutdownReport report = scheduler.shutdown(LONG);
            assertThat(report.isClean()).isTrue();
            assertThat(thrown.get())
                    .hasMessageContaining("the tick of \"boss\"")
                    .hasMessageContaining("shutdownAsync");
            assertThat(async.get().orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(report);
        }
    }

    @Test
    @DisplayName("called from a dependent of an unregister future it does not wait for that dependent")
    void fromADependent() {
        TickScheduler scheduler = pool(1).start();
        HeldTick held = new HeldTick();
        TickRegistration map = scheduler.register("map", TickOptions.every(MS), held);
        await20s(held.entered);
        CompletableFuture<ShutdownReport> report = map.unregister().thenApply(v -> scheduler.shutdown(LONG));
        held.released.countDown();

        assertThat(report.orTimeout(30, TimeUnit.SECONDS).join().took()).isLessThan(LONG);
    }

    @Test
    @DisplayName("a dependent of shutdownAsync that blocks holds up no other caller")
    void blockingDependent() {
        TickScheduler scheduler = pool(1).start();
        CountDownLatch release = new CountDownLatch(1);
        // The tick keeps the shutdown from being over before it has its dependent, which would then run right here.
        HeldTick held = new HeldTick();
        scheduler.register("map", TickOptions.every(MS), held);
        await20s(held.entered);
        CompletableFuture<Void> blocking = scheduler.shutdownAsync(LONG).thenRun(() -> await20s(release));
        held.released.countDown();

        assertThat(scheduler.shutdown(LONG).isClean()).isTrue();

        assertThat(blocking).isNotDone();
        release.countDown();
        blocking.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    @DisplayName("what is made from shutdownAsync is never run or handed over by a caller that waits in shutdown")
    void waitersRunNobodysDependents() throws InterruptedException {
        Set<String> handedOverBy = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 200; round++) {
            TickScheduler scheduler = pool(1).seam(CoreFixture.SEAM.withCompletions(action -> {
                        handedOverBy.add(Thread.currentThread().getName());
                        action.run();
                    }))
                    .start();
            HeldTick held = new HeldTick();
            scheduler.register("map", TickOptions.every(MS), held);
            await20s(held.entered);
            for (int i = 0; i < 20; i++) {
                var unused = scheduler.shutdownAsync(LONG).thenRun(() -> {});
            }
            List<Thread> waiters = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread waiter = new Thread(() -> scheduler.shutdown(LONG), "waiter");
                waiter.start();
                waiters.add(waiter);
            }
            held.released.countDown();
            for (Thread waiter : waiters) {
                waiter.join();
            }
        }
        assertThat(handedOverBy).contains("maptick-keeper").doesNotContain("waiter");
    }

    @Test
    @DisplayName("a registration that races with the stop either runs and leaves, or is refused: nothing in between")
    void registrationsRaceWithTheStop() throws Exception {
        for (int round = 0; round < 100; round++) {
            TickScheduler scheduler = pool(1).dedicatedThreads(1).start();
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger lasts = new AtomicInteger();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int id = i;
                Thread thread = new Thread(() -> {
                    await20s(go);
                    for (int n = 0; n < 20; n++) {
                        try {
                            TickOptions options = TickOptions.every(MS)
                                    .placement(n % 4 == 0 ? Placement.DEDICATED : Placement.POOL)
                                    .lastTask(t -> lasts.incrementAndGet());
                            scheduler.register("map-" + id + "-" + n, options, t -> {});
                            accepted.incrementAndGet();
                        } catch (RefusedException e) {
                            if (e.refusal() != Refusal.STOPPING) {
                                wrong.set(e);
                            }
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            go.countDown();
            ShutdownReport report = scheduler.shutdown(LONG);
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(wrong.get()).isNull();
            assertThat(report.isClean()).as(report.toString()).isTrue();
            assertThat(lasts.get()).isEqualTo(accepted.get());
            assertThat(scheduler.registrations()).isEmpty();
        }
    }

    @Test
    @DisplayName("a registration refused by a racing stop, but seen by a listener, still ends its future")
    void handleOfARefusedRegistration() {
        AtomicReference<TickRegistration> seen = new AtomicReference<>();
        AtomicReference<TickScheduler> holder = new AtomicReference<>();
        TickListener stopping = new TickListener() {
            @Override
            public void onRegistered(TickRegistration registration) {
                seen.set(registration);
                CompletableFuture<ShutdownReport> stop = holder.get().shutdownAsync(LONG);
                assertThat(stop).isNotNull();
            }
        };
        TickScheduler scheduler = pool(1).listener(stopping).start();
        holder.set(scheduler);
        try {
            scheduler.register("map", TickOptions.every(MS), t -> {});
        } catch (RefusedException e) {
            assertThat(e.refusal()).isEqualTo(Refusal.STOPPING);
        }
        assertThat(scheduler.shutdown(LONG).isClean()).isTrue();
        seen.get().unregister().orTimeout(20, TimeUnit.SECONDS).join();
    }

    // ---- in JVMs of their own ----

    /** Starts a scheduler and returns from main; the third tick stops it. */
    static final class KeeperMain {
        private KeeperMain() {}

        public static void main(String[] args) {
            TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start();
            AtomicReference<CompletableFuture<Void>> stop = new AtomicReference<>();
            // The keeper does not hold the JVM for dependents; what this one prints is waited for here.
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> stop.get().orTimeout(20, TimeUnit.SECONDS).join()));
            scheduler.register(
                    "map", TickOptions.every(Duration.ofMillis(20)).lastTask(t -> say("last task")), tick -> {
                        if (tick.number() == 3) {
                            CompletableFuture<Void> said = scheduler
                                    .shutdownAsync(Duration.ofSeconds(10))
                                    .thenAccept(r -> say("stopped " + r.isClean()));
                            stop.set(said);
                            say("third tick, stop pending " + !said.isDone());
                        }
                    });
            say("main returns");
        }

        static void say(String text) {
            System.out.println(text);
            System.out.flush();
        }
    }

    /** The same with the keeper switched off: nothing else keeps the JVM. */
    static final class NoKeeperMain {
        private NoKeeperMain() {}

        public static void main(String[] args) {
            TickScheduler scheduler =
                    TickScheduler.builder().poolThreads(1).keepJvmAlive(false).start();
            scheduler.register("map", TickOptions.every(Duration.ofMillis(20)), t -> {});
            KeeperMain.say("main returns");
        }
    }

    /** Stops from a shutdown hook. */
    static final class HookMain {
        private HookMain() {}

        public static void main(String[] args) {
            TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start();
            // Before the first tick, since the signal may come right after the third.
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> KeeperMain.say(
                            "hook " + scheduler.shutdown(Duration.ofSeconds(10)).isClean())));
            scheduler.register(
                    "map", TickOptions.every(Duration.ofMillis(5)).lastTask(t -> KeeperMain.say("last task")), tick -> {
                        if (tick.number() == 3) {
                            KeeperMain.say("ticking");
                        }
                    });
        }
    }

    /** Stops with a map stuck for ever. */
    static final class StuckMain {
        private StuckMain() {}

        public static void main(String[] args) {
            TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start();
            HeldTick stuck = new HeldTick();
            scheduler.register("map", TickOptions.every(Duration.ofMillis(5)), stuck);
            await20s(stuck.entered);
            KeeperMain.say(
                    "stopped " + scheduler.shutdown(Duration.ofMillis(100)).isClean());
        }
    }

    @Test
    @DisplayName("the keeper holds the JVM after main has returned, and the process ends by itself after the stop")
    void keeperHoldsTheJvm() throws Exception {
        ChildJvm child = ChildJvm.start(KeeperMain.class);

        assertThat(child.awaitEnd()).isZero();
        assertThat(child.output().lines())
                .contains("main returns", "third tick, stop pending true", "last task", "stopped true");
    }

    @Test
    void anEmbedderCanSwitchTheKeeperOff() throws Exception {
        ChildJvm child = ChildJvm.start(NoKeeperMain.class);

        assertThat(child.awaitEnd()).isZero();
        assertThat(child.output().lines()).contains("main returns");
    }

    @Test
    @DisplayName("B25: a termination signal stops it from a shutdown hook, last tasks included")
    void fromAShutdownHook() throws Exception {
        ChildJvm child = ChildJvm.start(HookMain.class);
        eventually("ticking", () -> child.output().contains("ticking"));
        child.terminate();

        child.awaitEnd();
        assertThat(child.output().lines()).containsSubsequence("ticking", "last task", "hook true");
    }

    @Test
    @DisplayName("B26: a stuck thread does not keep the process from ending when main returns")
    void stuckThreadDoesNotHoldTheJvm() throws Exception {
        ChildJvm child = ChildJvm.start(StuckMain.class);

        assertThat(child.awaitEnd()).isZero();
        assertThat(child.output().lines()).contains("stopped false");
    }
}
