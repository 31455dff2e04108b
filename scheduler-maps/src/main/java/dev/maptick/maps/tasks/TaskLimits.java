package dev.maptick.maps.tasks;

import dev.maptick.core.SettingsCheck;

/**
 * One map's share of the background pool. Immutable.
 *
 * <p>Room for a completion is reserved when its task is accepted, so a finished worker always finds room and never waits
 * for a map that does not tick.
 *
 * @param underWay the most tasks of the map that may be queued or running, 1 or more
 * @param completions the most tasks that may be queued, running or waiting for the map to run their completion, 1 or more
 */
public record TaskLimits(int underWay, int completions) {
    /** The largest either may be. */
    public static final int MAX = 1_000_000;

    /** A quarter of the default pool's queue, so that no three maps can fill it; and 256 completions. */
    public static final TaskLimits DEFAULT = new TaskLimits(64, 256);

    /**
     * Notes every limit that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each limit's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "underWay", underWay, 1, MAX);
        check.range(prefix + "completions", completions, 1, MAX);
    }
}
