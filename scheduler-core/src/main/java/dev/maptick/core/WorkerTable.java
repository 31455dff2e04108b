package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The workers by number, and what they have counted. Any thread; readers take no lock. It grows with the highest number, by a
 * new array of the same rows, and the counts of a number stay.
 */
final class WorkerTable {
    private volatile Row[] rows;

    WorkerTable(int size) {
        rows = extended(new Row[0], size);
    }

    private static Row[] extended(Row[] before, int size) {
        Row[] after = new Row[size];
        for (int i = 0; i < size; i++) {
            after[i] = i < before.length ? before[i] : new Row();
        }
        return after;
    }

    private Row row(int id) {
        Row[] now = rows;
        return id < now.length ? now[id] : grown(id);
    }

    private synchronized Row grown(int id) {
        if (id >= rows.length) {
            rows = extended(rows, id + 1);
        }
        return rows[id];
    }

    WorkerCounters counters(int id) {
        return row(id).counters;
    }

    void put(Worker worker) {
        Row row = row(worker.id);
        row.inPool = worker.crew.placement == Placement.POOL;
        row.worker.set(worker);
    }

    /** The worker is gone: it counts nothing from now on, so that its number is free. */
    void remove(Worker worker) {
        row(worker.id).worker.compareAndSet(worker, null);
    }

    /** Null for a number that nobody has. */
    @Nullable
    Worker get(int id) {
        Row[] now = rows;
        return id < now.length ? now[id].worker.get() : null;
    }

    /** The worker whose thread the caller is on; a scan, for rare questions. */
    @Nullable
    Worker ofCurrentThread() {
        Thread current = Thread.currentThread();
        for (Row row : rows) {
            Worker worker = row.worker.get();
            if (worker != null && worker.thread == current) {
                return worker;
            }
        }
        return null;
    }

    /** Those there are, by number. */
    List<WorkerStats> stats(NanoClock clock) {
        List<WorkerStats> all = new ArrayList<>();
        for (Row row : rows) {
            Worker worker = row.worker.get();
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

    /** How many there are of whom something holds. */
    int count(Predicate<Worker> property) {
        int count = 0;
        for (Row row : rows) {
            Worker worker = row.worker.get();
            count += worker != null && property.test(worker) ? 1 : 0;
        }
        return count;
    }

    /** One more than the highest number there has been. */
    int size() {
        return rows.length;
    }

    /** Late ticks by cause. */
    CauseCounts late() {
        CauseCounts sum = CauseCounts.NONE;
        for (Row row : rows) {
            sum = sum.plus(row.counters.late());
        }
        return sum;
    }

    /** Deadlines skipped at the end of ticks, by cause. */
    CauseCounts skippedBy() {
        CauseCounts sum = CauseCounts.NONE;
        for (Row row : rows) {
            sum = sum.plus(row.counters.skippedBy());
        }
        return sum;
    }

    /** Of the pool's workers, those that have left included, so that it never goes down. */
    long pool(int index) {
        long sum = 0;
        for (Row row : rows) {
            sum += row.inPool ? row.counters.get(index) : 0;
        }
        return sum;
    }

    long sum(int index) {
        long sum = 0;
        for (Row row : rows) {
            sum += row.counters.get(index);
        }
        return sum;
    }

    /** One number. */
    private static final class Row {
        final WorkerCounters counters = new WorkerCounters();

        final AtomicReference<@Nullable Worker> worker = new AtomicReference<>();

        /** Whether its workers are the pool's; a number that was one of the pool's always is. */
        volatile boolean inPool;
    }
}
