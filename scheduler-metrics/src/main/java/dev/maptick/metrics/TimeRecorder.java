package dev.maptick.metrics;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Times that several threads record now and then, kept since the start. Recording waits for nobody; readers wait for one
 * another. For what every tick records see {@link Cell}, which has one writer and costs less.
 *
 * <p>Takes about 130 kB once it was read.
 */
final class TimeRecorder {
    private final Recorder recorder = new Recorder(Samples.LOWEST_NANOS, Samples.HIGHEST_NANOS, Samples.DIGITS);
    private final LongAdder count = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);

    /** Everything collected from the recorder since the start. Guarded by this. */
    private @Nullable Histogram collected;

    /** Handed back to the recorder at the next collection. Guarded by this. */
    private @Nullable Histogram spare;

    void record(long nanos) {
        recorder.recordValue(Math.min(Math.max(nanos, Samples.LOWEST_NANOS), Samples.HIGHEST_NANOS));
        totalNanos.add(nanos);
        maxNanos.accumulate(nanos);
        count.increment();
    }

    long count() {
        return count.sum();
    }

    long totalNanos() {
        return totalNanos.sum();
    }

    long maxNanos() {
        return maxNanos.get();
    }

    /** 0 without values. */
    synchronized long percentileNanos(double percent) {
        Histogram all = collect();
        return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(percent);
    }

    /** A copy of everything since the start. */
    synchronized Distribution snapshot() {
        Histogram all = collect();
        return all.getTotalCount() == 0
                ? Distribution.EMPTY
                : new Distribution(all.copy(), totalNanos.sum(), maxNanos.get());
    }

    private Histogram collect() {
        Histogram all = collected;
        if (all == null) {
            all = new Histogram(Samples.LOWEST_NANOS, Samples.HIGHEST_NANOS, Samples.DIGITS);
            collected = all;
        }
        Histogram lately = recorder.getIntervalHistogram(spare);
        all.add(lately);
        spare = lately;
        return all;
    }
}
