package dev.maptick.maps;

/** A map's state was touched by a thread that is not inside that map's tick. Thrown before anything was touched. */
public final class NotOwnerException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message the act, the calling thread, the map and its owner
     */
    public NotOwnerException(String message) {
        super(message);
    }
}
