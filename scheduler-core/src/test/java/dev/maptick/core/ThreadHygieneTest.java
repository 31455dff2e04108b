package dev.maptick.core;

import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cases B12 and B13: a pool thread carries nothing from one map's tick into the next. */
@Timeout(60)
class ThreadHygieneTest {
    @Test
    @DisplayName("B12: an interrupt flag left by A's tick, or set by a listener after it, is never seen by B")
    void interruptFlag() {
        AtomicInteger seen = new AtomicInteger();
        AtomicInteger slept = new AtomicInteger();
        TickListener interrupting = new TickListener() {
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
                Thread.currentThread().interrupt();
            }
        };
        try (TickScheduler scheduler = pool(1).listener(interrupting).start()) {
            TickOptions options = TickOptions.every(Duration.ofMillis(10));
            TickRegistration a =
                    scheduler.register("a", options, t -> Thread.currentThread().interrupt());
            TickRegistration b = scheduler.register("b", options, t -> {
                if (Thread.currentThread().isInterrupted()) {
                    seen.incrementAndGet();
                }
                Thread.sleep(5);
                slept.incrementAndGet();
            });
            eventually(
                    "100 ticks each",
                    () -> a.stats().ticksEnded() >= 100 && b.stats().ticksEnded() >= 100);
            a.unregister().join();
            b.unregister().join();

            assertThat(seen).hasValue(0);
            assertThat((long) slept.get())
                    .as("never interrupted in its sleep")
                    .isEqualTo(b.stats().ticks());
            assertThat(b.stats().faults()).isZero();
            SchedulerStats stats = scheduler.stats();
            assertThat(stats.wakeups()).as("the worker does not spin").isLessThanOrEqualTo(stats.ticks() + 20);
            assertThat(scheduler.shutdown(Duration.ofSeconds(10)).isClean()).isTrue();
        }
    }

    @Test
    @DisplayName("B13: name, priority and context class loader are the worker's own again, after a throw too")
    void nameLoaderAndPriority() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (LogCapture log = new LogCapture();
                URLClassLoader special = new URLClassLoader(new URL[0], null);
                TickScheduler scheduler = pool(1).start()) {
            TickRegistration a = scheduler.register("a", TickOptions.every(MS), t -> {
                Thread.currentThread().setName("mine");
                setLowest(Thread.currentThread());
                Thread.currentThread().setContextClassLoader(special);
                throw new IllegalStateException("and now a throw");
            });
            TickRegistration b =
                    scheduler.register("b", TickOptions.every(MS), t -> seen.add(what(Thread.currentThread())));
            eventually(
                    "50 ticks each",
                    () -> a.stats().ticksEnded() >= 50 && b.stats().ticksEnded() >= 50);

            assertThat(seen).containsExactly("maptick-pool-0 " + Thread.NORM_PRIORITY + " " + ownLoader());
            assertThat(log.messages(Level.ERROR)).isNotEmpty().allMatch(m -> m.contains("\"a\""));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the misbehaviour under test
    private static void setLowest(Thread thread) {
        thread.setPriority(Thread.MIN_PRIORITY);
    }

    private static String what(Thread thread) {
        return thread.getName() + " " + thread.getPriority() + " " + thread.getContextClassLoader();
    }

    private static ClassLoader ownLoader() {
        return TickScheduler.class.getClassLoader();
    }

    @Test
    @DisplayName("B13: a worker first made by a registration takes neither loader, priority nor locals of that thread")
    void nothingIsInheritedFromWhoeverRegisters() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        List<String> seen = new ArrayList<>();
        CountDownLatch ticked = new CountDownLatch(1);
        try (URLClassLoader special = new URLClassLoader(new URL[0], null);
                TickScheduler scheduler = pool(1).dedicatedThreads(1).start()) {
            Thread plugin = new Thread(() -> {
                local.set("inherited");
                TickOptions options = TickOptions.every(MS).placement(Placement.DEDICATED);
                scheduler.register("map", options, t -> {
                    if (ticked.getCount() > 0) {
                        seen.add(what(Thread.currentThread()) + " " + local.get());
                        ticked.countDown();
                    }
                });
            });
            plugin.setContextClassLoader(special);
            setLowest(plugin);
            plugin.start();
            plugin.join();
            CoreFixture.await20s(ticked);

            assertThat(seen)
                    .containsExactly("maptick-dedicated-1 " + Thread.NORM_PRIORITY + " " + ownLoader() + " null");
        }
    }

    /** A map that holds memory worth noticing. */
    private static final class HeavyEntry implements TickTask {
        private final byte[] state = new byte[100_000];

        @Override
        public void tick(Tick tick) {
            state[0]++;
            if (tick.number() == 2) {
                throw new IllegalStateException("remembered nowhere");
            }
        }
    }

    @Test
    @DisplayName(
            "B13: 10,000 maps of 100 kB that have ticked and left are all collected, though their handles are kept")
    void nothingKeepsAMapThatHasLeft() {
        int maps = 10_000;
        int batch = 200;
        List<WeakReference<HeavyEntry>> references = new ArrayList<>();
        List<TickRegistration> handles = new ArrayList<>();
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(2).faultLogPerSecond(0).start()) {
            for (int from = 0; from < maps; from += batch) {
                List<TickRegistration> open = new ArrayList<>();
                for (int i = from; i < from + batch; i++) {
                    HeavyEntry map = new HeavyEntry();
                    references.add(new WeakReference<>(map));
                    TickOptions options = TickOptions.every(MS);
                    open.add(scheduler.register("map-" + i, i % 2 == 0 ? options.lastTask(map) : options, map));
                }
                eventually(
                        "3 ticks each",
                        () -> open.stream().allMatch(r -> r.stats().ticksEnded() >= 3));
                open.forEach(r -> r.unregister().join());
                handles.addAll(open);
            }

            eventually("all collected", () -> {
                System.gc();
                return references.stream().allMatch(r -> r.get() == null);
            });
            assertThat(handles).hasSize(maps).allMatch(r -> r.state() == TickState.STOPPED);
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
        noThreadRemains();
    }
}
