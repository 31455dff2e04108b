package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of a registration only once there is something to keep: made at its first late tick or skipped deadline, or at its
 * first tick if percentiles are asked for. Part of {@link TickSchedule}: written under its sequence by whoever's turn it is.
 */
final class TickDetail {
    private long lateHost;
    private long lateQueueing;
    private long lateOwn;
    private long skippedHost;
    private long skippedQueueing;
    private long skippedOwn;

    /** Null if they were not asked for. */
    @Nullable
    TimeDigest times;

    /** Owner only, outside writes; not part of a snapshot. */
    final CliffWatch cliff = new CliffWatch();

    void late(LatenessCause cause) {
        switch (cause) {
            case HOST_STALL -> lateHost++;
            case QUEUEING -> lateQueueing++;
            case OWN_OVERRUN -> lateOwn++;
        }
    }

    void skipped(LatenessCause cause, long count) {
        switch (cause) {
            case HOST_STALL -> skippedHost += count;
            case QUEUEING -> skippedQueueing += count;
            case OWN_OVERRUN -> skippedOwn += count;
        }
    }

    CauseCounts late() {
        return new CauseCounts(lateHost, lateQueueing, lateOwn);
    }

    CauseCounts skipped() {
        return new CauseCounts(skippedHost, skippedQueueing, skippedOwn);
    }
}
