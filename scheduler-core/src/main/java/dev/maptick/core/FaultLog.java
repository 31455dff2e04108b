package dev.maptick.core;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what ticks throw to the log, no more than so many full records a second for each map. On the worker. */
final class FaultLog {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final int perSecond;

    FaultLog(int perSecond) {
        this.perSecond = perSecond;
    }

    void tick(TickEntry entry, long nowNs, Throwable fault) {
        if (perSecond == 0) {
            return;
        }
        TickAffairs affairs = entry.affairs();
        FaultWindow window = affairs.faults;
        if (window == null) {
            window = new FaultWindow();
            affairs.faults = window;
        }
        long leftOut = window.admit(nowNs, perSecond);
        if (leftOut >= 0) {
            LOG.error(
                    "map {} of {}: tick {} threw ({} faults left out since the record before)",
                    Names.quote(entry.name()),
                    Names.quote(entry.group()),
                    entry.ticks(),
                    leftOut,
                    fault);
        }
    }

    /** At most one for each map, since a map has one last task. */
    void lastTask(TickEntry entry, Throwable fault) {
        if (perSecond == 0) {
            return;
        }
        LOG.error(
                "map {} of {}: its last task threw; it has left",
                Names.quote(entry.name()),
                Names.quote(entry.group()),
                fault);
    }
}
