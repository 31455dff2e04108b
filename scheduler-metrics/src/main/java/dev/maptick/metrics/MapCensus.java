package dev.maptick.metrics;

import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the maps there are, in the row each is in. Any thread.
 *
 * <p>News of one map may come on several threads and out of order. So each piece of news only says "look again", and the
 * look happens under the map's own entry: where it is now, or that it has stopped. The entry goes when core says that the
 * map has left, which it says once and after the map has stopped.
 */
final class MapCensus {
    private final TypeTable table;
    private final ConcurrentMap<TickRegistration, TypeRow> places = new ConcurrentHashMap<>();

    MapCensus(TypeTable table) {
        this.table = table;
    }

    /** A map has come or moved. */
    void look(TickRegistration registration) {
        places.compute(registration, this::place);
    }

    private @Nullable TypeRow place(TickRegistration registration, @Nullable TypeRow before) {
        if (registration.state() == TickState.STOPPED) {
            return before;
        }
        TypeRow now = table.row(registration.group(), registration.placement());
        if (now != before) {
            now.mapCame();
            if (before != null) {
                before.mapWent();
            }
        }
        return now;
    }

    /** A map has left. */
    void left(TickRegistration registration) {
        TypeRow before = places.remove(registration);
        if (before != null) {
            before.mapWent();
        }
    }
}
