package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveListener;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.tasks.BackgroundPool;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Configures a {@link MapHost}. Nothing is checked before {@link #build()}, which names every problem at once. One thread. */
public final class MapHostBuilder {
    private final TickScheduler scheduler;
    private final List<MapOptions> types = new ArrayList<>();
    private final List<MapListener> listeners = new ArrayList<>();
    private BackgroundPoolOptions background = BackgroundPoolOptions.DEFAULT;
    private @Nullable MapStore store;
    private SaveOptions saving = SaveOptions.defaults();
    private SaveListener saveListener = SaveListener.NONE;
    private @Nullable Executor saveExecutor;

    MapHostBuilder(TickScheduler scheduler) {
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    }

    /**
     * Declares a map type, so that maps can be opened by the name of their type. Optional.
     *
     * @param name the type's name, 1 to 128 characters, as for names; each may be declared once
     * @param options how to run maps of that type; the type they name is replaced by {@code name}
     * @return this builder
     */
    public MapHostBuilder type(String name, MapOptions options) {
        types.add(options.type(name));
        return this;
    }

    /**
     * Adds a listener that hears of every map of the host.
     *
     * @param listener the listener
     * @return this builder
     */
    public MapHostBuilder listener(MapListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Sets the workers for background tasks: how many, how many tasks may wait, and whose threads they run on. Without a
     * call these are 4 threads of the host's own, started when first needed, and 256 tasks.
     *
     * @param options the bounds, and an executor in place of own threads
     * @return this builder
     */
    public MapHostBuilder background(BackgroundPoolOptions options) {
        background = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Gives the host a store, for maps opened by {@link MapHost#openSaved}. The host does not close it.
     *
     * @param where keeps the snapshots
     * @param options when and how maps are saved
     * @return this builder
     */
    public MapHostBuilder saving(MapStore where, SaveOptions options) {
        store = Objects.requireNonNull(where, "where");
        saving = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Adds a listener that hears of every save; one at most.
     *
     * @param listener the listener
     * @return this builder
     */
    public MapHostBuilder saveListener(SaveListener listener) {
        saveListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Sets what claims, loads, prepares and writes saved maps. Without a call these are up to
     * {@link SaveOptions#atOnce()} threads of the host's own. For virtual threads, and for tests in virtual time, which
     * run each piece of work when they want to.
     *
     * @param executor runs what blocks, not on the thread that hands it over and each piece without waiting for another; the
     *     host does not shut it down
     * @return this builder
     */
    public MapHostBuilder saveExecutor(Executor executor) {
        saveExecutor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * Builds the host. It needs no start; maps can be opened once its scheduler is started.
     *
     * @return the host
     * @throws SettingsException naming everything that is wrong with any declared type, the background workers or saving
     */
    public MapHost build() {
        SettingsCheck check = new SettingsCheck();
        Map<String, MapOptions> declared = new LinkedHashMap<>();
        for (MapOptions options : types) {
            String prefix = "types." + options.type() + ".";
            if (declared.put(options.type(), options) != null) {
                check.bad(prefix + "type", options.type(), "one declaration of each type");
            }
            options.check(check, prefix);
        }
        background.check(check, "background.");
        saving.check(check, "saving.");
        check.throwIfAny();
        HostSaving kept = store == null ? null : new HostSaving(scheduler, store, saving, saveListener, saveExecutor);
        BackgroundPool tasks = new BackgroundPool(background);
        WorkTotals totals = new WorkTotals(tasks, declared.keySet());
        return new MapHost(scheduler, declared, listeners, new HostParts(scheduler, tasks, kept, totals));
    }
}
