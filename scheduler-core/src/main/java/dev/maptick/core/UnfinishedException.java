package dev.maptick.core;

/**
 * The scheduler was shut down and its limit passed before a map had left: its tick was still running, or its last task
 * had found no thread. The told reason of its unregister future.
 */
public final class UnfinishedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message which map, and what it was doing when the limit passed
     */
    public UnfinishedException(String message) {
        super(message);
    }
}
