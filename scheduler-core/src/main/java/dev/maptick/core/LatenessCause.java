package dev.maptick.core;

import java.util.Locale;

/**
 * Why a tick started more than 1 ms after its deadline, or passed over deadlines. Of several causes the one counts that took the
 * largest part of the time.
 */
public enum LatenessCause {
    /**
     * The process, or the thread that waited for the deadline, stood still though it should have run: stopped by signal, paused by
     * the garbage collector, throttled by a CPU quota, its processor taken by others. What queued up behind that and was worked
     * off without a pause is part of it.
     */
    HOST_STALL,
    /** The map was due and no thread was free. */
    QUEUEING,
    /** The map's own tick before was still running. */
    OWN_OVERRUN;

    /**
     * The name in labels and tables.
     *
     * @return {@code host_stall}, {@code queueing} or {@code own_overrun}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
