package dev.maptick.core;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker finds out about a tick besides counting it: why it was late, and whether its map runs over the cliff. On the
 * worker, no lock held; costs a comparison or two for a tick that was on time and skipped nothing.
 */
final class TickInsight {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final HostStalls stalls;
    private final Events events;
    private final Listeners listeners;
    private final boolean percentiles;

    TickInsight(HostStalls stalls, Events events, Listeners listeners, boolean percentiles) {
        this.stalls = stalls;
        this.events = events;
        this.listeners = listeners;
        this.percentiles = percentiles;
    }

    HostStalls stalls() {
        return stalls;
    }

    /** A tick starts: why it is late goes into the entry and the worker's counts. */
    void begin(Worker worker, TickEntry entry, long startNs) {
        long beforeNs = worker.readBeforeNs;
        worker.readBeforeNs = startNs;
        long dueNs = entry.nextNs();
        if (startNs - dueNs <= HostStalls.LATE_NS) {
            if (stalls.isBehind()) {
                caughtUp(worker.crew, startNs);
            }
            worker.lateCause = null;
            entry.beginTick(startNs, null);
            return;
        }
        look(beforeNs, startNs);
        worker.lateness.start(dueNs, startNs, entry.endedNs(), stalls.known());
        LatenessCause cause = worker.lateness.cause();
        worker.lateCause = cause;
        worker.counters.addLate(cause);
        entry.beginTick(startNs, cause);
    }

    // What needs memory must not fail a tick: it is as if nothing had been found out.

    private void look(long beforeNs, long nowNs) {
        try {
            stalls.look(beforeNs, nowNs);
        } catch (Throwable t) {
            listeners.failed("the look at the host's stalls", t);
        }
    }

    /** A tick has started on time: is it so that nothing older waits in the pool? */
    private void caughtUp(Crew crew, long nowNs) {
        if (crew.placement != Placement.POOL || nowNs - crew.soonestNs() > HostStalls.LATE_NS) {
            return;
        }
        try {
            stalls.caughtUp(nowNs);
        } catch (Throwable t) {
            listeners.failed("the look at the host's stalls", t);
        }
    }

    /** Before a tick's end is counted. */
    void beforeEnd(TickEntry entry) {
        if (!percentiles) {
            return;
        }
        try {
            entry.keepTimes();
        } catch (Throwable t) {
            listeners.failed("keeping percentiles", t);
        }
    }

    /** A tick has ended, and is counted; listeners hear of it after this. */
    void end(Worker worker, TickEntry entry, long skipped, long startNs, long endNs) {
        LatenessCause cause = worker.lateCause;
        if (skipped > 0) {
            skipped(worker, entry, skipped, startNs, endNs);
        }
        TickDetail detail = entry.detail();
        if (detail != null && (skipped > 0 || detail.cliff.isWatching())) {
            cliff(entry, detail, skipped, endNs - startNs);
        }
        if (cause != null) {
            listeners.late(entry, worker.crew.placement, worker.id, Math.max(0, startNs - entry.deadlineNs()), cause);
        }
    }

    private void skipped(Worker worker, TickEntry entry, long skipped, long startNs, long endNs) {
        if (worker.lateCause == null) {
            worker.lateness.onTime();
        }
        look(startNs, endNs);
        worker.lateness.end(startNs, endNs, stalls.known());
        LatenessCause cause = worker.lateness.cause();
        worker.counters.addSkipped(cause, skipped);
        entry.skippedBy(cause, skipped);
    }

    private void cliff(TickEntry entry, TickDetail detail, long skipped, long durationNs) {
        long periodNs = entry.periodNs();
        boolean bad = entry.missPolicy() == MissPolicy.SKIP && CliffWatch.isOver(durationNs, periodNs, skipped);
        CliffWatch.Change change = detail.cliff.ticked(bad);
        if (change == CliffWatch.Change.NONE) {
            return;
        }
        try {
            tell(entry, change, durationNs, (skipped + 1) * periodNs);
        } catch (Throwable t) {
            listeners.failed("the event log", t);
        }
    }

    private void tell(TickEntry entry, CliffWatch.Change change, long durationNs, long everyNs) {
        boolean began = change == CliffWatch.Change.BEGAN;
        String text = Names.quote(entry.name())
                + (began
                        ? CliffText.began(durationNs, entry.periodNs(), everyNs)
                        : CliffText.ended(durationNs, entry.periodNs()));
        events.tell(began ? EventKind.CLIFF : EventKind.CLIFF_OVER, entry, text);
        if (began) {
            listeners.log(() -> LOG.warn("map {}", text));
        } else {
            listeners.log(() -> LOG.info("map {}", text));
        }
    }
}
