package dev.maptick.maps.tasks;

/** What is counted of tasks; the meanings are those of {@link TaskStats}. The last three go up and down. */
enum Count {
    ACCEPTED,
    REFUSED_FULL,
    REFUSED_SHARE,
    REFUSED_STOPPED,
    REFUSED_GONE,
    REFUSED_REJECTED,
    REFUSED_USED,
    SUCCEEDED,
    FAILED,
    PANICS,
    CANCELLED,
    SKIPPED,
    COMPLETIONS_RUN,
    COMPLETION_FAULTS,
    ORPHANED,
    QUEUED,
    RUNNING,
    COMPLETIONS_QUEUED;

    /** Where a refusal is counted. */
    static Count of(TaskAdmission refusal) {
        return switch (refusal) {
            case ACCEPTED -> ACCEPTED;
            case FULL -> REFUSED_FULL;
            case SHARE_FULL -> REFUSED_SHARE;
            case REJECTED -> REFUSED_REJECTED;
            case ALREADY_USED -> REFUSED_USED;
            case STOPPING, STOPPED -> REFUSED_STOPPED;
            case GONE -> REFUSED_GONE;
        };
    }
}
