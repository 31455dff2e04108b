package dev.maptick.metrics;

import dev.maptick.core.FaultStage;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the maps there are, in the row each is in, and where they stand with their fault policies. Any thread.
 *
 * <p>News of one map may come on several threads and out of order. So each piece of news only says "look again", and the
 * look happens under the map's own entry: where it is and stands now, or that it has stopped. The entry goes when core says
 * that the map has left, which it says once and after the map has stopped.
 */
final class MapCensus {
    private final TypeTable table;
    private final ConcurrentMap<TickRegistration, Place> places = new ConcurrentHashMap<>();

    MapCensus(TypeTable table) {
        this.table = table;
    }

    /** Where a map is counted: one object for all maps of a row and a stage. */
    record Place(TypeRow row, FaultStage stage) {}

    /** A map has come, moved, or changed its stage. */
    void look(TickRegistration registration) {
        places.compute(registration, this::place);
    }

    private @Nullable Place place(TickRegistration registration, @Nullable Place before) {
        if (registration.state() == TickState.STOPPED) {
            return before;
        }
        FaultStage stage = registration.faultStanding().stage();
        Place now = table.row(registration.group(), registration.placement()).place(stage);
        if (!now.equals(before)) {
            now.row().mapCame(stage);
            if (before != null) {
                before.row().mapWent(before.stage());
            }
        }
        return now;
    }

    /** A map has left. */
    void left(TickRegistration registration) {
        Place before = places.remove(registration);
        if (before != null) {
            before.row().mapWent(before.stage());
        }
    }
}
