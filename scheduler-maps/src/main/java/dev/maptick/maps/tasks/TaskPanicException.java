package dev.maptick.maps.tasks;

/**
 * Background work ended with something that is no {@link Exception}: an {@link Error}, such as a stack overflow or a failed
 * assertion. Ordinary exceptions reach the completion unchanged. The worker lives on.
 */
public final class TaskPanicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message which map's task
     * @param cause what the work threw
     */
    public TaskPanicException(String message, Throwable cause) {
        super(message, cause);
    }
}
