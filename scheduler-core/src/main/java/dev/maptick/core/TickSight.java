package dev.maptick.core;

/**
 * One tick, or last task, as the watchdog has seen it on one worker: which one, and for how long. The guard's thread; pure but
 * for the names of what it is about.
 */
final class TickSight {
    final TickEntry entry;

    /** Which of its ticks; of a last task, how many ticks were before it. */
    final long number;

    final boolean last;

    private long seenNs;
    private long reportAtNs;
    private int reports;

    TickSight(TickEntry entry, long number, boolean last, long afterNs) {
        this.entry = entry;
        this.number = number;
        this.last = last;
        reportAtNs = afterNs;
    }

    boolean isOf(TickEntry other, long otherNumber, boolean otherLast) {
        return entry == other && number == otherNumber && last == otherLast;
    }

    /** Whether a worker is still in this very tick. Any thread. */
    boolean isStillOn(Worker worker) {
        if (worker.glimpse() != entry) {
            return false;
        }
        TickStats stats = entry.stats();
        // Last, since what was read before may belong to a later tick, on whichever worker.
        return isOf(entry, stats.ticks(), stats.state() == TickState.LAST_RUNNING) && entry.isRunBy(worker.id);
    }

    /**
     * It was seen for so much longer.
     *
     * @param againNs how much longer it must be seen after a report until the next one
     * @return whether it is to be reported now
     */
    boolean add(long stepNs, long againNs) {
        seenNs += stepNs;
        if (seenNs < reportAtNs) {
            return false;
        }
        reportAtNs = seenNs + againNs;
        reports++;
        return true;
    }

    /** How long it was seen. */
    long seenNs() {
        return seenNs;
    }

    int reports() {
        return reports;
    }

    /** What it is, for texts. */
    String what() {
        return Names.quote(entry.name()) + (last ? " last task" : " tick " + number);
    }
}
