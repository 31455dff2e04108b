package dev.maptick.server.world;

import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.save.SavedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One map of the world: what it is called and how it is made. Opened once, by one thread, which reads the other things only
 * when the opening is done.
 */
public final class Plot {
    private final String name;
    private final MapOptions options;
    private final Builder builder;
    private @Nullable WorldMap map;
    private @Nullable MapHandle handle;
    private boolean loaded;

    Plot(String name, MapOptions options, Builder builder) {
        this.name = name;
        this.options = options;
        this.builder = builder;
    }

    /** Makes a map of what was saved of it, or a new one of nothing. */
    @FunctionalInterface
    interface Builder {
        WorldMap build(@Nullable MapState saved) throws BadStateException;
    }

    /**
     * The name its map is opened under.
     *
     * @return never null
     */
    public String name() {
        return name;
    }

    /**
     * Opens its map new, without a store.
     *
     * @param host where to
     * @return the open map
     * @throws dev.maptick.core.RefusedException when the host is stopping or the name is taken
     */
    public MapHandle open(MapHost host) {
        return opened(host.open(name, options, make(null)));
    }

    private WorldMap make(@Nullable MapState saved) {
        try {
            WorldMap made = builder.build(saved);
            map = made;
            return made;
        } catch (BadStateException e) {
            throw new IllegalStateException("a new map has no state", e);
        }
    }

    /**
     * Opens its map from the host's store, as it was saved, or new if it never was.
     *
     * @param host where to, with a store
     * @return fails as {@link MapHost#openSaved}, and with {@link BadStateException} if what was saved cannot be used
     */
    public CompletableFuture<MapHandle> openSaved(MapHost host) {
        return host.openSaved(name, options, saved -> {
                    WorldMap made = builder.build(state(saved));
                    loaded = saved != null;
                    map = made;
                    return made;
                })
                .thenApply(this::opened);
    }

    private static @Nullable MapState state(@Nullable SavedMap saved) throws BadStateException {
        return saved == null ? null : MapState.decode(saved.bytes());
    }

    private MapHandle opened(MapHandle open) {
        handle = open;
        return open;
    }

    /**
     * Whether its map was made of what was saved of it. Ask after the opening.
     *
     * @return false for a new one
     */
    public boolean isLoaded() {
        return loaded;
    }

    boolean isOpen() {
        return handle != null;
    }

    /** Its map, once it is open. */
    WorldMap map() {
        if (map == null) {
            throw new IllegalStateException(name + " is not open");
        }
        return map;
    }

    /** Its map as its owner holds it, once it is open. */
    MapHandle handle() {
        if (handle == null) {
            throw new IllegalStateException(name + " is not open");
        }
        return handle;
    }
}
