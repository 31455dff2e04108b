package dev.maptick.maps.tasks;

/** Why a task was given up. The first reason stays. */
public enum CancelReason {
    /** The caller's own {@link Cancellation}. */
    CALLER,
    /** The map that submitted it has left. */
    MAP_GONE,
    /** The pool was shut down. */
    SHUTDOWN
}
