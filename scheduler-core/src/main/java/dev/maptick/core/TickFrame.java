package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * The {@link Tick} a registration's code sees, filled anew for each call. Opened and closed by {@link TickRun} on the
 * thread that runs the tick; outside of that every accessor refuses. The opener is a plain field: a thread always sees its
 * own latest write, and any other thread compares unequal whatever it reads.
 */
final class TickFrame implements Tick {
    private final TickEntry entry;
    private @Nullable Thread opener;
    private boolean last;
    private long deadlineNs;
    private long startNs;

    TickFrame(TickEntry entry) {
        this.entry = entry;
    }

    void open(Thread thread, boolean isLast, long deadline, long start) {
        last = isLast;
        deadlineNs = deadline;
        startNs = start;
        opener = thread;
    }

    void close() {
        opener = null;
    }

    private TickEntry valid() {
        if (opener != Thread.currentThread()) {
            throw new IllegalStateException("a Tick is valid only inside its call and on its thread: that of "
                    + Names.quote(entry.name()) + " was used outside, on thread "
                    + Names.quote(Thread.currentThread().getName()));
        }
        return entry;
    }

    @Override
    public TickRegistration registration() {
        return valid();
    }

    @Override
    public long number() {
        return valid().cell.get(StatsCell.TICKS);
    }

    @Override
    public long deadlineNanos() {
        valid();
        return deadlineNs;
    }

    @Override
    public long startNanos() {
        valid();
        return startNs;
    }

    @Override
    public long periodNanos() {
        return valid().schedule.periodNs();
    }

    @Override
    public long skipped() {
        return valid().schedule.skippedBeforeTick();
    }

    @Override
    public long periodsElapsed() {
        return valid().schedule.periodsElapsed();
    }

    @Override
    public boolean isLast() {
        valid();
        return last;
    }

    @Override
    public String toString() {
        return "Tick of " + Names.quote(entry.name());
    }
}
