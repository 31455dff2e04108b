package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads that a host gives its coordinator. */
class SaveThreadsTest {
    @Test
    void startsNoMoreThanAllowedNamedDaemonsAndEndsThemWhenIdle() {
        ThreadPoolExecutor threads = SaveThreads.create(2, Duration.ofMillis(20));
        try {
            assertThat(threads.getPoolSize()).isZero();
            Queue<Thread> seen = new ConcurrentLinkedQueue<>();
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < 6; i++) {
                threads.execute(() -> {
                    seen.add(Thread.currentThread());
                    awaitQuietly(go);
                });
            }
            Awaitility.await().until(() -> seen.size() == 2);
            assertThat(threads.getPoolSize()).isEqualTo(2);
            assertThat(threads.getQueue()).hasSize(4);
            assertThat(seen).allMatch(Thread::isDaemon);
            assertThat(seen).extracting(Thread::getName).containsExactlyInAnyOrder("maptick-save-0", "maptick-save-1");

            go.countDown();
            Awaitility.await().until(() -> threads.getPoolSize() == 0);
            assertThat(threads.getCompletedTaskCount()).isEqualTo(6);
            threads.execute(() -> seen.add(Thread.currentThread()));
            Awaitility.await().until(() -> seen.size() == 7);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void endsWhenShutDown() throws InterruptedException {
        ExecutorService threads = SaveThreads.create(4);
        CountDownLatch ran = new CountDownLatch(1);
        threads.execute(ran::countDown);
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran.getCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_025})
    void refusesACountOutOfRange(int atOnce) {
        assertThatThrownBy(() -> SaveThreads.create(atOnce))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("atOnce=" + atOnce);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
