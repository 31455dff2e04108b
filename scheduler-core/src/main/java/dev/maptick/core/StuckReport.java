package dev.maptick.core;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Left with a worker whose tick was reported as stuck, so that the end of that tick is told, by the worker itself and with the
 * time it took. Whoever takes it from the worker tells it: exactly one does (see {@link Worker#takeBack}).
 */
final class StuckReport {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final TickSight sight;
    private final long sinceNs;
    private final String threadName;
    private final Events events;
    private final Listeners listeners;

    StuckReport(TickSight sight, long sinceNs, String threadName, Events events, Listeners listeners) {
        this.sight = sight;
        this.sinceNs = sinceNs;
        this.threadName = threadName;
        this.events = events;
        this.listeners = listeners;
    }

    TickSight sight() {
        return sight;
    }

    String threadName() {
        return threadName;
    }

    /** On the worker, after the end of a tick: of this one, or of a later one if this ended just before it was reported. */
    void ended(Worker worker, TickEntry entry) {
        boolean own = sight.isOf(entry, entry.ticks(), entry.state() == TickState.LAST_RUNNING);
        tell(own ? " has ended after " + Times.text(worker.nowNs - sinceNs) : " has ended");
    }

    /** On the guard's thread: it ended while it was being reported. */
    void endedMeanwhile() {
        tell(" has ended");
    }

    private void tell(String how) {
        try {
            String text = sight.what() + how + " on " + threadName;
            events.tell(EventKind.UNSTUCK, sight.entry, text);
            listeners.log(() -> LOG.info("map {}", text));
        } catch (Throwable t) {
            listeners.failed("the event log", t);
        }
    }
}
