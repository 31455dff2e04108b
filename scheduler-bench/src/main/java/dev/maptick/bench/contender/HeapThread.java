package dev.maptick.bench.contender;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that shares nothing: its own maps in its own heap. Others reach it through a mailbox it looks into between two
 * ticks; one that puts something in unparks it, and it looks after each wait, so nothing is left lying.
 */
final class HeapThread implements Runnable {
    private final boolean spinning;
    private final DeadlineHeap heap = new DeadlineHeap();
    private final ConcurrentLinkedQueue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean stopped;

    HeapThread(String name, boolean spinning) {
        this.spinning = spinning;
        thread = BenchThreads.daemon(name, this);
    }

    void start() {
        thread.start();
    }

    Registered add(MapSpec map) {
        HeapMap added = new HeapMap(map);
        tell(() -> heap.add(added));
        return added;
    }

    void stop() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        BenchThreads.join(thread);
        // Who waits for an answer is not left waiting.
        readMail();
    }

    private void tell(Runnable message) {
        mailbox.add(message);
        if (!spinning) {
            LockSupport.unpark(thread);
        }
    }

    private void readMail() {
        for (Runnable message = mailbox.poll(); message != null; message = mailbox.poll()) {
            message.run();
        }
    }

    @Override
    public void run() {
        long nowNs = System.nanoTime();
        while (!stopped) {
            if (!mailbox.isEmpty()) {
                readMail();
            }
            if (heap.size() > 0 && heap.headDeadline() - nowNs <= 0) {
                nowNs = heap.head().tick();
                heap.headMoved();
            } else {
                await(nowNs);
                nowNs = System.nanoTime();
            }
        }
    }

    private void await(long nowNs) {
        if (spinning) {
            Thread.onSpinWait();
        } else if (heap.size() == 0) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, heap.headDeadline() - nowNs);
        }
    }

    private final class HeapMap extends GridMap {
        HeapMap(MapSpec map) {
            super(map);
        }

        /** Waits for the answer of the thread that owns it. */
        @Override
        public void remove() {
            CountDownLatch done = new CountDownLatch(1);
            tell(() -> {
                super.remove();
                heap.remove(this);
                done.countDown();
            });
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
