package dev.maptick.it.cases;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.EventKind;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import java.io.IOException;
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

    private final TickScheduler scheduler;
    private final List<TickRegistration> maps = new ArrayList<>();

    private CausesProcess(int poolThreads) {
        scheduler = TickScheduler.builder().poolThreads(poolThreads).start();
    }

    /**
     * Runs it.
     *
     * @param args {@code freeze}, {@code saturated} or {@code slow}
     */
    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "freeze" -> new CausesProcess(2).freeze();
            case "saturated" -> new CausesProcess(1).saturated();
            case "slow" -> new CausesProcess(2).slow();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("DONE");
    }

    /** Workers are in ticks for two fifths of the time when the process is stopped. */
    private void freeze() throws IOException {
        for (int i = 0; i < 200; i++) {
            add("house-" + i, MissPolicy.SKIP, spinning(200_000));
        }
        awaitTicks(WARM_UP);
        CauseCounts late = late();
        CauseCounts skipped = skipped();
        long ticks = scheduler.stats().ticks();
        System.out.println("TICKING");
        if (System.in.read() < 0) {
            throw new IllegalStateException("not continued");
        }
        long wanted = maps.stream().mapToLong(m -> m.stats().ticksEnded()).min().orElse(0) + 3;
        awaitTicks(wanted);
        end(late, skipped, ticks);
    }

    private void saturated() {
        for (int i = 0; i < 40; i++) {
            add("house-" + i, MissPolicy.SKIP, spinning(2_000_000));
        }
        awaitTicks(WARM_UP);
        CauseCounts late = late();
        CauseCounts skipped = skipped();
        awaitTicks(4 * WARM_UP);
        end(late, skipped, 0);
    }

    private void slow() {
        add("slow", MissPolicy.RUN_LATE, spinning(70_000_000));
        awaitTicks(5);
        CauseCounts late = late();
        CauseCounts skipped = skipped();
        awaitTicks(60);
        end(late, skipped, 0);
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

    private void end(CauseCounts lateBefore, CauseCounts skippedBefore, long ticksBefore) {
        CauseCounts late = late().since(lateBefore);
        CauseCounts skipped = skipped().since(skippedBefore);
        System.out.printf("LATE %d %d %d%n", late.hostStall(), late.queueing(), late.ownOverrun());
        System.out.printf("SKIPPED %d %d %d%n", skipped.hostStall(), skipped.queueing(), skipped.ownOverrun());
        System.out.println("TICKS " + (scheduler.stats().ticks() - ticksBefore));
        for (SchedulerEvent event : scheduler.events().since(0)) {
            if (event.kind() == EventKind.HOST_STALL) {
                System.out.println("EVENT " + event.text());
            }
        }
        scheduler.shutdown(Duration.ofSeconds(10));
    }
}
