package dev.maptick.core;

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

    long sum(int index) {
        long sum = 0;
        for (WorkerCounters c : counters) {
            sum += c.get(index);
        }
        return sum;
    }
}
