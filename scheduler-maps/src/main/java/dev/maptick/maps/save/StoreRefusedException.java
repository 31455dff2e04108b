package dev.maptick.maps.save;

/** A store refused a snapshot; {@link #result()} tells why. The told reason of a final save that was not written. */
public final class StoreRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** What the store answered. */
    private final SaveResult result;

    /**
     * Makes one.
     *
     * @param owner who wanted to save
     * @param result what the store answered
     */
    public StoreRefusedException(SaveEpoch owner, SaveResult result) {
        super("save refused (" + result + ") for " + owner);
        this.result = result;
    }

    /**
     * Why it was refused.
     *
     * @return anything but {@link SaveResult#SAVED}
     */
    public SaveResult result() {
        return result;
    }
}
