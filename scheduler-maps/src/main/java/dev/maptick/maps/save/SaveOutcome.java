package dev.maptick.maps.save;

/** How the saving of a map ended well. */
public enum SaveOutcome {
    /** The map's last state is written. */
    WRITTEN,

    /** The map's last state was written before, or it never changed: there was nothing to write. */
    UNCHANGED,

    /** The map was opened without a store. */
    NOT_KEPT,

    /** The map left without its last task, so there was no final capture; earlier saves are done. */
    ABANDONED
}
