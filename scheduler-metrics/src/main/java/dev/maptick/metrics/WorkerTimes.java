package dev.maptick.metrics;

/**
 * The times of all ticks of one worker, as readers have collected them from its cells. Costs no tick anything: the worker does not
 * know of it. Readers of different rows meet at its monitor, which is taken inside a row's and takes no other.
 */
final class WorkerTimes {
    private final int worker;
    private final Frame all = new Frame();

    WorkerTimes(int worker) {
        this.worker = worker;
    }

    synchronized void add(Frame collected) {
        all.add(collected);
    }

    synchronized WorkerRow snapshot() {
        return new WorkerRow(worker, all.duration.copy(), all.lateness.copy());
    }
}
