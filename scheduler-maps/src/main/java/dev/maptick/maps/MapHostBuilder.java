package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Configures a {@link MapHost}. Nothing is checked before {@link #build()}, which names every problem at once. One thread. */
public final class MapHostBuilder {
    private final TickScheduler scheduler;
    private final List<MapOptions> types = new ArrayList<>();
    private final List<MapListener> listeners = new ArrayList<>();
    private BackgroundPoolOptions background = BackgroundPoolOptions.DEFAULT;

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
     * Builds the host. It needs no start; maps can be opened once its scheduler is started.
     *
     * @return the host
     * @throws SettingsException naming everything that is wrong with any declared type or with the background workers
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
        check.throwIfAny();
        return new MapHost(scheduler, declared, listeners, background);
    }
}
