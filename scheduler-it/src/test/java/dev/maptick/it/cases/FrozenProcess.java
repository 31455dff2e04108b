package dev.maptick.it.cases;

import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickStats;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The process that {@link B01FreezeIT} stops and continues. Prints {@code TICKING} once every map has ticked a few times,
 * takes the most skips at once for the freeze, since a machine under load may bring some of its own, lets one more second
 * pass once it is told that it was continued, prints a line for each map and {@code DONE}.
 */
final class FrozenProcess {
    private static final long[] PERIODS_MS = {25, 50, 125, 250};
    private static final long SECOND = 1_000_000_000L;

    private static volatile boolean continued;

    private FrozenProcess() {}

    /** The starts and deadlines one map has seen. Written on its ticks, read after the shutdown. */
    private static final class Log {
        private final long periodNs;
        private final CountDownLatch begun = new CountDownLatch(4);
        private final CountDownLatch over = new CountDownLatch(1);
        private final List<Long> startsAfter = new ArrayList<>();
        private boolean early;
        private boolean offGrid;
        private long wokeNs;
        private long gap;
        private long first;

        Log(long periodMs) {
            periodNs = periodMs * 1_000_000;
        }

        void tick(Tick tick) {
            if (tick.number() == 1) {
                first = tick.deadlineNanos();
            }
            early |= tick.latenessNanos() < 0;
            offGrid |= (tick.deadlineNanos() - first) % periodNs != 0;
            begun.countDown();
            if (tick.skipped() > gap && tick.skipped() * periodNs > SECOND) {
                gap = tick.skipped();
                wokeNs = tick.startNanos();
            }
            if (begun.getCount() == 0) {
                startsAfter.add(tick.startNanos());
            }
            if (continued && gap != 0 && tick.startNanos() - wokeNs > SECOND + 2 * periodNs) {
                over.countDown();
            }
        }

        /** Most starts in any second. */
        int mostInASecond() {
            int most = 0;
            for (int from = 0; from < startsAfter.size(); from++) {
                int to = from;
                while (to < startsAfter.size() && startsAfter.get(to) - startsAfter.get(from) < SECOND) {
                    to++;
                }
                most = Math.max(most, to - from);
            }
            return most;
        }
    }

    /**
     * Runs it.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(2).start()) {
            List<Log> logs = new ArrayList<>();
            List<TickRegistration> maps = new ArrayList<>();
            for (long periodMs : PERIODS_MS) {
                Log log = new Log(periodMs);
                logs.add(log);
                maps.add(scheduler.register(
                        "every-" + periodMs, TickOptions.every(Duration.ofMillis(periodMs)), log::tick));
            }
            for (Log log : logs) {
                log.begun.await();
            }
            System.out.println("TICKING");
            continued = System.in.read() >= 0;
            for (Log log : logs) {
                log.over.await();
            }
            for (TickRegistration map : maps) {
                map.unregister().join();
            }
            for (int i = 0; i < maps.size(); i++) {
                Log log = logs.get(i);
                TickStats s = maps.get(i).stats();
                boolean equation = s.ticks() + s.skipped() + s.suspended() == s.gridPointsConsumed();
                System.out.printf(
                        "MAP %d %d %d %b %b %b%n",
                        PERIODS_MS[i], log.gap, log.mostInASecond(), log.early, log.offGrid, equation);
            }
        }
        System.out.println("DONE");
    }
}
