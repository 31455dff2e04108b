package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.EventKind;
import dev.maptick.core.FaultPolicy;
import dev.maptick.core.HeavyPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The kinds of cases 3, 6 and 13 together, on real threads: one map that loops for ever, one that throws at each tick and one that
 * blocks for 390 ms, on a pool of two with one dedicated slot free, beside many healthy ones. Nobody helps.
 */
@Timeout(120)
final class BadNeighboursTest {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final int HOUSES = 1_000;
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration LOOKED_AT = Duration.ofSeconds(5);

    private volatile boolean over;

    @Test
    @DisplayName("from 3 s on healthy maps keep 99 % of their ticks, and each bad map is named with its reason")
    void healthyMapsKeepTheirTicks() {
        try (TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(2)
                .dedicatedThreads(1)
                .heavyMaps(HeavyPolicy.automatic())
                .start()) {
            List<TickRegistration> houses = new ArrayList<>();
            for (int i = 0; i < HOUSES; i++) {
                houses.add(scheduler.register(
                        "house-" + i, TickOptions.every(PERIOD).group("house"), tick -> {}));
            }
            FaultPolicy policy = FaultPolicy.count().backOff(3).quarantine(10);
            scheduler.register("throws", TickOptions.every(PERIOD).faultPolicy(policy), tick -> {
                throw new IllegalStateException("as always");
            });
            TickRegistration blocks = scheduler.register("blocks", TickOptions.every(PERIOD), tick -> block());
            scheduler.register("loops", TickOptions.every(PERIOD), tick -> loopForEver());
            try {
                pass(scheduler, SETTLE);
                List<TickStats> before = stats(houses);
                pass(scheduler, LOOKED_AT);
                assertKept(before, stats(houses));
                await().atMost(Duration.ofSeconds(30)).until(() -> blocks.placement() == Placement.DEDICATED);

                List<SchedulerEvent> events = scheduler.events().since(0);
                assertNamed(events, EventKind.STUCK, "loops", "loopForEver");
                assertNamed(events, EventKind.REPLACED, null, "");
                assertNamed(events, EventKind.QUARANTINED, "throws", "as always");
                assertNamed(events, EventKind.PROMOTED, "blocks", "thread");
            } finally {
                over = true;
            }
        }
    }

    private static void assertKept(List<TickStats> before, List<TickStats> after) {
        long ticks = 0;
        long skipped = 0;
        for (int i = 0; i < before.size(); i++) {
            ticks += after.get(i).ticks() - before.get(i).ticks();
            skipped += after.get(i).skipped() - before.get(i).skipped();
        }
        assertThat((double) ticks / (ticks + skipped))
                .as("share of the healthy maps' deadlines that ran, %d of %d", ticks, ticks + skipped)
                .isGreaterThanOrEqualTo(0.99);
    }

    private static void assertNamed(List<SchedulerEvent> events, EventKind kind, String map, String reason) {
        assertThat(events)
                .filteredOn(event -> event.kind() == kind && (map == null || map.equals(event.map())))
                .as("%s of %s", kind, map)
                .isNotEmpty()
                .anySatisfy(event -> assertThat(event.text()).contains(reason));
    }

    private static List<TickStats> stats(List<TickRegistration> maps) {
        return maps.stream().map(TickRegistration::stats).toList();
    }

    /** The span that is looked at is the scenario. */
    private static void pass(TickScheduler scheduler, Duration time) {
        long untilNs = scheduler.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = untilNs - scheduler.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void block() {
        long untilNs = System.nanoTime() + Duration.ofMillis(390).toNanos();
        for (long left = 1; left > 0 && !over; left = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void loopForEver() {
        while (!over) {
            Thread.onSpinWait();
        }
    }
}
