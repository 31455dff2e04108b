package dev.maptick.bench.contender;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** An executor of the JDK to which each tick gives the map's next deadline: skips like ours. */
final class ExecutorContender implements Contender {
    private final IntFunction<ScheduledExecutorService> maker;
    private @Nullable ScheduledExecutorService executor;

    private ExecutorContender(IntFunction<ScheduledExecutorService> maker) {
        this.maker = maker;
    }

    static Contender onThreadPool() {
        return new ExecutorContender(ExecutorContender::threadPool);
    }

    static Contender onForkJoinPool() {
        return new ExecutorContender(threads -> scheduling(forkJoinPool(threads))
                .orElseThrow(() -> new IllegalStateException("a ForkJoinPool that does not schedule")));
    }

    static ScheduledThreadPoolExecutor threadPool(int threads) {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(threads, BenchThreads.factory("stpe"));
        // Without it a map that left stays in the queue until its deadline.
        made.setRemoveOnCancelPolicy(true);
        made.prestartAllCoreThreads();
        return made;
    }

    /** Why a ForkJoinPool cannot schedule, if it cannot. */
    static Optional<String> forkJoinPoolUnavailable() {
        return scheduling(ForkJoinPool.commonPool()).isPresent()
                ? Optional.empty()
                : Optional.of("ForkJoinPool.schedule came with JDK 25, this is "
                        + Runtime.version().feature());
    }

    private static ForkJoinPool forkJoinPool(int threads) {
        return new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    }

    /** The class is compiled against JDK 17, where the pool is no such executor. */
    private static Optional<ScheduledExecutorService> scheduling(Object pool) {
        return pool instanceof ScheduledExecutorService scheduling ? Optional.of(scheduling) : Optional.empty();
    }

    @Override
    public void open(int threads, int dedicatedThreads) {
        executor = maker.apply(threads);
    }

    @Override
    public Registered add(MapSpec map) {
        ScheduledMap added = new ScheduledMap(map, executor());
        added.arm(System.nanoTime());
        return added;
    }

    @Override
    public void close() throws InterruptedException {
        BenchThreads.end(executor());
    }

    private ScheduledExecutorService executor() {
        if (executor == null) {
            throw new IllegalStateException("not open");
        }
        return executor;
    }

    private static final class ScheduledMap extends RearmedMap<ScheduledFuture<?>> {
        private final ScheduledExecutorService executor;

        ScheduledMap(MapSpec map, ScheduledExecutorService executor) {
            super(map);
            this.executor = executor;
        }

        @Override
        ScheduledFuture<?> start(long delayNs) {
            return executor.schedule(this, delayNs, TimeUnit.NANOSECONDS);
        }

        @Override
        void cancel(ScheduledFuture<?> timer) {
            timer.cancel(false);
        }
    }
}
