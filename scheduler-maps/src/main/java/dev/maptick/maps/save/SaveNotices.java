package dev.maptick.maps.save;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls code of others that may throw and must not disturb: listener, wake-up, release, driver. Without the lock. */
final class SaveNotices {
    private static final Logger LOG = LoggerFactory.getLogger(SaveCoordinator.class);

    private final List<SaveListener> listeners = new CopyOnWriteArrayList<>();
    private final Runnable dueEarlier;
    private final AtomicLong faults = new AtomicLong();

    SaveNotices(SaveListener listener, Runnable dueEarlier) {
        listeners.add(listener);
        this.dueEarlier = dueEarlier;
    }

    void add(SaveListener listener) {
        listeners.add(listener);
    }

    void remove(SaveListener listener) {
        listeners.remove(listener);
    }

    void captured(MapSaving map, long pauseNs, boolean last) {
        tell(map, listener -> listener.captured(map, pauseNs, last));
    }

    void written(MapSaving map, int bytes, long writeNs) {
        tell(map, listener -> listener.written(map, bytes, writeNs));
    }

    void retrying(MapSaving map, int attempt, Throwable cause) {
        tell(map, listener -> listener.retrying(map, attempt, cause));
    }

    void failed(MapSaving map, Throwable cause) {
        tell(map, listener -> listener.failed(map, cause));
    }

    private void tell(MapSaving map, Consumer<SaveListener> call) {
        for (SaveListener listener : listeners) {
            guard(map, "a listener", () -> call.accept(listener));
        }
    }

    void wake(MapSaving map) {
        guard(map, "the wake-up", map.wake);
    }

    void release(MapSaving map, MapStore store) {
        guard(map, "the store's release", () -> store.release(map.owner));
    }

    void dueEarlier() {
        guard("saving", "the call to the driver", dueEarlier);
    }

    /** How often one of them threw. */
    long faults() {
        return faults.get();
    }

    private void guard(Object whose, String what, Runnable code) {
        try {
            code.run();
        } catch (Throwable t) {
            // The first, second, fourth … so that one that always throws cannot fill the log from within ticks.
            long count = faults.incrementAndGet();
            if (Long.bitCount(count) == 1) {
                LOG.error("{}: {} threw (fault {} of this kind)", whose, what, count, t);
            }
        }
    }
}
