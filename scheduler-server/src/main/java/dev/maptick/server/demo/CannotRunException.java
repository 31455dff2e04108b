package dev.maptick.server.demo;

/** The service cannot run here and now; the message says what is in the way and what to do. */
public final class CannotRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message what is in the way and what to do
     * @param cause what was thrown
     */
    public CannotRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
