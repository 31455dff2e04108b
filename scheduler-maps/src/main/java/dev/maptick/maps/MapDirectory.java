package dev.maptick.maps;

import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.UnfinishedException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The maps of a host, each found by its registration, and who is told that one came or left: listeners, and the totals.
 * Any thread.
 *
 * <p>Core tells when a registration has left, and does so before the map's close future is done, so whoever waited for
 * that future no longer finds the map here. A map may also leave while its opener is still on the way to {@link #add};
 * core's word then finds nothing here, and the opener sees for itself that the registration has stopped.
 */
final class MapDirectory implements TickListener {
    private final ConcurrentMap<TickRegistration, HostedMap> maps = new ConcurrentHashMap<>();
    private final MapHooks hooks;
    private final WorkTotals totals;

    MapDirectory(MapHooks hooks, WorkTotals totals) {
        this.hooks = hooks;
        this.totals = totals;
    }

    /** Takes a map in that was just registered. */
    void add(TickRegistration registration, HostedMap map) {
        maps.put(registration, map);
        totals.add(map);
        if (map.workType().takeUntold()) {
            hooks.firstOfType(map.workType().name());
        }
        hooks.opened(map);
        if (!map.toldOpened()) {
            remove(registration, map);
        } else if (registration.state() == TickState.STOPPED) {
            onUnregistered(registration);
        }
    }

    @Override
    public void onUnregistered(TickRegistration registration) {
        HostedMap map = maps.get(registration);
        if (map != null && map.toldLeft()) {
            remove(registration, map);
        }
    }

    @Override
    public void onAbandoned(TickRegistration registration, UnfinishedException reason) {
        HostedMap map = maps.get(registration);
        if (map != null) {
            map.abandoned(reason);
        }
    }

    private void remove(TickRegistration registration, HostedMap map) {
        map.left();
        totals.retire(map);
        maps.remove(registration);
        hooks.closed(map, map.failure());
    }

    @Nullable
    MapHandle find(TickRegistration registration) {
        return maps.get(registration);
    }

    List<MapHandle> list() {
        Collection<? extends MapHandle> all = maps.values();
        return List.copyOf(all);
    }

    int size() {
        return maps.size();
    }
}
