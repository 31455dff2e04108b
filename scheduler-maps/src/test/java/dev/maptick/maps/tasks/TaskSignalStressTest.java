package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * The interrupt of a cancellation against the end of the part that asked for it. Would catch an interrupt that comes after
 * the part and hits the code behind it, and one that is lost so that the part waits for ever.
 */
class TaskSignalStressTest {
    @Test
    void noInterruptIsLostAndNoneOutlivesItsPart() {
        int rounds = Boolean.getBoolean("maptick.soak") ? 200_000 : 3_000;
        BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(1, 8));
        TestMap map = new TestMap(pool, "house");
        AtomicInteger leaked = new AtomicInteger();
        int cancelled = 0;
        for (int round = 0; round < rounds; round++) {
            Cancellation caller = new Cancellation();
            CountDownLatch begun = new CountDownLatch(1);
            boolean waits = round % 2 == 0;
            map.submit(
                    "t",
                    BackgroundTask.of(
                            c -> {
                                begun.countDown();
                                try {
                                    return c.interruptibly(() -> {
                                        if (waits) {
                                            new CountDownLatch(1).await();
                                        }
                                        return 1;
                                    });
                                } finally {
                                    for (int i = 0; i < 20; i++) {
                                        if (Thread.currentThread().isInterrupted()) {
                                            leaked.incrementAndGet();
                                        }
                                    }
                                }
                            },
                            caller));
            spinUntil(() -> begun.getCount() == 0);
            caller.cancel();
            spinUntil(() -> map.tasks.pending() > 0);
            map.drain();
            cancelled += map.seen.remove(0).equals("t!CALLER") ? 1 : 0;
        }
        assertThat(leaked).hasValue(0);
        assertThat(cancelled).isGreaterThanOrEqualTo(rounds / 2);
        assertThat(pool.shutdown(Duration.ofSeconds(20)).isClean()).isTrue();
    }

    /** Spins, so that the cancel comes close after the begin, but leaves the processor to the worker if there is one only. */
    private static void spinUntil(BooleanSupplier condition) {
        for (int turn = 0; !condition.getAsBoolean(); turn++) {
            if (turn < 2_000) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(1_000);
            }
        }
    }
}
