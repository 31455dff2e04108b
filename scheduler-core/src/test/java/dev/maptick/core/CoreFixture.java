package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What tests with real threads share: one way to wait, names of threads, ticks held open. */
final class CoreFixture {
    static final Duration MS = Duration.ofMillis(1);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** The system's own, but on a machine large enough for every plan, so that no plan warns. */
    static final SchedulerSeam SEAM = processors(64);

    private CoreFixture() {}

    static TickSchedulerBuilder pool(int threads) {
        return TickScheduler.builder()
                .poolThreads(threads)
                .keepJvmAlive(false)
                .noWatchdog()
                .seam(SEAM);
    }

    /** Waits for something that must come; how long it takes is not judged. */
    static void eventually(String what, Callable<Boolean> condition) {
        await(what).pollDelay(Duration.ZERO).pollInterval(MS).atMost(LIMIT).until(condition);
    }

    static void await20s(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("not within 20 s");
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Live worker threads of the kind, by name. */
    static List<String> workerThreads(Placement kind) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(n -> n.startsWith("maptick-" + kind.label()))
                .sorted()
                .collect(Collectors.toList());
    }

    /** Ticks that a test which failed has left held are let go first, so that only that test fails. */
    static void noThreadRemains() {
        for (HeldTick held = HeldTick.ALL.poll(); held != null; held = HeldTick.ALL.poll()) {
            held.released.countDown();
        }
        await("every thread of the scheduler gone")
                .pollDelay(Duration.ZERO)
                .pollInterval(MS)
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(ownThreads()).isEmpty());
    }

    private static List<String> ownThreads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(t -> t.getKey().getName().startsWith("maptick-"))
                .map(t -> t.getKey() + " at " + Arrays.toString(t.getValue()))
                .toList();
    }

    /** Ticks + skipped + suspended = grid points consumed, in any snapshot (R1). */
    static boolean addsUp(TickStats stats) {
        return stats.ticks() + stats.skipped() + stats.suspended() == stats.gridPointsConsumed();
    }

    /** A seam with a given processor count. */
    static SchedulerSeam processors(int count) {
        return SchedulerSeam.SYSTEM.withProcessors(() -> count);
    }

    /** Reads the system's clock with another origin. */
    static NanoClock shifted(long nowNs) {
        long offset = nowNs - System.nanoTime();
        return () -> System.nanoTime() + offset;
    }

    /** A tick that holds its thread until released, and swallows interrupts. */
    static final class HeldTick implements TickTask {
        private static final ConcurrentLinkedQueue<HeldTick> ALL = new ConcurrentLinkedQueue<>();

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);

        HeldTick() {
            ALL.add(this);
        }

        @Override
        public void tick(Tick tick) {
            entered.countDown();
            boolean held = true;
            while (held) {
                try {
                    released.await();
                    held = false;
                } catch (InterruptedException e) {
                    // stuck on purpose
                }
            }
        }
    }
}
