package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** B40, and what a tick allocates. */
class TimerMemoryTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** B40, first part, 1 round of 20. */
    @Test
    void cancelledTimersLeaveNothingBehind() {
        startAndCancelMillions(1);
    }

    /** B40, first part. */
    @Test
    @Tag("soak")
    void cancelledTimersLeaveNothingBehindForLong() {
        startAndCancelMillions(20);
    }

    private static void startAndCancelMillions(int rounds) {
        TimerWorld world = new TimerWorld(0, TimerLimits.defaults().withPending(1_000_000));
        long before = usedAfterCollection();
        for (int round = 1; round <= rounds; round++) {
            for (int i = 0; i < 1_000_000; i++) {
                byte[] payload = new byte[100];
                if (world.timers.after(HOUR, f -> payload[0]++) < 0) {
                    throw new AssertionError("refused at " + i);
                }
            }
            assertThat(world.timers.pending()).isEqualTo(1_000_000);
            assertThat(world.timers.cancelAll()).isEqualTo(1_000_000);
            assertThat(world.timers.pending()).isZero();
        }
        world.tickAt(50);
        world.tickAt(100);
        long left = usedAfterCollection() - before;
        System.out.println("TimerMemoryTest: " + left / 1024 + " KiB left after " + rounds + " million timers");
        assertThat(left).isLessThan(5L << 20);
    }

    /** B40: not all at once, and with one that stays. */
    @Test
    void memoryComesBackThoughOneTimerStays() {
        TimerWorld world = new TimerWorld();
        long before = usedAfterCollection();
        long[] ids = new long[65_535];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = world.timers.after(HOUR, f -> {});
        }
        world.timers.after(HOUR, world.note("stays"));
        for (long id : ids) {
            assertThat(world.timers.cancel(id)).isTrue();
        }
        for (int i = 1; i <= 600; i++) {
            world.tickAt(50L * i);
        }
        long left = usedAfterCollection() - before - 8L * ids.length;
        assertThat(left).isLessThan(1L << 20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(world.timers.after(ms(1), f -> {})).isPositive();
        }
        while (world.timers.pending() > 1) {
            world.tickAt(world.nowMs() + 50);
        }
        world.tickAt(3_700_000);
        assertThat(world.log).containsExactly("stays@3700000");
    }

    /** B40: the payload goes with the cancel, from the own thread and from another one. */
    @Test
    void aCancelledCallbackIsReleased() {
        TimerWorld world = new TimerWorld();
        List<WeakReference<Object>> payloads = new ArrayList<>();
        long own = world.timers.after(HOUR, payload(payloads));
        long foreign = world.timers.after(ms(20), payload(payloads));
        long fired = world.timers.after(ms(10), payload(payloads));
        assertThat(fired).isPositive();
        world.tickAt(16);
        assertThat(world.timers.cancel(own)).isTrue();
        assertThat(CompletableFuture.supplyAsync(() -> world.timers.cancel(foreign))
                        .join())
                .isTrue();
        Awaitility.await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
            System.gc();
            assertThat(payloads).allMatch(p -> p.refersTo(null));
        });
        assertThat(world.timers.pending()).isZero();
    }

    private static TimerCallback payload(List<WeakReference<Object>> payloads) {
        byte[] payload = new byte[100];
        payloads.add(new WeakReference<>(payload));
        return f -> payload[0]++;
    }

    /** B40, second part. */
    @Test
    void theLimitIsExactAndComesBackWithACancel() {
        TimerWorld world = new TimerWorld();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 65_536; i++) {
                assertThat(world.timers.after(HOUR, f -> {})).isPositive();
            }
            long refused = world.timers.after(HOUR, f -> {});
            assertThat(TimerRefusal.of(refused)).isEqualTo(TimerRefusal.FULL);
            assertThat(world.timers.cancelAll()).isEqualTo(65_536);
            assertThat(world.timers.pending()).isZero();
        }
        assertThat(world.timers.stats().refusedFull()).isEqualTo(3);
    }

    /** B40, second part: what another thread has cancelled makes room too, before the owner has had a tick. */
    @Test
    void aForeignCancelMakesRoomAtOnce() {
        TimerWorld world = new TimerWorld(0, TimerLimits.defaults().withPending(100));
        for (int round = 0; round < 50; round++) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ids.add(world.timers.after(i % 2 == 0 ? ms(50) : HOUR, f -> {}));
            }
            assertThat(ids).allMatch(id -> id > 0);
            CompletableFuture.runAsync(() -> ids.forEach(
                            id -> assertThat(world.timers.cancel(id)).isTrue()))
                    .join();
            assertThat(world.timers.pending()).isZero();
        }
    }

    /** B40, third part. */
    @Test
    void cancellingInTheFiringSlotCountsOnce() {
        TimerWorld world = new TimerWorld();
        long[] ids = new long[10];
        world.timers.after(ms(8), f -> {
            for (long id : ids) {
                assertThat(world.timers.cancel(id)).isTrue();
            }
            assertThat(world.timers.pending()).isZero();
        });
        for (int i = 0; i < ids.length; i++) {
            ids[i] = world.timers.after(ms(8), world.note("never"));
        }
        assertThat(world.tickAt(8)).isEqualTo(1);
        assertThat(world.timers.pending()).isZero();
        assertThat(world.log).isEmpty();
    }

    /** B40, last part. */
    @Test
    void rearmingKeepsOneEntry() {
        TimerWorld world = new TimerWorld();
        long id = world.timers.after(HOUR, f -> {});
        for (int i = 0; i < 1_000_000; i++) {
            long next = i % 2 == 0 ? world.timers.after(ms(100), f -> {}) : world.timers.after(HOUR, f -> {});
            if (!world.timers.cancel(id) || world.timers.pending() != 1) {
                throw new AssertionError("re-arm " + i + ": pending " + world.timers.pending());
            }
            id = next;
        }
        assertThat(world.timers.cancel(id)).isTrue();
        assertThat(world.timers.pending()).isZero();
    }

    /** 65,536 in one step would make Agrona's own table 256 MB; there and back must stay small. */
    @Test
    void aFullStepCostsNodesOnly() {
        TimerWorld world = new TimerWorld(0, TimerLimits.defaults().withCallbacksPerTick(1_000_000));
        long before = usedAfterCollection();
        int[] fired = new int[1];
        TimerCallback callback = f -> fired[0]++;
        for (int i = 0; i < 65_536; i++) {
            world.timers.after(ms(100), callback);
        }
        long used = usedAfterCollection() - before;
        assertThat(used).isLessThan(8L << 20);
        assertThat(world.tickAt(104)).isEqualTo(65_536);
        assertThat(fired[0]).isEqualTo(65_536);
    }

    @Test
    void withoutTimersThereIsNoWheel() {
        int maps = 2_000;
        long before = usedAfterCollection();
        List<TimerWorld> worlds = new ArrayList<>();
        for (int i = 0; i < maps; i++) {
            TimerWorld world = new TimerWorld();
            world.timers.after(ms(1), f -> {});
            world.tickAt(50);
            world.tickAt(100);
            worlds.add(world);
        }
        long each = (usedAfterCollection() - before) / maps;
        System.out.println("TimerMemoryTest: " + each + " bytes for the timers of a map without any");
        assertThat(each).isLessThan(2_048);
        assertThat(worlds).hasSize(maps);
    }

    /** With 10,000 pending a quiet tick allocates nothing, and neither do firing, repeating and starting again. */
    @Test
    void ticksAllocateNothing() {
        TimerWorld world = new TimerWorld(0, TimerLimits.defaults().withCallbacksPerTick(100_000));
        for (int i = 0; i < 10_000; i++) {
            world.timers.after(Duration.ofHours(10 + i % 7), f -> {});
        }
        TimerCallback nothing = f -> {};
        Duration short1 = ms(30);
        Duration long1 = ms(7_000);
        TimerCallback again = new TimerCallback() {
            @Override
            public void onTimer(TimerFiring firing) {
                world.timers.after(short1, this);
                world.timers.cancel(world.timers.after(long1, nothing));
            }
        };
        for (int i = 0; i < 100; i++) {
            world.timers.every(ms(20 + i), nothing);
            world.timers.every(ms(5_000 + i), nothing);
            world.timers.after(ms(20 + i), again);
        }
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long time = 0;
        long least = Long.MAX_VALUE;
        int ticks = 2_000;
        for (int round = 0; round < 5; round++) {
            long before = bean.getThreadAllocatedBytes(thread);
            for (int i = 0; i < ticks; i++) {
                time += 50 * MS;
                world.set(time);
                world.timers.advance(world.nanoTime());
            }
            least = Math.min(least, bean.getThreadAllocatedBytes(thread) - before);
        }
        System.out.println("TimerMemoryTest: " + least + " bytes in " + ticks + " ticks, "
                + world.timers.stats().fired() + " firings in all");
        // Asking for the figure may itself allocate a little.
        assertThat(least).isLessThan(ticks / 10);
        assertThat(world.timers.stats().budgetHits()).isZero();
    }

    private static long usedAfterCollection() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 2; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
