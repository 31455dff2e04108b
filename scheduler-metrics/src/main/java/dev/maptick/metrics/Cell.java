package dev.maptick.metrics;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.LatenessCause;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * What one worker has recorded for one row. Written by that worker alone, without a lock and without allocating.
 *
 * <p>Counters are single-writer: the worker adds with opaque access, any thread may read them. Times go into the active
 * frame inside a phaser's critical section, so a reader can take the frame out and knows that no write to it is under
 * way. Both distributions of a tick are in one frame, so no reader ever sees one of them without the other; a recorder
 * for each would allow that and cost two more atomic operations a tick.
 */
final class Cell {
    static final int TICKS = 0;
    static final int SKIPPED = 1;
    static final int FAULTS = 2;
    static final int BUSY_NANOS = 3;
    static final int LATENESS_NANOS = 4;
    static final int DURATION_MAX = 5;
    static final int LATENESS_MAX = 6;
    static final int OUT_OF_RANGE = 7;

    /** And the two after it, in the order of the causes. */
    private static final int LATE = 8;

    private static final int LENGTH = 11;

    /** Between two looks of a reader that waits for a write under way to end; such a write takes less than that. */
    private static final long FLIP_YIELD_NANOS = 100_000;

    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile Frame active = new Frame();
    private final WorkerTimes times;
    private final AtomicLongArray counters = new AtomicLongArray(LENGTH);

    /** With where the times of all this worker's cells are summed up. */
    Cell(WorkerTimes times) {
        this.times = times;
    }

    /** Records a tick that has ended. The worker only. */
    void record(long durationNanos, long latenessNanos, long skipped, boolean fault) {
        long section = phaser.writerCriticalSectionEnter();
        try {
            active.record(durationNanos, latenessNanos);
        } finally {
            phaser.writerCriticalSectionExit(section);
        }
        // After the frame: a reader that reads counters first never finds more faults than ticks.
        add(TICKS, 1);
        add(BUSY_NANOS, durationNanos);
        add(LATENESS_NANOS, latenessNanos);
        max(DURATION_MAX, durationNanos);
        max(LATENESS_MAX, latenessNanos);
        if (skipped > 0) {
            add(SKIPPED, skipped);
        }
        if (fault) {
            add(FAULTS, 1);
        }
        if (durationNanos > Samples.HIGHEST_NANOS) {
            add(OUT_OF_RANGE, 1);
        }
        if (latenessNanos > Samples.HIGHEST_NANOS) {
            add(OUT_OF_RANGE, 1);
        }
    }

    /** Counts a late tick. The worker only. */
    @SuppressWarnings("EnumOrdinal") // an index that lives and dies in here
    void late(LatenessCause cause) {
        add(LATE + cause.ordinal(), 1);
    }

    @SuppressWarnings("EnumOrdinal")
    CauseCounts late() {
        return new CauseCounts(
                get(LATE + LatenessCause.HOST_STALL.ordinal()),
                get(LATE + LatenessCause.QUEUEING.ordinal()),
                get(LATE + LatenessCause.OWN_OVERRUN.ordinal()));
    }

    /** Where a reader adds what it takes out of this cell, besides the row's own sum. */
    WorkerTimes times() {
        return times;
    }

    long get(int counter) {
        return counters.getOpaque(counter);
    }

    /**
     * Takes out what was recorded since the last swap. Any thread, one at a time.
     *
     * @param empty where the worker goes on
     * @return the frame before, to which no write is under way or will come
     */
    Frame swap(Frame empty) {
        phaser.readerLock();
        try {
            Frame full = active;
            active = empty;
            phaser.flipPhase(FLIP_YIELD_NANOS);
            return full;
        } finally {
            phaser.readerUnlock();
        }
    }

    private void add(int counter, long n) {
        counters.setOpaque(counter, counters.getPlain(counter) + n);
    }

    private void max(int counter, long value) {
        if (value > counters.getPlain(counter)) {
            counters.setOpaque(counter, value);
        }
    }
}
