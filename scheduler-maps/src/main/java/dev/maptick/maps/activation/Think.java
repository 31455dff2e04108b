package dev.maptick.maps.activation;

/** What an entity does when its turn comes. */
@FunctionalInterface
public interface Think {
    /**
     * Thinks once, on the map's tick. May move or remove any entity, itself included, and any player.
     *
     * @throws Exception any failure; it costs this think, and the entity stays active
     */
    void think() throws Exception;
}
