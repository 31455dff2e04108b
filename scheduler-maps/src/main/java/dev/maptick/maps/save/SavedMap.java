package dev.maptick.maps.save;

import dev.maptick.core.Names;

/** One snapshot, as a store holds it. Whoever loaded it owns the object and its bytes. */
public final class SavedMap {
    private final SaveEpoch owner;
    private final long sequence;
    private final byte[] bytes;

    /**
     * Makes one, for stores.
     *
     * @param owner who saved it
     * @param sequence its place among that owner's saves
     * @param bytes the snapshot; not copied, so the store keeps no reference to it
     */
    public SavedMap(SaveEpoch owner, long sequence, byte[] bytes) {
        this.owner = owner;
        this.sequence = sequence;
        this.bytes = bytes;
    }

    /**
     * The map's name.
     *
     * @return never null
     */
    public String mapName() {
        return owner.mapName();
    }

    /**
     * The number of the epoch it was saved in.
     *
     * @return 1 or more
     */
    public long epoch() {
        return owner.number();
    }

    /**
     * Its place among the saves of that epoch.
     *
     * @return as given to {@link MapStore#save}
     */
    public long sequence() {
        return sequence;
    }

    /**
     * What was saved.
     *
     * @return the one array of this object
     */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return "SavedMap[" + Names.quote(mapName()) + ", epoch=" + epoch() + ", sequence=" + sequence + ", "
                + bytes.length + " bytes]";
    }
}
