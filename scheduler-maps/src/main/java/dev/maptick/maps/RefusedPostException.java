package dev.maptick.maps;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A post was refused, or accepted and then not run because its map left. {@link #admission()} tells which reason it was.
 * Used where a value cannot tell it: in futures and by an executor. Has no stack trace, since a flood of refusals must
 * stay cheap and the reason says all.
 */
public final class RefusedPostException extends RejectedExecutionException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final Admission admission;

    /**
     * Makes one.
     *
     * @param admission the reason: full, stopping or gone
     * @param message which map refused and why
     * @param cause why the map left, if there is more to tell
     */
    public RefusedPostException(Admission admission, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.admission = admission;
    }

    /**
     * Why it was refused.
     *
     * @return never {@link Admission#ACCEPTED}
     */
    public Admission admission() {
        return admission;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
