package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B37, the race: cancels from other threads against the firing, 100,000 times and more. */
class TimerCancelRaceTest {
    private static final int ROUNDS = 100_000;

    private final TimerWorld world = new TimerWorld();
    private final TimerWheel timers = world.timers;

    /**
     * Batches of timers that fire one after the other while cancellers aim at the ones that are next. Would catch a timer
     * that both fires and is cancelled, one that does neither, and a cancel that hits the next timer in the same node.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void exactlyOneOfFiredAndCancelled(int cancellers) throws Exception {
        int batch = 1_000;
        AtomicLongArray ids = new AtomicLongArray(batch);
        AtomicIntegerArray outcomes = new AtomicIntegerArray(batch);
        AtomicInteger position = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(cancellers + 1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        int batches = ROUNDS / batch;
        Thread[] threads = new Thread[cancellers];
        for (int t = 0; t < cancellers; t++) {
            threads[t] = new Thread(() -> {
                try {
                    for (int b = 0; b < batches; b++) {
                        barrier.await();
                        int ahead = 1;
                        int seen = -1;
                        for (int at = position.get(); at < batch; at = position.get()) {
                            ahead = at == seen ? ahead + 1 : 1;
                            seen = at;
                            int next = Math.min(at + ahead, batch - 1);
                            if (timers.cancel(ids.get(next))) {
                                outcomes.incrementAndGet(next);
                            }
                        }
                        barrier.await();
                    }
                } catch (Throwable e) {
                    failure.set(e);
                    barrier.reset();
                }
            });
            threads[t].setDaemon(true);
            threads[t].start();
        }
        long time = 0;
        long cancelled = 0;
        for (int b = 0; b < batches; b++) {
            int[] fired = new int[batch];
            for (int i = 0; i < batch; i++) {
                int at = i;
                ids.set(i, timers.after(ms(8), f -> {
                    fired[at]++;
                    position.set(at);
                }));
                outcomes.set(i, 0);
            }
            time += 8;
            world.set(time * MS);
            position.set(-1);
            barrier.await();
            while (timers.advance(world.nanoTime()) > 0) {}
            position.set(batch);
            barrier.await();
            for (int i = 0; i < batch; i++) {
                if (fired[i] + outcomes.get(i) != 1) {
                    throw new AssertionError(
                            "timer " + i + " of batch " + b + ": fired " + fired[i] + ", cancelled " + outcomes.get(i));
                }
                cancelled += outcomes.get(i);
            }
            assertThat(timers.pending()).isZero();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        System.out.println("TimerCancelRaceTest: " + cancelled + " of " + ROUNDS + " cancelled by " + cancellers);
        assertThat(timers.stats().fired()).isEqualTo(ROUNDS - cancelled);
        assertThat(timers.stats().cancelled()).isEqualTo(cancelled);
    }

    /** The same with many timers at once, repeating ones among them, nodes and places reused while cancels go on. */
    @Test
    void manyTimersAgainstTwoCancellers() throws Exception {
        int size = 1 << 10;
        AtomicLong[] ids = new AtomicLong[size];
        for (int i = 0; i < size; i++) {
            ids[i] = new AtomicLong();
        }
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger lowest = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger stop = new AtomicInteger();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            int first = 7 * t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = first; stop.get() == 0; i++) {
                        if (timers.cancel(ids[(i * 31) & (size - 1)].get())) {
                            cancelled.incrementAndGet();
                        }
                        lowest.accumulateAndGet(timers.pending(), Math::min);
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            threads[t].setDaemon(true);
            threads[t].start();
        }
        int[] oneShots = new int[1];
        long time = 0;
        long started = 0;
        try {
            while (started < 100_000) {
                for (int i = 0; i < 64; i++) {
                    boolean repeating = i % 8 == 0;
                    long delay = 8L * (i % 5 + 1);
                    long id =
                            repeating ? timers.every(ms(delay), f -> {}) : timers.after(ms(delay), f -> oneShots[0]++);
                    assertThat(id).isPositive();
                    ids[(int) started++ & (size - 1)].set(id);
                }
                time += 8;
                world.set(time * MS);
                timers.advance(world.nanoTime());
            }
        } finally {
            stop.set(1);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(lowest.get()).isZero();
        int atEnd = timers.cancelAll();
        assertThat(timers.pending()).isZero();
        assertThat(oneShots[0] + cancelled.get() + atEnd).isEqualTo((int) started);
        assertThat(timers.stats().cancelled()).isEqualTo(cancelled.get() + atEnd);
        assertThat(timers.stats().finished()).isEqualTo(oneShots[0]);
    }
}
