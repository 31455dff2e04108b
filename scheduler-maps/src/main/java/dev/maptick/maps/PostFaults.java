package dev.maptick.maps;

/** What becomes of a map one of whose posts or completions throws. Either way the fault is counted and logged. */
public enum PostFaults {
    /** The one that threw costs itself; the next one runs. */
    COUNT,
    /**
     * The map is closed with that cause, for games that would rather lose a map than go on with a state that one act has
     * left half done. Nothing that is queued runs any more; the tick ends as a fault, {@link GameMap#onClose} follows, and
     * the close future fails with the cause.
     */
    STOP_MAP
}
