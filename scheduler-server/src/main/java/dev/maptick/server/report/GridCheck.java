package dev.maptick.server.report;

import dev.maptick.core.Names;
import dev.maptick.core.TickStats;
import dev.maptick.maps.MapHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether every grid point of every map is accounted for: {@code ticks + skipped + suspended = consumed}. Immutable.
 *
 * @param maps how many maps were looked at
 * @param broken a sentence for each map whose counts do not add up
 */
public record GridCheck(int maps, List<String> broken) {

    /**
     * Copies the list.
     *
     * @param maps as above
     * @param broken as above
     */
    public GridCheck {
        broken = List.copyOf(broken);
    }

    /**
     * Looks at maps, open or closed.
     *
     * @param maps the maps
     * @return the outcome
     */
    public static GridCheck of(List<MapHandle> maps) {
        List<String> broken = new ArrayList<>();
        for (MapHandle map : maps) {
            TickStats stats = map.stats();
            long sum = stats.ticks() + stats.skipped() + stats.suspended();
            if (sum != stats.gridPointsConsumed()) {
                broken.add(Names.quote(map.name()) + ": " + stats.ticks() + " ticks + " + stats.skipped()
                        + " skipped + " + stats.suspended() + " suspended = " + sum + ", consumed "
                        + stats.gridPointsConsumed());
            }
        }
        return new GridCheck(maps.size(), broken);
    }

    /**
     * Whether it holds for every map.
     *
     * @return false if any is broken
     */
    public boolean holds() {
        return broken.isEmpty();
    }
}
