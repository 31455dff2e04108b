package dev.maptick.core;

/**
 * A tick tried to wait for something that can only happen after that tick has ended: its own map's leaving, or that of a
 * map which in turn waits for it. Thrown at once in place of a deadlock.
 */
public final class SelfWaitException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message which map would wait for what
     */
    public SelfWaitException(String message) {
        super(message);
    }
}
