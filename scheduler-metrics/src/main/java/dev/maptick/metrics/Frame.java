package dev.maptick.metrics;

/** The times of some ticks: of one worker since the last collection, or of a row since the start. One thread at a time. */
final class Frame {
    final Samples duration = new Samples();
    final Samples lateness = new Samples();

    void record(long durationNanos, long latenessNanos) {
        duration.record(durationNanos);
        lateness.record(latenessNanos);
    }

    void add(Frame other) {
        duration.add(other.duration);
        lateness.add(other.lateness);
    }

    void reset() {
        duration.reset();
        lateness.reset();
    }
}
