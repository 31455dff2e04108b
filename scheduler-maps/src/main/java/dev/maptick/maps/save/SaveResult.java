package dev.maptick.maps.save;

/** What became of a {@link MapStore#save}. */
public enum SaveResult {
    /** The snapshot is the map's latest one, durably. */
    SAVED,

    /** Refused: the map has been claimed anew, deleted or released since, or the store has been opened anew. */
    STALE_EPOCH,

    /** Refused: this owner has saved a snapshot with this sequence or a later one. */
    STALE_SEQUENCE,

    /** Refused: the snapshot is larger than the store's limit. */
    TOO_LARGE
}
