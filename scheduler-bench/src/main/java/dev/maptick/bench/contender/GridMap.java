package dev.maptick.bench.contender;

/**
 * A map whose next deadline is the adapter's business: the first grid point after this one that is not past, so that a
 * deadline missed is skipped, never replayed. The deadline is handed from tick to tick by whatever queue the contender has.
 */
abstract class GridMap implements Registered {
    private final TickBody body;
    private final long periodNs;
    long deadlineNs;
    volatile boolean gone;

    GridMap(MapSpec map) {
        body = map.body();
        periodNs = map.periodNs();
        deadlineNs = map.firstDeadlineNs();
    }

    /** Runs the tick that is due and moves on to the next deadline; the time after the tick. */
    final long tick() {
        body.tick(deadlineNs);
        long nowNs = System.nanoTime();
        deadlineNs = next(deadlineNs, periodNs, nowNs);
        return nowNs;
    }

    /** The first grid point after a deadline that is not before now. */
    static long next(long deadlineNs, long periodNs, long nowNs) {
        long nextNs = deadlineNs + periodNs;
        long pastNs = nowNs - nextNs;
        if (pastNs > 0) {
            nextNs += (pastNs + periodNs - 1) / periodNs * periodNs;
        }
        return nextNs;
    }

    @Override
    public void remove() {
        gone = true;
    }
}
