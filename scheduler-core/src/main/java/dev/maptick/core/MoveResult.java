package dev.maptick.core;

/** The outcome of {@link TickRegistration#moveTo(Placement)}. */
public enum MoveResult {
    /** Accepted: moved at once, or at the end of the tick in flight. */
    MOVED,
    /** It is there, or on its way there, already. */
    ALREADY_THERE,
    /** Every dedicated thread is taken; nothing changed. */
    NO_FREE_THREAD,
    /** A dedicated thread could not be started; the slot was given back and nothing changed. */
    THREAD_FAILED,
    /** The registration is leaving or has left. */
    GONE
}
