package dev.maptick.core;

/** What happens to the deadlines that an overlong tick has passed over. Neither policy ever replays one. */
public enum MissPolicy {
    /**
     * The next deadline is the first grid point after the last one that is not before the end of the tick. A 51 ms tick
     * on a 50 ms grid runs at 10 Hz.
     */
    SKIP,
    /**
     * The next deadline is the latest grid point that is not after the end of the tick, so it starts at once, late; if
     * there is none, the first one after it. A 51 ms tick on a 50 ms grid runs at nearly 19.6 Hz.
     */
    RUN_LATE
}
