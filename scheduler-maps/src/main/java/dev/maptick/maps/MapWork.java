package dev.maptick.maps;

/**
 * Work posted to a map: runs once, inside a tick of that map, so it may touch the map's state. It takes no argument, since
 * whoever posts to a map has what the work needs at hand; a lambda that captures nothing costs no memory.
 */
@FunctionalInterface
public interface MapWork {
    /**
     * Does the work.
     *
     * @throws Exception anything; it costs this work alone and is counted
     */
    void run() throws Exception;
}
