package dev.maptick.maps;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners of a host, one after the other, and keeps what they throw from everybody else. Any thread. */
final class MapHooks {
    private static final Logger LOG = LoggerFactory.getLogger(MapHooks.class);

    private final List<MapListener> listeners;
    private final AtomicLong failures = new AtomicLong();

    MapHooks(List<MapListener> listeners) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
    }

    void add(MapListener listener) {
        listeners.add(listener);
    }

    void remove(MapListener listener) {
        listeners.remove(listener);
    }

    void firstOfType(String type) {
        tell(listener -> listener.onFirstOfType(type));
    }

    void opened(MapHandle map) {
        tell(listener -> listener.onOpened(map));
    }

    void closed(MapHandle map, @Nullable Throwable failure) {
        tell(listener -> listener.onClosed(map, failure));
    }

    long failures() {
        return failures.get();
    }

    private void tell(Consumer<MapListener> call) {
        for (MapListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (Throwable t) {
                failed(listener, t);
            }
        }
    }

    private void failed(MapListener listener, Throwable failure) {
        // Thousands of maps may close at once, so one record has to do; the count tells the rest.
        if (failures.getAndIncrement() == 0) {
            try {
                LOG.warn("Map listener {} threw; later failures of this host are only counted", listener, failure);
            } catch (Throwable t) {
                failures.getAndIncrement();
            }
        }
    }
}
