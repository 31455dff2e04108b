package dev.maptick.maps;

/** What became of a post at a map's mailbox. A refusal is a value: nothing was kept and nothing will run. */
public enum Admission {
    /** Taken in: it runs inside a later tick of the map, or is counted as failed when the map leaves before that. */
    ACCEPTED,
    /** Refused: the lane is full, or others already wait for its space. Later posts may be accepted. */
    FULL,
    /** Refused: the map is closing. No later post will be accepted. */
    STOPPING,
    /** Refused: the map has left. No later post will be accepted. */
    GONE;

    /**
     * Whether the post was taken in.
     *
     * @return true for {@link #ACCEPTED} alone
     */
    public boolean isAccepted() {
        return this == ACCEPTED;
    }
}
