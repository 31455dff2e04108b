package dev.maptick.core;

/**
 * The {@link Tick} a registration's code sees, a view of it during each call: {@link TickRun} notes the thread that runs the
 * tick, and outside of that every accessor refuses. What is noted is a plain field: a thread always sees its own latest
 * write, and any other thread compares unequal whatever it reads.
 */
final class TickFrame implements Tick {
    private final TickEntry entry;

    TickFrame(TickEntry entry) {
        this.entry = entry;
    }

    private TickEntry valid() {
        if (!entry.isOwnerThread()) {
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
        return valid().ticks();
    }

    @Override
    public long deadlineNanos() {
        return isLast() ? entry.dueNs : entry.deadlineNs();
    }

    @Override
    public long startNanos() {
        return isLast() ? entry.affairs().lastStartNs : entry.startNs();
    }

    @Override
    public long periodNanos() {
        return valid().periodNs();
    }

    @Override
    public long skipped() {
        return valid().skippedBeforeTick();
    }

    @Override
    public long periodsElapsed() {
        return valid().periodsElapsed();
    }

    @Override
    public boolean isLast() {
        return valid().state() == TickState.LAST_RUNNING;
    }

    @Override
    public String toString() {
        return "Tick of " + Names.quote(entry.name());
    }
}
