package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.RefusedException;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.testkit.InvariantChecker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * B16 (Folia#341): now and then one region stopped being ticked, threads idle, nothing logged. Two thousand maps overrun,
 * throw, leave and bring in others at random; at every look each live map is in a tick, suspended by nobody and not
 * forgotten, and after the storm every one of them is seen to tick on at its pace, due at no time that has passed.
 */
final class B16UnluckyMapTest {
    private static final long[] PERIODS_MS = {25, 50, 125, 250};
    private static final int MAPS = 2_000;

    /** The longest a due map may wait before it counts as forgotten; a shared machine stalls for long by itself. */
    private static final long FORGOTTEN_NS = 10_000_000_000L;

    private final InvariantChecker invariants = new InvariantChecker();
    private final AtomicInteger names = new AtomicInteger();
    private volatile boolean storm = true;

    @Test
    void noMapIsForgotten() {
        run(Duration.ofSeconds(4));
    }

    @Test
    @Tag("soak")
    void noMapIsForgottenForLong() {
        run(Duration.ofSeconds(60));
    }

    private void run(Duration length) {
        try (TickScheduler scheduler =
                TickScheduler.builder().poolThreads(4).faultLogPerSecond(0).start()) {
            invariants.attach(scheduler);
            SplittableRandom random = new SplittableRandom(16);
            for (int i = 0; i < MAPS; i++) {
                register(scheduler, PERIODS_MS[random.nextInt(PERIODS_MS.length)]);
            }
            long endNs = System.nanoTime() + length.toNanos();
            await().pollInterval(Duration.ofMillis(250))
                    .atMost(length.plusSeconds(30))
                    .until(() -> {
                        looksAlive(scheduler);
                        return System.nanoTime() - endNs >= 0;
                    });
            storm = false;
            eachTicksOn(scheduler);
            assertThat(scheduler.stats().registered()).isEqualTo(MAPS);
            Collection<TickRegistration> live = scheduler.registrations();
            assertThat(scheduler.shutdown(Duration.ofSeconds(30)).isClean()).isTrue();
            assertThat(live).allSatisfy(B16UnluckyMapTest::keepsTheEquation);
            invariants.verify();
        }
    }

    private void register(TickScheduler scheduler, long periodMs) {
        scheduler.register(
                "map-" + names.incrementAndGet(),
                TickOptions.every(Duration.ofMillis(periodMs)),
                invariants.wrap(tick -> body(scheduler, tick, periodMs)));
    }

    private void body(TickScheduler scheduler, Tick tick, long periodMs) {
        if (!storm) {
            return;
        }
        int dice = ThreadLocalRandom.current().nextInt(2_000);
        if (dice == 0) {
            long untilNs = System.nanoTime() + 2 * periodMs * 1_000_000;
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        } else if (dice < 5) {
            throw new IllegalStateException("B16");
        } else if (dice < 10) {
            var unused = tick.registration().unregister();
            try {
                register(scheduler, periodMs);
            } catch (RefusedException stopping) {
                assertThat(scheduler.isStopping()).isTrue();
            }
        }
    }

    private static void looksAlive(TickScheduler scheduler) {
        long nowNs = scheduler.nanoTime();
        for (TickRegistration map : scheduler.registrations()) {
            TickStats stats = map.stats();
            if (stats.state() == TickState.WAITING) {
                assertThat(nowNs - stats.nextDeadlineNanos())
                        .as("forgotten: %s", stats)
                        .isLessThan(FORGOTTEN_NS);
            } else {
                assertThat(stats.state()).isIn(List.of(TickState.RUNNING, TickState.STOPPED));
            }
        }
    }

    /** Each by itself: to see all of them on time in one moment would take a machine with time to spare. */
    private static void eachTicksOn(TickScheduler scheduler) {
        Map<TickRegistration, Long> before = new HashMap<>();
        scheduler.registrations().forEach(map -> before.put(map, map.stats().ticks()));
        Set<TickRegistration> seen = new HashSet<>();
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> {
                    Collection<TickRegistration> live = scheduler.registrations();
                    for (TickRegistration map : live) {
                        if (!seen.contains(map) && isAtItsPace(scheduler, map, before.getOrDefault(map, 0L))) {
                            seen.add(map);
                        }
                    }
                    assertThat(live).filteredOn(map -> !seen.contains(map)).isEmpty();
                });
    }

    private static boolean isAtItsPace(TickScheduler scheduler, TickRegistration map, long ticksBefore) {
        long nowNs = scheduler.nanoTime();
        TickStats s = map.stats();
        return s.ticks() > ticksBefore + 1
                && s.state() == TickState.WAITING
                && s.nextDeadlineNanos() - nowNs > 0
                && nowNs - s.lastStartNanos() < 2 * s.periodNanos();
    }

    private static void keepsTheEquation(TickRegistration map) {
        TickStats s = map.stats();
        assertThat(s.ticks() + s.skipped() + s.suspended()).as("%s", s).isEqualTo(s.gridPointsConsumed());
    }
}
