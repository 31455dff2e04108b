package dev.maptick.it.cases;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.EventKind;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of {@link LatenessCausesIT}: makes ticks late for a reason given as its argument, and prints {@code LATE} and {@code
 * SKIPPED} with the counts by cause (host, queueing, own) since that reason began, the events told, and {@code DONE}.
 */
final class CausesProcess {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final long WARM_UP = 20;
    private static final long FROZEN_NS = 2_000_000_000L;

    private final LateLog log;
    private final TickScheduler scheduler;
    private final List<TickRegistration> maps = new ArrayList<>();

    private CausesProcess(int poolThreads) {
        log = new LateLog(poolThreads);
        scheduler =
                TickScheduler.builder().poolThreads(poolThreads).listener(log).start();
    }

    /**
     * Runs it.
     *
     * @param args {@code freeze}, {@code saturated} or {@code slow}
     */
    public static void main(String[] args) {
        switch (args[0]) {
            case "freeze" -> new CausesProcess(2).freeze();
            case "saturated" -> new CausesProcess(1).saturated();
            case "slow" -> new CausesProcess(2).slow();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("DONE");
    }

    /** Workers are in ticks for a fifth of the time when the process is stopped. */
    private void freeze() {
        for (int i = 0; i < 200; i++) {
            add("house-" + i, MissPolicy.SKIP, spinning(100_000));
        }
        awaitTicks(WARM_UP);
        System.out.println("TICKING");
        CauseCounts skipped;
        long beforeNs;
        long afterNs;
        do {
            beforeNs = System.nanoTime();
            skipped = skipped();
            LockSupport.parkNanos(1_000_000);
            afterNs = System.nanoTime();
        } while (afterNs - beforeNs < FROZEN_NS);
        // Until each map has ticked once since.
        for (TickRegistration map : maps) {
            while (map.stats().skipped() < 50) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        // Those it made late: due before its end, and started after it. Others may be late for other reasons.
        end(log.of(afterNs, beforeNs + FROZEN_NS), skipped);
    }

    private void saturated() {
        for (int i = 0; i < 40; i++) {
            add("house-" + i, MissPolicy.SKIP, spinning(2_000_000));
        }
        awaitTicks(WARM_UP);
        CauseCounts late = late();
        CauseCounts skipped = skipped();
        awaitTicks(4 * WARM_UP);
        end(late().since(late), skipped);
    }

    private void slow() {
        add("slow", MissPolicy.RUN_LATE, spinning(70_000_000));
        awaitTicks(5);
        CauseCounts late = late();
        CauseCounts skipped = skipped();
        awaitTicks(60);
        end(late().since(late), skipped);
    }

    private void add(String name, MissPolicy policy, TickTask task) {
        maps.add(scheduler.register(name, TickOptions.every(PERIOD).missPolicy(policy), task));
    }

    private static TickTask spinning(long ns) {
        return tick -> {
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < ns) {
                Thread.onSpinWait();
            }
        };
    }

    private void awaitTicks(long count) {
        for (TickRegistration map : maps) {
            while (map.stats().ticksEnded() < count) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private CauseCounts late() {
        return scheduler.stats().late();
    }

    private CauseCounts skipped() {
        return scheduler.stats().skippedBy();
    }

    private void end(CauseCounts late, CauseCounts skippedBefore) {
        CauseCounts skipped = skipped().since(skippedBefore);
        System.out.printf("LATE %d %d %d%n", late.hostStall(), late.queueing(), late.ownOverrun());
        System.out.printf("SKIPPED %d %d %d%n", skipped.hostStall(), skipped.queueing(), skipped.ownOverrun());
        for (SchedulerEvent event : scheduler.events().since(0)) {
            if (event.kind() == EventKind.HOST_STALL) {
                System.out.println("EVENT " + event.text());
            }
        }
        scheduler.shutdown(Duration.ofSeconds(10));
    }
}
