package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * A task was given up, with the reason. It is no {@link java.util.concurrent.CancellationException}, since a future does
 * not hand that one on unchanged on every JDK and its reason would be lost.
 */
public final class TaskCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final CancelReason reason;

    /**
     * Makes one.
     *
     * @param reason why
     * @param message which map's task, and how far it had come
     * @param cause what the work itself threw, or null
     */
    public TaskCancelledException(CancelReason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Why the task was given up.
     *
     * @return the reason
     */
    public CancelReason reason() {
        return reason;
    }
}
