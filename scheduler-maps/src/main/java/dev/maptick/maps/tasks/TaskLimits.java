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
 * @param running the most tasks of the map that may run at one time, 1 or more. However many are allowed here, of three
 *     workers or more one map gets all but one at most, so that its work that never returns does not hold up others; a pool
 *     of one or two is too small to keep one free
 */
public record TaskLimits(int underWay, int completions, int running) {
    /** The largest any may be. */
    public static final int MAX = 1_000_000;

    /**
     * A quarter of the default pool's queue, so that no three maps can fill it; 256 completions; and as many running as the
     * pool allows one map.
     */
    public static final TaskLimits DEFAULT = new TaskLimits(64, 256);

    /**
     * Limits with as many running as the pool allows one map.
     *
     * @param underWay the most tasks of the map that may be queued or running, 1 or more
     * @param completions the most tasks that may be queued, running or waiting for the map to run their completion, 1 or
     *     more
     */
    public TaskLimits(int underWay, int completions) {
        this(underWay, completions, MAX);
    }

    /**
     * Sets how many may run at one time.
     *
     * @param most 1 or more
     * @return a changed copy
     */
    public TaskLimits withRunning(int most) {
        return new TaskLimits(underWay, completions, most);
    }

    /** The same in a pool of so many workers: of three or more all but one at most. */
    TaskLimits within(int workers) {
        return withRunning(Math.min(running, workers < 3 ? workers : workers - 1));
    }

    /**
     * Notes every limit that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each limit's name; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        check.range(prefix + "underWay", underWay, 1, MAX);
        check.range(prefix + "completions", completions, 1, MAX);
        check.range(prefix + "running", running, 1, MAX);
    }
}
