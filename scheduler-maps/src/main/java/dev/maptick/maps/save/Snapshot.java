package dev.maptick.maps.save;

/**
 * A map's state at one moment, cut loose from the map: what {@link SaveSource#capture} returns. It must share nothing
 * with the map that a later tick changes, for it is encoded while the map ticks on.
 */
@FunctionalInterface
public interface Snapshot {
    /**
     * Turns the state into bytes, on a background worker and once at most.
     *
     * @return the bytes to store; nobody changes them any more
     * @throws Exception any failure; the save has failed then and is not tried again before the map's next turn
     */
    byte[] encode() throws Exception;

    /**
     * A snapshot that is bytes already.
     *
     * @param bytes the bytes; nobody changes them any more
     * @return a snapshot of them
     */
    static Snapshot of(byte[] bytes) {
        return () -> bytes;
    }
}
