package dev.maptick.maps.save;

/** The game's side of saving one map. */
@FunctionalInterface
public interface SaveSource {
    /**
     * What can be done before the capture so that the capture is short, such as making buffers. On a background worker,
     * while the map ticks: it must not touch what ticks touch. What it wrote {@link #capture} sees. It may run again
     * before a capture when the map took long to come to its tick, and does not run before the final one.
     *
     * @throws Exception any failure; the save waits for the map's next turn
     */
    default void prepare() throws Exception {}

    /**
     * Copies the state, on the map's own tick. The map stands still for as long as this takes, so leave to
     * {@link Snapshot#encode} what does not need the map.
     *
     * @return the state, cut loose from the map
     * @throws Exception any failure; the tick goes on, and the save waits for the map's next turn. A final capture's
     *     failure goes to the closer
     */
    Snapshot capture() throws Exception;

    /**
     * Whether the map calls {@link MapSaving#markChanged} on every change. A map that does not counts as changed by every
     * tick. Asked once.
     *
     * @return false unless overridden
     */
    default boolean tracksChanges() {
        return false;
    }
}
