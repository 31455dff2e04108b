package dev.maptick.core;

/** The outcome of a request to a registration that may find it changed or gone. */
public enum ControlResult {
    /** Done, or taken over at the end of the tick in flight. */
    APPLIED,
    /** There was nothing to do. */
    UNCHANGED,
    /** The registration is leaving or has left; nothing was done. */
    GONE
}
