package dev.maptick.maps;

import dev.maptick.maps.save.SaveSource;

/**
 * A map whose state outlives it: opened by {@link MapHost#openSaved}, captured on its own tick every so often and once more
 * in its last task, after {@link #onClose}. A map whose opening failed is never captured, so that it cannot replace a good
 * state by an empty one.
 */
public interface PersistentMap extends GameMap, SaveSource {}
