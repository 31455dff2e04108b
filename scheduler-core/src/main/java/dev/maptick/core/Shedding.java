package dev.maptick.core;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Suspends the maps of groups that are shed, and has them resume. The guard's thread only.
 *
 * <p>A map is suspended for half a minute, and before that is over for another one as long as its group is shed: so all of them
 * come back even if nobody looks any more. The times differ from map to map, so that they do not come back together.
 */
final class Shedding {
    private static final long SHED_NS = 30_000_000_000L;
    private static final long RENEW_NS = 10_000_000_000L;
    private static final long JITTER_NS = 10_000_000_000L;

    /** In so long what is known of the cost of a map that does not tick is worth half. */
    private static final double HALF_KNOWN_NS = 120e9;

    /** Over how long those resume whose group is back. */
    private static final long RETURN_NS = 2_000_000_000L;

    private final Controls controls;

    /** Until when each is suspended. */
    private final Map<TickEntry, Shed> all = new HashMap<>();

    Shedding(Controls controls) {
        this.controls = controls;
    }

    private static final class Shed {
        private final FlexGroup group;
        private final long sinceNs;
        private long untilNs;

        /** Something has woken it: it is left alone. */
        private boolean awake;

        Shed(FlexGroup group, long sinceNs) {
            this.group = group;
            this.sinceNs = sinceNs;
        }
    }

    /** Whether a map is suspended because its group is shed. */
    private boolean isShed(TickEntry entry) {
        return shedOf(entry) != null;
    }

    private @Nullable Shed shedOf(TickEntry entry) {
        Shed shed = all.isEmpty() ? null : all.get(entry);
        return shed != null && !shed.awake && entry.state() == TickState.SUSPENDED ? shed : null;
    }

    /**
     * How much of the cost of a map that is suspended here still counts: less and less, or a group that alone was more than the
     * pool can do would sleep for ever.
     *
     * @return 0 for a map that is not suspended here
     */
    double knownPart(TickEntry entry, long nowNs) {
        Shed shed = shedOf(entry);
        return shed == null ? 0 : Math.pow(2, (shed.sinceNs - nowNs) / HALF_KNOWN_NS);
    }

    /** How many there are. */
    long shedMaps() {
        return all.keySet().stream().filter(this::isShed).count();
    }

    /** A map of a group that is shed. New ones have their first tick before that. Whether it was suspended now. */
    boolean shed(TickEntry entry, FlexGroup group, long nowNs) {
        TickState state = entry.state();
        boolean ticks = state == TickState.WAITING || state == TickState.RUNNING;
        if (!ticks || entry.costNs() == 0 || all.containsKey(entry)) {
            return false;
        }
        Shed shed = new Shed(group, nowNs);
        shed.untilNs = nowNs + SHED_NS + spread(entry, JITTER_NS);
        if (controls.shed(entry, shed.untilNs) != ControlResult.APPLIED) {
            return false;
        }
        all.put(entry, shed);
        return true;
    }

    /** Renews what is to go on, and lets go what is not. */
    void look(long nowNs) {
        for (Iterator<Map.Entry<TickEntry, Shed>> each = all.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<TickEntry, Shed> one = each.next();
            TickEntry entry = one.getKey();
            Shed shed = one.getValue();
            if (entry.state() == TickState.STOPPED) {
                each.remove();
            } else if (!shed.group.isShed()) {
                until(entry, shed, nowNs + spread(entry, RETURN_NS));
                each.remove();
            } else if (!shed.awake && shed.untilNs - nowNs <= RENEW_NS) {
                until(entry, shed, shed.untilNs + SHED_NS);
            }
        }
    }

    private void until(TickEntry entry, Shed shed, long untilNs) {
        shed.awake |= controls.shedUntil(entry, shed.untilNs, untilNs) != ControlResult.APPLIED;
        shed.untilNs = untilNs;
    }

    /** The same for the same name, so that a stepped run is the same each time. */
    private static long spread(TickEntry entry, long withinNs) {
        // The golden ratio's multiplier, so that names that differ in one character lie far apart.
        long mixed = entry.name().hashCode() * 0x9E3779B97F4A7C15L;
        return (mixed >>> 1) % withinNs;
    }
}
