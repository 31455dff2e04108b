package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A task that finishes while its map leaves and its caller gives it up has exactly one outcome, and none on a map that has
 * left. R5. Real threads; {@link TaskEndsOnceTest} goes through every order without them. This one would catch a change of
 * state made outside the lock, or a completion that does not see what came before it.
 */
class CompletionAgainstCloseTest {
    @Test
    void underStressEveryTaskEndsOnceAndNoneOnAMapThatHasLeft() throws Exception {
        int rounds = Boolean.getBoolean("maptick.soak") ? 50_000 : 800;
        BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(3, 64));
        CyclicBarrier start = new CyclicBarrier(2);
        AtomicInteger ends = new AtomicInteger();
        AtomicInteger afterClose = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        for (int round = 0; round < rounds; round++) {
            TestMap map = new TestMap(pool, "house-" + round);
            Cancellation caller = new Cancellation();
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            boolean[] closed = new boolean[1];
            boolean closeFromOutside = round % 2 == 0;
            Thread other = new Thread(() -> {
                arrive(start);
                caller.cancel();
                if (closeFromOutside) {
                    map.tasks.beginClose();
                }
            });
            other.start();
            map.inTick(() -> {
                for (int i = 0; i < 8; i++) {
                    if (i % 2 == 0) {
                        futures.add(map.tasks.submit(c -> 1, caller));
                    } else {
                        TaskAdmission answer = map.tasks.submit(
                                c -> {
                                    c.throwIfCancelled();
                                    return 1;
                                },
                                outcome -> {
                                    ends.incrementAndGet();
                                    if (closed[0]) {
                                        afterClose.incrementAndGet();
                                    }
                                });
                        accepted.addAndGet(answer.isAccepted() ? 1 : 0);
                    }
                }
                arrive(start);
                for (int i = 0; i < 3; i++) {
                    map.tasks.beginDrain();
                    while (map.tasks.runOne()) {
                        // all of it is in runOne()
                    }
                }
                map.tasks.beginClose();
                closed[0] = true;
                map.tasks.beginDrain();
                assertThat(map.tasks.runOne()).isFalse();
            });
            other.join();
            for (CompletableFuture<Integer> future : futures) {
                assertThat(future.handle((v, e) -> true).get(20, TimeUnit.SECONDS))
                        .isTrue();
            }
        }
        TaskPoolReport report = pool.shutdown(Duration.ofSeconds(20));
        assertThat(report.isClean()).isTrue();
        assertThat(afterClose).hasValue(0);
        TaskStats s = pool.stats();
        TestMap.assertAddsUp(s);
        assertThat(s.accepted()).isEqualTo(accepted.get() + 4L * rounds);
        assertThat(s.queued() + s.running() + s.completionsQueued()).isZero();
        assertThat(s.completionsRun() + s.orphaned()).isEqualTo(s.accepted());
        assertThat(ends.get()).isLessThanOrEqualTo(accepted.get());
    }

    private static void arrive(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
