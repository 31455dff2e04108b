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
        ScheduledFuture<?> future = executor()
                .scheduleAtFixedRate(
                        new FixedRate(map),
                        map.firstDeadlineNs() - System.nanoTime(),
                        map.periodNs(),
                        TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
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

        FixedRate(MapSpec map) {
            body = map.body();
            periodNs = map.periodNs();
            deadlineNs = map.firstDeadlineNs();
        }

        @Override
        public void run() {
            body.tick(deadlineNs);
            deadlineNs += periodNs;
        }
    }
}
