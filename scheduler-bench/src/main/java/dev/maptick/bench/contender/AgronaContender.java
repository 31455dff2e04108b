package dev.maptick.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Agrona's wheel, which is for one thread: that thread turns it once a step, takes in newcomers and maps that come back from
 * their ticks, and hands what is due to a pool. Both ways go through bounded queues that allocate nothing.
 */
final class AgronaContender implements Contender {
    /** A power of two, as the wheel wants it: 1.05 ms. */
    private static final long STEP_NS = 1L << 20;

    private static final int SPOKES = 512;

    /** More than the maps of any scenario. */
    private static final int QUEUE = 1 << 21;

    private static final int BATCH = 1 << 14;

    private final BlockingQueue<WheelMap> due = new ArrayBlockingQueue<>(QUEUE);
    private final BlockingQueue<WheelMap> back = new ArrayBlockingQueue<>(QUEUE);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    AgronaContender() {}

    @Override
    public void open(int tickThreads, int dedicatedThreads) {
        threads.add(BenchThreads.daemon("agrona-wheel", new Wheel()));
        for (int i = 0; i < tickThreads; i++) {
            threads.add(BenchThreads.daemon("agrona-pool-" + i, this::runTicks));
        }
        threads.forEach(Thread::start);
    }

    @Override
    public Registered add(MapSpec map) {
        WheelMap added = new WheelMap(map);
        back.add(added);
        return added;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.interrupt();
            BenchThreads.join(thread);
        }
    }

    private void runTicks() {
        try {
            while (!stopped) {
                WheelMap map = due.take();
                if (!map.gone) {
                    map.tick();
                    back.add(map);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A map that has left is found so when its timer fires, or when it comes back. */
    private static final class WheelMap extends GridMap {
        WheelMap(MapSpec map) {
            super(map);
        }
    }

    /** The wheel and its thread. */
    private final class Wheel implements Runnable, DeadlineTimerWheel.TimerHandler {
        private final long startNs = System.nanoTime();
        private final DeadlineTimerWheel wheel = new DeadlineTimerWheel(TimeUnit.NANOSECONDS, startNs, STEP_NS, SPOKES);
        private final Long2ObjectHashMap<WheelMap> armed = new Long2ObjectHashMap<>();
        private final List<WheelMap> arrivals = new ArrayList<>(BATCH);

        @Override
        public void run() {
            long nextNs = startNs + STEP_NS;
            while (!stopped) {
                long nowNs = System.nanoTime();
                if (nextNs - nowNs > 0) {
                    LockSupport.parkNanos(this, nextNs - nowNs);
                    continue;
                }
                arrive();
                // One poll looks at one spoke and moves on if that one is over.
                while (wheel.currentTickTime() - nowNs <= 0) {
                    wheel.poll(nowNs, this, Integer.MAX_VALUE);
                }
                wheel.poll(nowNs, this, Integer.MAX_VALUE);
                nextNs = GridMap.next(nextNs, STEP_NS, nowNs);
            }
        }

        private void arrive() {
            while (back.drainTo(arrivals, BATCH) > 0) {
                for (WheelMap map : arrivals) {
                    if (!map.gone) {
                        armed.put(wheel.scheduleTimer(map.deadlineNs), map);
                    }
                }
                arrivals.clear();
            }
        }

        @Override
        public boolean onTimerExpiry(TimeUnit timeUnit, long nowNs, long timerId) {
            WheelMap map = armed.remove(timerId);
            if (map != null) {
                due.add(map);
            }
            return true;
        }
    }
}
