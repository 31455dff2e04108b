package dev.maptick.it.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.activation.IdleOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real threads, and maps that fall asleep at the end of every tick in which nothing happened: posts from several threads
 * aim at the moment between the last look for work and the suspension. A wake-up that is lost leaves its post in the queue
 * for good, since after the storm nobody else wakes the map. Would find a map that does not look for work again after it
 * has suspended itself, and a bringer who looks whether the map sleeps before its post is visible.
 */
final class SleepWakeStressTest {
    private static final IdleOptions SLEEPY =
            new IdleOptions(null, Duration.ofMillis(250), Duration.ZERO, Duration.ZERO);
    private static final int MAPS = 48;
    private static final int PRODUCERS = 3;

    /** Nobody is ever inside. */
    private static final class EmptyMap implements GameMap {
        final AtomicLong ticks = new AtomicLong();

        @Override
        public void onTick(MapContext context) {
            ticks.incrementAndGet();
        }

        @Override
        public int occupants(MapContext context) {
            return 0;
        }
    }

    @Test
    void noPostIsLeftWithASleepingMap() throws InterruptedException {
        storm(Duration.ofSeconds(3), 20_260_512);
    }

    @Test
    @Tag("soak")
    void noPostIsLeftWithASleepingMapForLong() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            storm(Duration.ofSeconds(10), i);
        }
    }

    private static void storm(Duration length, long seed) throws InterruptedException {
        System.out.println("sleep and wake, seed " + seed);
        try (TickScheduler scheduler =
                TickScheduler.builder().poolThreads(2).faultLogPerSecond(0).start()) {
            MapHost host = MapHost.builder(scheduler).build();
            List<MapHandle> maps = new ArrayList<>();
            AtomicLong ran = new AtomicLong();
            for (int i = 0; i < MAPS; i++) {
                maps.add(host.open(
                        "house-" + i,
                        MapOptions.defaults().tick(Duration.ofMillis(25)).idle(SLEEPY),
                        new EmptyMap()));
            }
            AtomicLong accepted = new AtomicLong();
            long endNs = System.nanoTime() + length.toNanos();
            List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                SplittableRandom random = new SplittableRandom(seed * PRODUCERS + p);
                producers.add(new Thread(() -> produce(maps, random, endNs, accepted, ran), "producer-" + p));
            }
            producers.forEach(Thread::start);
            for (Thread producer : producers) {
                producer.join();
            }
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(ran.get()).isEqualTo(accepted.get()));
            for (MapHandle map : maps) {
                MailboxStats posts = map.workStats().mailbox();
                assertThat(posts.isBalanced()).as("%s", posts).isTrue();
                assertThat(posts.depth()).isZero();
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> maps.stream().allMatch(MapHandle::isAsleep));
            long ticks = scheduler.stats().ticks();
            System.out.println(accepted + " posts accepted and run, " + ticks + " ticks of " + MAPS + " maps");
            assertThat(accepted.get()).isPositive();
        }
    }

    private static void produce(
            List<MapHandle> maps, SplittableRandom random, long endNs, AtomicLong accepted, AtomicLong ran) {
        while (System.nanoTime() - endNs < 0) {
            MapHandle map = maps.get(random.nextInt(maps.size()));
            boolean taken = random.nextInt(8) == 0
                    ? map.postHigh(ran::incrementAndGet).isAccepted()
                    : map.post(ran::incrementAndGet).isAccepted();
            if (taken) {
                accepted.incrementAndGet();
            }
            // Of about the length of a tick and its end, so that posts fall into each part of it.
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(60_000));
            } else {
                for (int i = random.nextInt(2_000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
