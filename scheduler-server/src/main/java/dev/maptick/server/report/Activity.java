package dev.maptick.server.report;

import org.jspecify.annotations.Nullable;

/**
 * What goes on in the maps besides their ticks. Immutable.
 *
 * @param maps how many there are
 * @param asleep how many of them sleep at this moment
 * @param thinks thoughts of residents
 * @param posts visitors posted to maps
 * @param tasks background tasks
 * @param saves null if no state is kept
 */
public record Activity(
        int maps,
        int asleep,
        Thinks thinks,
        Posts posts,
        Tasks tasks,
        @Nullable Saves saves) {
    /** Nothing at all. */
    static final Activity NONE = new Activity(0, 0, new Thinks(0, 0), new Posts(0, 0, 0), new Tasks(0, 0, 0), null);

    /**
     * Thoughts of residents.
     *
     * @param count how many
     * @param faults how many of them threw
     */
    public record Thinks(long count, long faults) {}

    /**
     * Visitors posted to maps.
     *
     * @param accepted posts taken in
     * @param refused posts a mailbox refused
     * @param foundFull accepted ones for whom there was no room in the map
     */
    public record Posts(long accepted, long refused, long foundFull) {}

    /**
     * Background tasks.
     *
     * @param accepted tasks accepted
     * @param refused tasks refused
     * @param finished tasks that have ended
     */
    public record Tasks(long accepted, long refused, long finished) {}

    /**
     * Saves of maps.
     *
     * @param written snapshots written
     * @param failed saves that failed or were refused
     * @param pauseMedianNanos how long maps stood still to be captured, half of them no longer
     * @param pauseMaxNanos the longest of those
     * @param loaded maps that were opened as they had been saved
     */
    public record Saves(long written, long failed, long pauseMedianNanos, long pauseMaxNanos, long loaded) {}

    /** What happened since an earlier moment; what is so now is left as it is. */
    Activity since(Activity earlier) {
        Saves before = earlier.saves;
        return new Activity(
                maps,
                asleep,
                new Thinks(thinks.count - earlier.thinks.count, thinks.faults - earlier.thinks.faults),
                new Posts(
                        posts.accepted - earlier.posts.accepted,
                        posts.refused - earlier.posts.refused,
                        posts.foundFull - earlier.posts.foundFull),
                new Tasks(
                        tasks.accepted - earlier.tasks.accepted,
                        tasks.refused - earlier.tasks.refused,
                        tasks.finished - earlier.tasks.finished),
                saves == null || before == null
                        ? saves
                        : new Saves(
                                saves.written - before.written,
                                saves.failed - before.failed,
                                saves.pauseMedianNanos,
                                saves.pauseMaxNanos,
                                saves.loaded));
    }
}
