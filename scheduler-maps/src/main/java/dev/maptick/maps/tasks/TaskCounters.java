package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/** The counts of a map, of a tally or of a pool; each is also added to the next in that row. Guarded by the pool's lock. */
@SuppressWarnings("EnumOrdinal") // an index into this very class's array; nothing of it is stored or sent
final class TaskCounters {
    private static final int SIZE = Count.values().length;

    private final @Nullable TaskCounters whole;
    private final long[] values = new long[SIZE];

    TaskCounters(@Nullable TaskCounters whole) {
        this.whole = whole;
    }

    void add(Count count, int by) {
        values[count.ordinal()] += by;
        if (whole != null) {
            whole.add(count, by);
        }
    }

    void increment(Count count) {
        add(count, 1);
    }

    int gauge(Count count) {
        return (int) get(count);
    }

    TaskStats snapshot() {
        return new TaskStats(
                get(Count.ACCEPTED),
                get(Count.REFUSED_FULL),
                get(Count.REFUSED_SHARE),
                get(Count.REFUSED_STOPPED),
                get(Count.REFUSED_GONE),
                get(Count.REFUSED_REJECTED),
                get(Count.REFUSED_USED),
                get(Count.SUCCEEDED),
                get(Count.FAILED),
                get(Count.PANICS),
                get(Count.CANCELLED),
                get(Count.SKIPPED),
                get(Count.COMPLETIONS_RUN),
                get(Count.COMPLETION_FAULTS),
                get(Count.ORPHANED),
                gauge(Count.QUEUED),
                gauge(Count.RUNNING),
                gauge(Count.COMPLETIONS_QUEUED));
    }

    private long get(Count count) {
        return values[count.ordinal()];
    }
}
