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
    private static final int MAPS = 400;
    private static final int PRODUCERS = 2;

    /** The map that is about to fall asleep, as its tick says so just before it does. */
    private volatile SleepyMap aim;

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong ran = new AtomicLong();

    /** Nobody is ever inside, so that a tick without work is the last for a while. */
    private final class SleepyMap implements GameMap {
        volatile MapHandle handle;
        boolean worked;

        void work() {
            worked = true;
            ran.incrementAndGet();
        }

        @Override
        public void onTick(MapContext context) {
            if (!worked) {
                aim = this;
            }
            worked = false;
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

    private void storm(Duration length, long seed) throws InterruptedException {
        System.out.println("sleep and wake, seed " + seed);
        try (TickScheduler scheduler =
                TickScheduler.builder().poolThreads(1).faultLogPerSecond(0).start()) {
            MapHost host = MapHost.builder(scheduler).build();
            List<SleepyMap> maps = new ArrayList<>();
            for (int i = 0; i < MAPS; i++) {
                SleepyMap map = new SleepyMap();
                map.handle = host.open(
                        "house-" + i,
                        MapOptions.defaults().tick(Duration.ofMillis(25)).idle(SLEEPY),
                        map);
                maps.add(map);
            }
            AtomicLong aimed = new AtomicLong();
            AtomicLong asleep = new AtomicLong();
            long endNs = System.nanoTime() + length.toNanos();
            List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < PRODUCERS; p++) {
                SplittableRandom random = new SplittableRandom(seed * PRODUCERS + p);
                producers.add(new Thread(() -> produce(maps, random, endNs, aimed, asleep), "producer-" + p));
            }
            producers.forEach(Thread::start);
            for (Thread producer : producers) {
                producer.join();
            }
            // Nobody posts any more, so a map that missed a wake-up sleeps on with its post.
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(ran.get()).isEqualTo(accepted.get()));
            await().atMost(Duration.ofSeconds(20)).until(() -> maps.stream().allMatch(map -> map.handle.isAsleep()));
            for (SleepyMap map : maps) {
                MailboxStats posts = map.handle.workStats().mailbox();
                assertThat(posts.isBalanced()).as("%s", posts).isTrue();
                assertThat(posts.depth()).isZero();
            }
            System.out.println(accepted + " posts accepted and run, " + aimed + " of them aimed, " + asleep
                    + " at a sleeping map, " + scheduler.stats().ticks() + " ticks");
            assertThat(aimed.get()).isPositive();
        }
    }

    private void produce(
            List<SleepyMap> maps, SplittableRandom random, long endNs, AtomicLong aimed, AtomicLong asleep) {
        SleepyMap last = null;
        long wakeNs = System.nanoTime();
        for (long nowNs = wakeNs; nowNs - endNs < 0; nowNs = System.nanoTime()) {
            SleepyMap map = aim;
            if (map != last) {
                aimed.incrementAndGet();
                last = map;
            } else if (nowNs - wakeNs >= 0) {
                // Few enough that most ticks have nothing to do, and so are the last before a sleep.
                wakeNs = nowNs + random.nextLong(1_000_000);
                map = maps.get(random.nextInt(MAPS));
            } else {
                Thread.onSpinWait();
                continue;
            }
            for (int i = random.nextInt(60); i > 0; i--) {
                Thread.onSpinWait();
            }
            if (map.handle.isAsleep()) {
                asleep.incrementAndGet();
            }
            SleepyMap target = map;
            boolean taken = random.nextInt(8) == 0
                    ? target.handle.postHigh(target::work).isAccepted()
                    : target.handle.post(target::work).isAccepted();
            if (taken) {
                accepted.incrementAndGet();
            }
        }
    }
}
