package dev.maptick.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** The registries that one binder's meters are in, each once. Any thread; meters are added and removed outside the monitor. */
final class Bindings {
    /** One binder's meters in one registry. */
    interface Entry {
        boolean isTo(MeterRegistry registry);

        /** Adds the meters. */
        void open();

        /** Removes them; also after an {@link #open} that threw half-way. */
        void close();
    }

    /** Guarded by itself. */
    private final List<Entry> entries = new ArrayList<>();

    /** Opens an entry, unless there is one for its registry. If opening throws there is none afterwards. */
    void add(MeterRegistry registry, Entry entry) {
        synchronized (entries) {
            if (entries.stream().anyMatch(e -> e.isTo(registry))) {
                return;
            }
            entries.add(entry);
        }
        try {
            entry.open();
        } catch (RuntimeException e) {
            synchronized (entries) {
                entries.remove(entry);
            }
            entry.close();
            throw e;
        }
    }

    /** Closes them all. */
    void close() {
        List<Entry> all;
        synchronized (entries) {
            all = List.copyOf(entries);
            entries.clear();
        }
        all.forEach(Entry::close);
    }
}
