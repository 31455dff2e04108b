package dev.maptick.server.world;

/** Where maps send their changes, on their replication tick. Called by many maps at once; must not block. */
@FunctionalInterface
public interface ReplicationSink {
    /**
     * Takes one map's changes.
     *
     * @param map the map's name
     * @param buffer the changes, encoded; the map's own, valid only inside the call
     * @param length how many bytes of the buffer are in use
     * @param changes how many changes they hold
     */
    void send(String map, byte[] buffer, int length, int changes);
}
