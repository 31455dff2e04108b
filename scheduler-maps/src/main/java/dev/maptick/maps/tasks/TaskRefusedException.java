package dev.maptick.maps.tasks;

/** A task was refused; its work did not run and will not. {@link #admission()} tells why. */
public final class TaskRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final TaskAdmission admission;

    /**
     * Makes one.
     *
     * @param admission the reason, not {@link TaskAdmission#ACCEPTED}
     * @param message which map's task, and the reason in words
     */
    public TaskRefusedException(TaskAdmission admission, String message) {
        super(message);
        this.admission = admission;
    }

    /**
     * Why it was refused.
     *
     * @return the reason
     */
    public TaskAdmission admission() {
        return admission;
    }
}
