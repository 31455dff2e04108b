package dev.maptick.maps.save;

/**
 * Is told of each save. Called without any lock, on the thread where it happened; what it throws is logged and disturbs
 * nothing.
 */
public interface SaveListener {
    /** Hears nothing. */
    SaveListener NONE = new SaveListener() {};

    /**
     * A snapshot was captured. On the map's tick.
     *
     * @param map the map
     * @param pauseNanos how long the map stood still
     * @param last whether it was the final one
     */
    default void captured(MapSaving map, long pauseNanos, boolean last) {}

    /**
     * A snapshot was written. On a background worker.
     *
     * @param map the map
     * @param bytes its size
     * @param writeNanos how long encoding and writing took in the attempt that succeeded
     */
    default void written(MapSaving map, int bytes, long writeNanos) {}

    /**
     * A write failed and is tried again.
     *
     * @param map the map
     * @param attempt which attempt failed, from 1
     * @param cause why
     */
    default void retrying(MapSaving map, int attempt, Throwable cause) {}

    /**
     * A save failed for good, in any of its parts, or was refused by the store: a {@link StoreRefusedException} tells
     * which refusal. After {@link SaveResult#STALE_EPOCH} the map has another owner and is not saved again.
     *
     * @param map the map
     * @param cause why
     */
    default void failed(MapSaving map, Throwable cause) {}
}
