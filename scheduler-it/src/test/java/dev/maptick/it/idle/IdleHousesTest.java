package dev.maptick.it.idle;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.PersistentMap;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.save.InMemoryMapStore;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.Snapshot;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * X3: open houses with nobody inside cost no wake-up and no processor time. Wake-ups are counted and asserted; processor
 * time is printed, since a shared machine's is noise.
 */
class IdleHousesTest {
    private static final MapOptions HOUSE = MapOptions.defaults()
            .type("house")
            .idle(new IdleOptions(null, Duration.ofMillis(250), Duration.ZERO, Duration.ZERO));

    private static final SaveOptions SAVING = new SaveOptions(
            Duration.ofSeconds(1), 64, 5, Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(2), 0);

    /** Empty; keeps a word, has an hour's timer. */
    private static final class EmptyHouse implements PersistentMap {
        @Override
        public void onOpen(MapContext context) {
            assertThat(context.timers().every(Duration.ofHours(1), firing -> {}))
                    .isPositive();
            context.markChanged();
        }

        @Override
        public void onTick(MapContext context) {}

        @Override
        public int occupants(MapContext context) {
            return 0;
        }

        @Override
        public boolean tracksChanges() {
            return true;
        }

        @Override
        public Snapshot capture() {
            return () -> new byte[] {1};
        }
    }

    @Test
    void emptyHousesWakeNobody() throws Exception {
        run(1_000, Duration.ofSeconds(1), 1);
    }

    @Test
    @Tag("soak")
    void tenThousandEmptyHousesCostWhatNoneCost() throws Exception {
        run(10_000, Duration.ofSeconds(10), 5);
    }

    private static void run(int houses, Duration time, int rounds) throws Exception {
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start()) {
            MapHost host = MapHost.builder(scheduler)
                    .saving(new InMemoryMapStore(), SAVING)
                    .build();
            print("no house", time, rounds);
            List<CompletableFuture<MapHandle>> opening = new ArrayList<>();
            for (int i = 0; i < houses; i++) {
                opening.add(host.openSaved("house-" + i, HOUSE, saved -> new EmptyHouse()));
            }
            for (CompletableFuture<MapHandle> each : opening) {
                each.get(60, TimeUnit.SECONDS);
            }
            // Each is woken once more for its first capture, and has one more turn; then even the saver has nothing to
            // do.
            Awaitility.await("all saved and without a turn, all asleep, the saver too")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> host.saveStats().orElseThrow().written() == houses
                            && host.saveStats().orElseThrow().dormant() == houses
                            && isQuiet(scheduler, houses + 1));
            SchedulerStats before = scheduler.stats();
            print(houses + " empty houses", time, rounds);
            SchedulerStats after = scheduler.stats();
            assertThat(after.ticks()).isEqualTo(before.ticks());
            assertThat(after.wakeups()).isEqualTo(before.wakeups());
            assertThat(host.shutdown(Duration.ofSeconds(60)).isClean()).isTrue();
        }
    }

    /** All are suspended, and were so a while ago: the saver's last look comes just after the last map's. */
    private static boolean isQuiet(TickScheduler scheduler, int registrations) throws InterruptedException {
        long ticks = scheduler.stats().ticks();
        if (scheduler.stats().suspended() != registrations) {
            return false;
        }
        Thread.sleep(200);
        return scheduler.stats().ticks() == ticks;
    }

    private static void print(String what, Duration time, int rounds) throws InterruptedException {
        StringBuilder line = new StringBuilder();
        for (int round = 0; round < rounds; round++) {
            line.append(String.format(Locale.ROOT, " %.2f", cpuOver(time) / 1e6));
        }
        System.out.println("idle: " + what + ", process CPU in ms over " + time.toSeconds() + " s:" + line);
    }

    /** Passing time is what is measured here, so this waits. */
    private static long cpuOver(Duration time) throws InterruptedException {
        OperatingSystemMXBean os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = os.getProcessCpuTime();
        Thread.sleep(time.toMillis());
        return os.getProcessCpuTime() - start;
    }
}
