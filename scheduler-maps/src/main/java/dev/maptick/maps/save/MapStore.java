package dev.maptick.maps.save;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the latest snapshot of each map, and lets only the map's newest owner replace it.
 *
 * <p>Who wants to save a map claims it first and gets a {@link SaveEpoch}, which is good until the map is claimed again,
 * deleted or released, or until the store is opened anew. A host that lost a map to another one therefore cannot write
 * over what the new owner saved, however late its write arrives.
 *
 * <p>Any thread may call any method; all but {@link #release} may block for input and output, so none of the others
 * belongs in a tick. A method that throws {@link IOException} has not changed what {@link #load} returns, or has changed
 * it whole: to call it again is safe.
 */
public interface MapStore {
    /**
     * The latest snapshot saved. Needs no claim.
     *
     * @param mapName the map's name
     * @return the last complete snapshot, never a torn one; empty if the map was never saved or was deleted
     * @throws IOException if it cannot be read, or if there is one but no complete version of it is left
     * @throws IllegalArgumentException if the name breaks the rule for names
     */
    Optional<SavedMap> load(String mapName) throws IOException;

    /**
     * Makes a new owner of a map and ends every earlier one's right to save it.
     *
     * @param mapName the map's name
     * @return an epoch greater than all that this store has ever given out
     * @throws IOException if the store cannot make sure of that; earlier owners may have lost their right
     * @throws IllegalArgumentException if the name breaks the rule for names
     */
    SaveEpoch claim(String mapName) throws IOException;

    /**
     * Replaces the map's snapshot, whole and durably by the time this returns {@link SaveResult#SAVED}.
     *
     * @param owner who saves
     * @param sequence greater than that of any snapshot this owner has saved
     * @param bytes the snapshot; read during the call only
     * @return whether it was saved, or why it was refused; a refusal has changed nothing
     * @throws IOException if it could not be written; worth another try with the same sequence. An unchecked exception is
     *     taken for the same, an {@link Error} is not: the snapshot is given up then
     */
    SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException;

    /**
     * Tells that an owner will save no more, so that the store can forget the claim. What is saved stays. Does nothing if
     * the claim is no longer good. Never blocks for input or output.
     *
     * @param owner who is done
     */
    void release(SaveEpoch owner);

    /**
     * Which maps have a snapshot.
     *
     * @return their names, in no order
     * @throws IOException if that cannot be read
     */
    List<String> list() throws IOException;

    /**
     * Removes a map's snapshot and ends its owner's right to save it.
     *
     * @param mapName the map's name
     * @return whether there was one
     * @throws IOException if it could not be removed; it is then still there, whole
     * @throws IllegalArgumentException if the name breaks the rule for names
     */
    boolean delete(String mapName) throws IOException;
}
