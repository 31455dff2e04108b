package dev.maptick.server.world;

/** What was saved of a map cannot be used: damaged, of another version, or of another floor plan. The message tells which. */
public final class BadStateException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message what is wrong
     */
    public BadStateException(String message) {
        super(message);
    }
}
