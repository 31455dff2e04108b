package dev.maptick.bench.contender;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Netty's wheel; its thread hands what is due to a pool, since a wheel that runs the ticks itself is late for all others. */
final class NettyContender implements Contender {
    private static final int SPOKES = 512;
    private static final long NO_LIMIT = -1;

    private final int stepMs;
    private @Nullable HashedWheelTimer timer;
    private @Nullable ExecutorService pool;

    NettyContender(int stepMs) {
        this.stepMs = stepMs;
    }

    @Override
    public void open(int threads, int dedicatedThreads) {
        ExecutorService made = Executors.newFixedThreadPool(threads, BenchThreads.factory("netty-pool"));
        pool = made;
        timer = new HashedWheelTimer(
                BenchThreads.factory("netty-wheel"), stepMs, TimeUnit.MILLISECONDS, SPOKES, false, NO_LIMIT, made);
        timer.start();
    }

    @Override
    public Registered add(MapSpec map) {
        if (timer == null) {
            throw new IllegalStateException("not open");
        }
        WheelMap added = new WheelMap(map, timer);
        added.arm(System.nanoTime());
        return added;
    }

    @Override
    public void close() throws InterruptedException {
        if (timer == null || pool == null) {
            throw new IllegalStateException("not open");
        }
        timer.stop();
        BenchThreads.end(pool);
    }

    private static final class WheelMap extends RearmedMap<Timeout> implements TimerTask {
        private final HashedWheelTimer timer;

        WheelMap(MapSpec map, HashedWheelTimer timer) {
            super(map);
            this.timer = timer;
        }

        @Override
        public void run(Timeout expired) {
            run();
        }

        @Override
        Timeout start(long delayNs) {
            try {
                return timer.newTimeout(this, delayNs, TimeUnit.NANOSECONDS);
            } catch (IllegalStateException e) {
                throw new RejectedExecutionException("stopped", e);
            }
        }

        @Override
        void cancel(Timeout timeout) {
            timeout.cancel();
        }
    }
}
