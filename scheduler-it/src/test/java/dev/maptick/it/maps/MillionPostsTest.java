package dev.maptick.it.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.Admission;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.WorkBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Posts from eight threads through a real host to one map on a real scheduler: each runs exactly once, those of a producer in
 * their order, and the depth is within the capacity whenever somebody looks. A producer that meets a full mailbox tries
 * again; its refusals are counted on both sides.
 */
final class MillionPostsTest {
    private static final int PRODUCERS = 8;
    private static final int CAPACITY = 16_384;

    /** Touched by the map's own tick alone, without a lock. */
    private static final class CountingMap implements GameMap {
        final long[] next = new long[PRODUCERS];
        long ran;
        long outOfOrder;

        void run(int producer, long number) {
            if (next[producer] != number) {
                outOfOrder++;
            }
            next[producer] = number + 1;
            ran++;
        }

        @Override
        public void onTick(MapContext context) {}
    }

    @Test
    void aMillionPostsOfEightProducersRunOnceAndInOrder() throws Exception {
        run(1_000_000);
    }

    @Test
    @Tag("soak")
    void manyMillionPostsOfEightProducersRunOnceAndInOrder() throws Exception {
        run(40_000_000);
    }

    @SuppressWarnings("ThreadPriorityCheck") // a courtesy on a machine with few processors; nothing relies on it
    private static void run(int posts) throws Exception {
        MapOptions options = MapOptions.defaults()
                .tick(Duration.ofMillis(25))
                .limits(MapLimits.defaults()
                        .withMailbox(new MailboxLimits(CAPACITY, 128, 1))
                        .withWork(new WorkBudget(CAPACITY, Duration.ofMillis(20))));
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start()) {
            CountingMap map = new CountingMap();
            MapHandle house = MapHost.builder(scheduler).build().open("house", options, map);
            AtomicLong full = new AtomicLong();
            AtomicLong other = new AtomicLong();
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong deepest = new AtomicLong();
            AtomicLong readings = new AtomicLong();
            List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                int producer = p;
                threads.add(new Thread(() -> produce(house, map, producer, posts / PRODUCERS, full, other), "p" + p));
            }
            Thread reader = new Thread(
                    () -> {
                        while (!over.get()) {
                            MailboxStats stats = house.workStats().mailbox();
                            deepest.accumulateAndGet(stats.depth(), Math::max);
                            readings.incrementAndGet();
                            Thread.yield();
                        }
                    },
                    "reader");
            reader.start();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> house.workStats().mailbox().executed() == posts);
            over.set(true);
            reader.join();
            house.close().get();

            MailboxStats stats = house.workStats().mailbox();
            System.out.println(
                    posts + " posts, " + full + " times full, deepest of " + readings + " readings " + deepest);
            assertThat(map.ran).isEqualTo(posts);
            assertThat(map.outOfOrder).isZero();
            assertThat(map.next).containsOnly(posts / PRODUCERS);
            assertThat(other.get()).isZero();
            assertThat(deepest.get()).isBetween(0L, (long) CAPACITY);
            assertThat(stats.highWaterDepth()).isLessThanOrEqualTo(CAPACITY);
            assertThat(stats.accepted()).isEqualTo(posts);
            assertThat(stats.executed()).isEqualTo(posts);
            assertThat(stats.refusedFull()).isEqualTo(full.get());
            assertThat(stats.isBalanced()).isTrue();
            assertThat(readings.get()).isPositive();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // as above
    private static void produce(
            MapHandle house, CountingMap map, int producer, int posts, AtomicLong full, AtomicLong other) {
        for (long i = 0; i < posts; ) {
            long number = i;
            Admission answer = house.post(() -> map.run(producer, number));
            switch (answer) {
                case ACCEPTED -> i++;
                case FULL -> {
                    full.incrementAndGet();
                    Thread.yield();
                }
                default -> {
                    other.incrementAndGet();
                    return;
                }
            }
        }
    }
}
