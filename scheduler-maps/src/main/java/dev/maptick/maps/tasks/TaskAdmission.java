package dev.maptick.maps.tasks;

/** The answer to a submission. Everything but {@link #ACCEPTED} is a refusal: the work never runs, no completion comes. */
public enum TaskAdmission {
    /** The task will end with exactly one outcome. */
    ACCEPTED("accepted"),
    /** Every worker is taken and the pool's queue is full. */
    FULL("full: every worker is taken and so is the pool's queue"),
    /** The map has used up its own share: of tasks under way, or of completions it has not run yet. */
    SHARE_FULL("share full: the map's own share of tasks or of completions is used up"),
    /** The executor that the pool was given took no task and no worker was left to run it. */
    REJECTED("rejected: the pool's executor took no task"),
    /** This very task object was accepted before. */
    ALREADY_USED("already used: a task object runs once"),
    /** The pool is shutting down. */
    STOPPING("stopping: the background pool is shutting down"),
    /** The pool has been shut down. */
    STOPPED("stopped: the background pool has been shut down"),
    /** The map is leaving or has left. */
    GONE("map gone");

    private final String words;

    TaskAdmission(String words) {
        this.words = words;
    }

    /**
     * Whether the task will run or be skipped with a told reason.
     *
     * @return true for {@link #ACCEPTED} alone
     */
    public boolean isAccepted() {
        return this == ACCEPTED;
    }

    /**
     * The answer in words, for messages.
     *
     * @return one line
     */
    public String words() {
        return words;
    }
}
