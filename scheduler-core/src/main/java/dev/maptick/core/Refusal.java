package dev.maptick.core;

/** Why a scheduler refused something; the told-apart reason of a {@link RefusedException}. */
public enum Refusal {
    /** A setting or option is out of its range. */
    BAD_SETTINGS,
    /** A name is empty, too long, has a control character or a blank at an end. */
    BAD_NAME,
    /** A registration of that name has not left yet. */
    NAME_TAKEN,
    /** The scheduler was built and not started yet. */
    NOT_STARTED,
    /** The scheduler is shutting down or has been shut down. */
    STOPPING,
    /** The pool has more work than its {@link AdmissionPolicy} allows. */
    OVERLOADED
}
