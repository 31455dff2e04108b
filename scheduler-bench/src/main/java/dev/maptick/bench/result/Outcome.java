package dev.maptick.bench.result;

/** How a run ended. */
public enum Outcome {
    /** There are figures. */
    MEASURED,
    /** The contender is not to be had on this JVM, or not for this scenario; the note says why. */
    NOT_AVAILABLE,
    /** The contender could not do it, or broke; the note says how. */
    FAILED
}
