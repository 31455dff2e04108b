package dev.maptick.bench.contender;

/** What a map does in a tick. Called by one thread at a time, each call after the one before. */
public interface TickBody {
    /**
     * One tick.
     *
     * @param deadlineNs the grid point it runs for, on {@link System#nanoTime()}
     */
    void tick(long deadlineNs);
}
