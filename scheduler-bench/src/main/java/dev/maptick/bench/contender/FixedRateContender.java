package dev.maptick.bench.contender;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** ScheduledThreadPoolExecutor at a fixed rate, as most write it: it replays what it missed. */
final class FixedRateContender implements Contender {
    private @Nullable ScheduledThreadPoolExecutor executor;

    FixedRateContender() {}

    @Override
    public void open(int threads, int dedicatedThreads) {
        executor = ExecutorContender.threadPool(threads);
    }

    @Override
    public Registered add(MapSpec map) {
        long nowNs = System.nanoTime();
        long firstNs = firstNotPast(map, nowNs);
        ScheduledFuture<?> future = executor()
                .scheduleAtFixedRate(
                        new FixedRate(map.body(), map.periodNs(), firstNs),
                        firstNs - nowNs,
                        map.periodNs(),
                        TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /**
     * Of a delay that is over the executor makes now, and a grid of its own from there: every tick of the run would be told as
     * late as the registration was.
     */
    static long firstNotPast(MapSpec map, long nowNs) {
        long firstNs = map.firstDeadlineNs();
        return nowNs - firstNs > 0 ? GridMap.next(firstNs, map.periodNs(), nowNs) : firstNs;
    }

    @Override
    public void close() throws InterruptedException {
        BenchThreads.end(executor());
    }

    private ScheduledThreadPoolExecutor executor() {
        if (executor == null) {
            throw new IllegalStateException("not open");
        }
        return executor;
    }

    /** Knows which deadline the executor means: the n-th run is for the n-th point of the grid, however late. */
    private static final class FixedRate implements Runnable {
        private final TickBody body;
        private final long periodNs;
        private long deadlineNs;

        FixedRate(TickBody body, long periodNs, long firstDeadlineNs) {
            this.body = body;
            this.periodNs = periodNs;
            deadlineNs = firstDeadlineNs;
        }

        @Override
        public void run() {
            body.tick(deadlineNs);
            deadlineNs += periodNs;
        }
    }
}
