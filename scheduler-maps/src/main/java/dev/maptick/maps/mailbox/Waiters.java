package dev.maptick.maps.mailbox;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posts that wait for space, first come first served. Guarded by its own monitor, under which the number of waiters in the
 * {@link StateWord} changes too, so that the two agree whenever the monitor is free. Holds no memory until somebody waits.
 */
final class Waiters {
    private @Nullable LinkedHashSet<AdmissionFuture> line;

    /** Adds to the end. Under the monitor. */
    void add(AdmissionFuture waiter) {
        if (line == null) {
            line = new LinkedHashSet<>();
        }
        line.add(waiter);
    }

    /** Takes one out. Under the monitor. */
    boolean remove(AdmissionFuture waiter) {
        return line != null && line.remove(waiter);
    }

    /** Takes the first. Under the monitor; there must be one. */
    AdmissionFuture takeFirst() {
        if (line == null) {
            throw new AssertionError("a waiter is counted and there is none");
        }
        Iterator<AdmissionFuture> all = line.iterator();
        AdmissionFuture first = all.next();
        all.remove();
        return first;
    }

    /** Takes all, in order. Under the monitor. */
    List<AdmissionFuture> takeAll() {
        if (line == null) {
            return List.of();
        }
        List<AdmissionFuture> all = new ArrayList<>(line);
        line = null;
        return all;
    }
}
