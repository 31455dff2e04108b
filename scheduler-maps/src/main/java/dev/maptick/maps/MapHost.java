package dev.maptick.maps;

import dev.maptick.core.Names;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.save.SaveListener;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.BackgroundPool;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens maps on a scheduler, finds them and closes them. Every method may be called from any thread, inside a tick too,
 * and none blocks for a tick. Several hosts may share a scheduler; each knows only its own maps, names are unique across
 * all of them.
 *
 * <p>A host without a store needs no stop of its own: {@link TickScheduler#shutdown} closes every map while the scheduler
 * still ticks, and the background workers are daemons. One with a store is ended by {@link #shutdown}, which waits until
 * everything is written. To close the maps and go on, call {@link #closeAll()}.
 */
public final class MapHost {
    private final TickScheduler scheduler;
    private final Map<String, MapOptions> types;
    private final MapHooks hooks;
    private final MapDirectory directory;

    private final HostParts parts;

    private final AtomicInteger opening = new AtomicInteger();

    private volatile boolean openingStopped;

    MapHost(TickScheduler scheduler, Map<String, MapOptions> types, List<MapListener> listeners, HostParts parts) {
        this.scheduler = scheduler;
        this.parts = parts;
        this.types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
        hooks = new MapHooks(listeners);
        directory = new MapDirectory(hooks, parts.totals());
        scheduler.addListener(directory);
    }

    /**
     * Begins to configure a host.
     *
     * @param scheduler what ticks its maps; need not be started yet
     * @return a builder without types and listeners
     */
    public static MapHostBuilder builder(TickScheduler scheduler) {
        return new MapHostBuilder(scheduler);
    }

    /**
     * Opens a map. It ticks from its first deadline on, less than one tick period away.
     *
     * @param name unique among maps that have not left; see {@link Names}
     * @param options how to run it
     * @param map the game's code
     * @return the map
     * @throws SettingsException naming every option that is bad
     * @throws RefusedException with the reason: bad name, name taken, scheduler not started, stopping
     */
    public MapHandle open(String name, MapOptions options, GameMap map) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(map, "map");
        check(options);
        return register(new HostedMap(name, options, parts), options, map);
    }

    /**
     * Opens a map from the host's store: claims it there, loads what was saved of it and makes the map of that, on a
     * background thread, then opens it as {@link #open(String, MapOptions, GameMap)} does. An earlier map of that name that
     * is leaving is waited for until its last state is written. Inside a tick do not wait for the result.
     *
     * @param name unique among maps that have not left; see {@link Names}
     * @param options how to run it
     * @param factory makes the map from what was saved of it
     * @return completes off the ticks; fails with {@link RefusedException} as {@code open} does, with
     *     {@link java.io.IOException} if the store cannot be read, or with what the factory threw. The map is not open then
     * @throws SettingsException naming every option that is bad
     * @throws IllegalStateException if the host was built without a store
     */
    public CompletableFuture<MapHandle> openSaved(String name, MapOptions options, PersistentMapFactory factory) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(factory, "factory");
        check(options);
        HostSaving saving = parts.saving();
        if (saving == null) {
            throw new IllegalStateException("map " + Names.quote(name)
                    + " not opened from a store: the host was built without one, see MapHostBuilder.saving");
        }
        if (!Names.isValid(name)) {
            return CompletableFuture.failedFuture(new RefusedException(
                    Refusal.BAD_NAME, "bad name " + Names.quote(name) + ", allowed: " + Names.RULE));
        }
        if (openingStopped) {
            return CompletableFuture.failedFuture(notOpening(name));
        }
        return saving.open(name, factory, (map, slot) -> {
            HostedMap hosted = new HostedMap(name, options, parts);
            hosted.keep(slot, saving.register(slot, name, hosted.workType().name(), map, hosted::wakeForWork));
            try {
                return register(hosted, options, map);
            } catch (RuntimeException | Error e) {
                hosted.left();
                throw e;
            }
        });
    }

    /**
     * Opens a map of a declared type from the host's store.
     *
     * @param name unique among maps that have not left; see {@link Names}
     * @param type a type declared in the builder
     * @param factory makes the map from what was saved of it
     * @return as {@link #openSaved(String, MapOptions, PersistentMapFactory)}
     * @throws SettingsException when the type was not declared
     * @throws IllegalStateException if the host was built without a store
     */
    public CompletableFuture<MapHandle> openSaved(String name, String type, PersistentMapFactory factory) {
        return openSaved(name, options(type), factory);
    }

    private static void check(MapOptions options) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "");
        check.throwIfAny();
    }

    private static RefusedException notOpening(String name) {
        return new RefusedException(
                Refusal.STOPPING, "map " + Names.quote(name) + " not opened: stopping, the host opens no more maps");
    }

    private MapHandle register(HostedMap hosted, MapOptions options, GameMap map) {
        // Counted before the stop is looked at: whoever stops openings and then finds none under way has seen all maps.
        opening.incrementAndGet();
        try {
            if (openingStopped) {
                throw notOpening(hosted.name());
            }
            MapLoop loop = new MapLoop(map, hosted);
            TickRegistration registration = scheduler.register(hosted.name(), options.toTickOptions(loop::last), loop);
            hosted.bind(registration);
            directory.add(registration, hosted);
            if (openingStopped) {
                // A closeAll that followed the stop may have looked before this map was there.
                var unused = hosted.close();
            }
            return hosted;
        } finally {
            opening.decrementAndGet();
        }
    }

    /** Whether an opening has passed the stop and has not put its map in yet. */
    boolean isOpening() {
        return opening.get() > 0;
    }

    /** No map is left and none will come: the scheduler need not know this host any more. */
    void forgottenByScheduler() {
        scheduler.removeListener(directory);
    }

    /**
     * Opens a map of a declared type.
     *
     * @param name unique among maps that have not left; see {@link Names}
     * @param type a type declared in the builder
     * @param map the game's code
     * @return the map
     * @throws SettingsException when the type was not declared
     * @throws RefusedException with the reason: bad name, name taken, scheduler not started, stopping
     */
    public MapHandle open(String name, String type, GameMap map) {
        return open(name, options(type), map);
    }

    /**
     * The options of a declared type.
     *
     * @param type a type declared in the builder
     * @return its options
     * @throws SettingsException when the type was not declared
     */
    public MapOptions options(String type) {
        MapOptions found = types.get(type);
        if (found == null) {
            SettingsCheck check = new SettingsCheck();
            check.bad("type", type, types.isEmpty() ? "no type was declared" : "one of " + types.keySet());
            check.throwIfAny();
            throw new AssertionError("unreachable");
        }
        return found;
    }

    /**
     * The declared types.
     *
     * @return each type's name and options, in the order of their declaration; cannot be changed
     */
    public Map<String, MapOptions> types() {
        return types;
    }

    /**
     * Finds a map of this host that has not left.
     *
     * @param name its name
     * @return empty if there is none, or while its {@code open} has not returned yet
     */
    public Optional<MapHandle> find(String name) {
        return scheduler.find(name).map(directory::find);
    }

    /**
     * The maps of this host that have not left.
     *
     * @return a snapshot in no particular order
     */
    public List<MapHandle> list() {
        return directory.list();
    }

    /**
     * The number of maps of this host that have not left.
     *
     * @return 0 or more
     */
    public int size() {
        return directory.size();
    }

    /**
     * Closes a map by its name.
     *
     * @param name its name
     * @return the future of {@link MapHandle#close()}; empty if this host has no such map
     */
    public Optional<CompletableFuture<Void>> close(String name) {
        return find(name).map(MapHandle::close);
    }

    /**
     * Closes every map that is open at the call, while ticks go on. Maps opened later are not touched; call
     * {@link #stopOpening()} first to have none.
     *
     * @return done once each of those maps has left. It does not fail: the report names each failure. Waiting for it
     *     inside a tick of one of those maps throws {@link dev.maptick.core.SelfWaitException}, and so does waiting for
     *     what is made from it; completing or cancelling it from outside is refused and changes nothing
     */
    public CompletableFuture<CloseReport> closeAll() {
        return CloseAll.of(list());
    }

    /**
     * Refuses every later {@link #open} with {@link Refusal#STOPPING}; maps that are open stay open. An open that is under
     * way on another thread may still succeed; its map is then closed at once. Cannot be taken back.
     */
    public void stopOpening() {
        openingStopped = true;
    }

    /**
     * Adds a listener that hears of every map from now on; of maps that are open already it hears the end.
     *
     * @param listener the listener
     */
    public void addListener(MapListener listener) {
        hooks.add(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Removes a listener. It may still hear of what is under way.
     *
     * @param listener one that was added, here or in the builder; of no effect for any other
     */
    public void removeListener(MapListener listener) {
        hooks.remove(listener);
    }

    /**
     * How many calls to listeners threw.
     *
     * @return a total that never goes down
     */
    public long listenerFailures() {
        return hooks.failures();
    }

    /**
     * The workers on which this host's maps have blocking work done.
     *
     * @return never null
     */
    public BackgroundPool background() {
        return parts.tasks();
    }

    /**
     * What the saving of this host's maps has done so far.
     *
     * @return a consistent snapshot; empty if the host was built without a store
     */
    public Optional<SaveStats> saveStats() {
        return Optional.ofNullable(parts.saving()).map(HostSaving::stats);
    }

    /**
     * How the host's maps are saved.
     *
     * @return empty if the host was built without a store
     */
    public Optional<SaveOptions> saveOptions() {
        return Optional.ofNullable(parts.saving()).map(HostSaving::options);
    }

    /**
     * Adds a listener that hears of every save from now on. A host without a store has none to tell of.
     *
     * @param listener the listener
     */
    public void addSaveListener(SaveListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (parts.saving() != null) {
            parts.saving().addListener(listener);
        }
    }

    /**
     * Removes a listener. It may still hear of what is under way.
     *
     * @param listener one that was added, here or in the builder; of no effect for any other
     */
    public void removeSaveListener(SaveListener listener) {
        if (parts.saving() != null) {
            parts.saving().removeListener(listener);
        }
    }

    /**
     * What has gone through the maps besides their ticks, summed by type, maps that have left included. Declared types have
     * rows from the start; others get theirs with their first map, as long as there are no more than
     * {@value WorkTotals#MOST_TYPES} in all, and later ones share the row of type {@value WorkTotals#OTHER}.
     *
     * <p>No count goes down from one call to a later one, and at a quiet moment each type's sums balance as those of one map
     * do, refusals by handles of maps that have left included. The cost is that of reading some thirty numbers of each open
     * map. No tick waits for it; a map that opens or leaves may wait while one in sixty-four of the maps is read.
     *
     * @return a row for each type, in the order in which they came
     */
    public List<TypeTotals> workTotals() {
        HostSaving saving = parts.saving();
        return parts.totals().read(saving == null ? Map.of() : saving.statsByType());
    }

    /**
     * Ends the host: opens no more maps, closes all, waits until everything of them is written, and stops the background
     * workers. The scheduler goes on. Call this before the scheduler's own shutdown. What is not written when the limit
     * passes is reported, and goes on being written by daemon threads. May be called again, by several threads too; each
     * call waits for its own limit and reports what it finds.
     *
     * @param limit how long to wait in all, 0 to 100 years; zero does not wait. On the real clock; an interrupt does not end
     *     the wait
     * @return how it went; lost states of maps closed before are in it
     * @throws SettingsException when the limit is out of range
     * @throws dev.maptick.core.SelfWaitException inside a tick, a background task or a save of this host, which it would
     *     wait for; nothing has begun then
     */
    public HostReport shutdown(Duration limit) {
        return HostShutdown.run(this, parts, limit);
    }

    /**
     * The scheduler that ticks this host's maps.
     *
     * @return never null
     */
    public TickScheduler scheduler() {
        return scheduler;
    }

    @Override
    public String toString() {
        return "MapHost[maps=" + size() + ", types=" + types.keySet() + "]";
    }
}
