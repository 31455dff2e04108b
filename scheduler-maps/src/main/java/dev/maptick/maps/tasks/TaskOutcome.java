package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * How a task ended. Immutable; any thread.
 *
 * @param <T> what the work makes
 */
public final class TaskOutcome<T extends @Nullable Object> {
    /** The three ways to end. */
    public enum Kind {
        /** The work returned a value. */
        SUCCEEDED,
        /** The work threw. */
        FAILED,
        /** The task was given up before its work began, or its work returned after it was. */
        CANCELLED
    }

    private final Kind kind;
    private final @Nullable T value;
    private final @Nullable Throwable error;

    private TaskOutcome(Kind kind, @Nullable T value, @Nullable Throwable error) {
        this.kind = kind;
        this.value = value;
        this.error = error;
    }

    static <T extends @Nullable Object> TaskOutcome<T> succeeded(T value) {
        return new TaskOutcome<>(Kind.SUCCEEDED, value, null);
    }

    static <T extends @Nullable Object> TaskOutcome<T> failed(Throwable error) {
        return new TaskOutcome<>(Kind.FAILED, null, error);
    }

    static <T extends @Nullable Object> TaskOutcome<T> cancelled(TaskCancelledException error) {
        return new TaskOutcome<>(Kind.CANCELLED, null, error);
    }

    /**
     * How it ended.
     *
     * @return one of three
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Whether there is a value.
     *
     * @return true if the work returned one in time
     */
    public boolean isSuccess() {
        return kind == Kind.SUCCEEDED;
    }

    /**
     * What the work returned.
     *
     * @return the value
     * @throws IllegalStateException when there is none, with {@link #error()} as its cause
     */
    @SuppressWarnings("NullAway") // the value is a T whenever the kind says so
    public T value() {
        if (kind != Kind.SUCCEEDED) {
            throw new IllegalStateException("the task has no value: " + error, error);
        }
        return value;
    }

    /**
     * What went wrong: the work's own exception, unchanged; a {@link TaskPanicException} around an {@link Error}; a
     * {@link TaskCancelledException} with the reason; or a {@link TaskRefusedException} when the pool's executor broke down
     * after the task was accepted.
     *
     * @return null if there is a value
     */
    public @Nullable Throwable error() {
        return error;
    }

    /**
     * Why it was given up.
     *
     * @return null unless the kind is {@link Kind#CANCELLED}
     */
    public @Nullable CancelReason cancelReason() {
        return kind == Kind.CANCELLED && error instanceof TaskCancelledException cancelled ? cancelled.reason() : null;
    }

    @Override
    public String toString() {
        return kind == Kind.SUCCEEDED ? "succeeded" : kind + ": " + error;
    }
}
