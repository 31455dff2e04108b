package dev.maptick.bench;

/** The benchmark cannot go on; the message says why, for people. */
final class CannotRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
