package dev.maptick.maps.tasks;

/**
 * How far a task is. Immutable.
 *
 * @param done what is done, in the work's own unit
 * @param total what there is to do in all, or 0 if unknown
 * @param note a word on the present step; may be empty
 */
public record TaskProgress(long done, long total, String note) {
    /** Nothing was told yet. */
    public static final TaskProgress NONE = new TaskProgress(0, 0, "");

    /**
     * Checks the numbers.
     *
     * @param done 0 or more
     * @param total 0 or more
     * @param note as above
     */
    public TaskProgress {
        if (done < 0 || total < 0) {
            throw new IllegalArgumentException("progress " + done + " of " + total + ": neither may be below 0");
        }
    }
}
