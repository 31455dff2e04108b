package dev.maptick.maps;

import dev.maptick.maps.save.SavedMap;
import org.jspecify.annotations.Nullable;

/** Makes a map from what was saved of it. */
@FunctionalInterface
public interface PersistentMapFactory {
    /**
     * Makes the map. On a background thread, so it may take its time to decode.
     *
     * @param saved the last complete snapshot; null if the map was never saved
     * @return a new map, not opened anywhere else
     * @throws Exception any failure; the map is not opened then, and what is saved stays as it is
     */
    PersistentMap create(@Nullable SavedMap saved) throws Exception;
}
