package dev.maptick.bench.fork;

import dev.maptick.bench.contender.TickBody;
import java.util.concurrent.atomic.LongAdder;

/**
 * A map that does counted work and keeps its own counts: one clock read and one store beside the work, and the counts while
 * the window is open; where there is work, its time too, for one more reading of the clock. Ticks of a map follow one another, whoever runs them, so the fields are plain; they are read once the
 * contender has closed and its threads have ended.
 */
final class MeasuredMap implements TickBody {
    private final Window window;
    private final Tallies tallies;
    private final LongAdder workNs;
    private final int iterations;
    private final boolean watched;
    private final long periodNs;

    private long sink;
    private boolean started;
    private long lastDeadlineNs;
    private long lastStartNs;
    private boolean counted;
    private long executed;
    private long skipped;
    private long bursts;
    private long early;
    private long offGrid;
    private long worstGapNs;

    MeasuredMap(
            Window window,
            Tallies tallies,
            LongAdder workNs,
            int iterations,
            boolean watched,
            long periodNs,
            long firstDeadlineNs) {
        this.window = window;
        this.tallies = tallies;
        this.workNs = workNs;
        this.iterations = iterations;
        this.watched = watched;
        this.periodNs = periodNs;
        this.lastDeadlineNs = firstDeadlineNs;
    }

    @Override
    public void tick(long deadlineNs) {
        long startNs = System.nanoTime();
        sink = Work.run(iterations, sink);
        if (window.contains(startNs)) {
            if (iterations > 0) {
                workNs.add(System.nanoTime() - startNs);
            }
            count(deadlineNs, startNs);
        }
        started = true;
        lastDeadlineNs = deadlineNs;
        lastStartNs = startNs;
    }

    private void count(long deadlineNs, long startNs) {
        executed++;
        if (watched) {
            tallies.own().add(startNs - deadlineNs);
        }
        if (startNs - deadlineNs < 0) {
            early++;
        }
        if (started) {
            follow(deadlineNs - lastDeadlineNs, startNs - lastStartNs);
        }
        counted = true;
    }

    private void follow(long stepNs, long gapNs) {
        if (stepNs != periodNs) {
            long points = stepNs / periodNs;
            skipped += Math.max(0, points - 1);
            if (points < 1 || points * periodNs != stepNs) {
                offGrid++;
            }
        }
        if (2 * gapNs < periodNs) {
            bursts++;
        }
        if (counted && gapNs > worstGapNs) {
            worstGapNs = gapNs;
        }
    }

    boolean watched() {
        return watched;
    }

    int iterations() {
        return iterations;
    }

    long executed() {
        return executed;
    }

    /** Grid points in the window, on the grid that the ticks showed. */
    long due() {
        return window.pointsOf(lastDeadlineNs, periodNs);
    }

    long skipped() {
        return skipped;
    }

    long bursts() {
        return bursts;
    }

    long early() {
        return early;
    }

    /** Ticks that were not a whole number of periods after the one before. */
    long offGrid() {
        return offGrid;
    }

    long worstGapNs() {
        return worstGapNs;
    }
}
