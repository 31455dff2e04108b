package dev.maptick.bench.contender;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What one writes oneself in an afternoon: a lock, a priority queue, and threads that all wait for its head. */
final class LockedQueueContender implements Contender {
    private static final long ORIGIN_NS = System.nanoTime();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Differences, since the clock may wrap.
    private final PriorityQueue<QueuedMap> queue =
            new PriorityQueue<>(Comparator.comparingLong(map -> map.deadlineNs - ORIGIN_NS));
    private final List<Thread> threads = new ArrayList<>();
    private boolean stopped;

    LockedQueueContender() {}

    @Override
    public void open(int tickThreads, int dedicatedThreads) {
        for (int i = 0; i < tickThreads; i++) {
            threads.add(BenchThreads.daemon("naive-pool-" + i, this::runTicks));
        }
        threads.forEach(Thread::start);
    }

    @Override
    public Registered add(MapSpec map) {
        QueuedMap added = new QueuedMap(map);
        put(added);
        return added;
    }

    private void put(QueuedMap map) {
        lock.lock();
        try {
            if (!map.gone) {
                queue.add(map);
                if (queue.peek() == map) {
                    // All: one that waits without limit for an empty queue would sleep through the load of the other.
                    changed.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void runTicks() {
        try {
            QueuedMap map = take();
            while (map != null) {
                map.tick();
                put(map);
                map = take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable QueuedMap take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!stopped) {
                QueuedMap head = queue.peek();
                if (head == null) {
                    changed.await();
                    continue;
                }
                long leftNs = head.deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return queue.poll();
                }
                long unused = changed.awaitNanos(leftNs);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws InterruptedException {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (Thread thread : threads) {
            BenchThreads.join(thread);
        }
    }

    /** Removed from the queue at once, as a cancelled task is, which takes a search. */
    private final class QueuedMap extends GridMap {
        QueuedMap(MapSpec map) {
            super(map);
        }

        @Override
        public void remove() {
            lock.lock();
            try {
                super.remove();
                queue.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
