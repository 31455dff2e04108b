package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The workers by number, and what they have counted. Any thread. */
final class WorkerTable {
    private final AtomicReferenceArray<@Nullable Worker> workers;
    private final WorkerCounters[] counters;

    WorkerTable(int size) {
        workers = new AtomicReferenceArray<>(size);
        counters = new WorkerCounters[size];
        for (int i = 0; i < size; i++) {
            counters[i] = new WorkerCounters();
        }
    }

    WorkerCounters counters(int id) {
        return counters[id];
    }

    void put(Worker worker) {
        workers.set(worker.id, worker);
    }

    void remove(Worker worker) {
        workers.compareAndSet(worker.id, worker, null);
    }

    @Nullable
    Worker get(int id) {
        return workers.get(id);
    }

    /** The worker whose thread the caller is on; a scan, for rare questions. */
    @Nullable
    Worker ofCurrentThread() {
        Thread current = Thread.currentThread();
        for (int i = 0; i < workers.length(); i++) {
            Worker worker = workers.get(i);
            if (worker != null && worker.thread == current) {
                return worker;
            }
        }
        return null;
    }

    /** Those there are, by number. */
    List<WorkerStats> stats(NanoClock clock) {
        List<WorkerStats> all = new ArrayList<>();
        for (int i = 0; i < workers.length(); i++) {
            Worker worker = workers.get(i);
            if (worker != null) {
                all.add(stats(worker, clock));
            }
        }
        return all;
    }

    private static WorkerStats stats(Worker worker, NanoClock clock) {
        TickEntry entry = worker.glimpse();
        long inTickNs = entry == null ? 0 : Math.max(0, clock.nanoTime() - entry.inTickSinceNs());
        // Once more: the start read may have been that of a later tick, on another worker.
        boolean still = entry != null && entry.isRunBy(worker.id);
        Thread thread = worker.thread;
        WorkerCounters counted = worker.counters;
        return new WorkerStats(
                worker.id,
                worker.crew.placement,
                thread == null ? null : thread.getName(),
                still ? entry : null,
                still ? inTickNs : 0,
                counted.get(WorkerCounters.TICKS),
                counted.get(WorkerCounters.SKIPPED),
                counted.get(WorkerCounters.FAULTS),
                counted.get(WorkerCounters.BUSY_NS),
                counted.get(WorkerCounters.WAKEUPS),
                counted.get(WorkerCounters.STOLEN),
                counted.late());
    }

    int alive(int from, int to) {
        int alive = 0;
        for (int i = from; i < to; i++) {
            if (workers.get(i) != null) {
                alive++;
            }
        }
        return alive;
    }

    int size() {
        return workers.length();
    }

    /** Late ticks by cause. */
    CauseCounts late() {
        CauseCounts sum = CauseCounts.NONE;
        for (WorkerCounters c : counters) {
            sum = sum.plus(c.late());
        }
        return sum;
    }

    /** Deadlines skipped at the end of ticks, by cause. */
    CauseCounts skippedBy() {
        CauseCounts sum = CauseCounts.NONE;
        for (WorkerCounters c : counters) {
            sum = sum.plus(c.skippedBy());
        }
        return sum;
    }

    long sum(int index) {
        long sum = 0;
        for (WorkerCounters c : counters) {
            sum += c.get(index);
        }
        return sum;
    }
}
