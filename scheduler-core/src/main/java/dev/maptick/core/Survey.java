package dev.maptick.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the maps cost, by one pass over all of them at each look. The guard's thread only.
 *
 * <p>Of most maps it takes the cost that the map keeps itself, a mean of its latest ticks, without a snapshot: a value that is old
 * or torn is one look's. That one is cut off at {@link TickSchedule#MOST_COST_NS}, so those that cost much are measured by their
 * counts, and only of those anything is kept here.
 */
final class Survey {
    private static final long HEAVY_FROM_NS = TickSchedule.MOST_COST_NS;

    private final Registry registry;
    private final HeavyPolicy policy;
    private final List<FlexGroup> groups;
    private final PeriodChanges periods;
    private final Shedding shedding;
    private final Map<TickEntry, HeavyEntry> heavy = new HashMap<>();
    private double poolWork;

    Survey(Registry registry, HeavyPolicy policy, List<FlexGroup> groups, PeriodChanges periods, Shedding shedding) {
        this.registry = registry;
        this.policy = policy;
        this.groups = groups;
        this.periods = periods;
        this.shedding = shedding;
    }

    void look(long nowNs) {
        groups.forEach(FlexGroup::beginMeasure);
        measureHeavy(nowNs);
        double work = 0;
        for (TickEntry entry : registry.each()) {
            TickState state = entry.state();
            if (state == TickState.STOPPED) {
                continue;
            }
            long periodNs = entry.periodNs();
            double costNs = costNs(entry, periodNs, nowNs);
            if (entry.placement() != Placement.POOL) {
                continue;
            }
            FlexGroup group = groupOf(entry);
            if (state == TickState.SUSPENDED) {
                if (group != null) {
                    group.measureShed(costNs * shedding.knownPart(entry, nowNs), periodNs);
                }
                continue;
            }
            work += costNs / periodNs;
            if (group != null) {
                long ownNs = periods.ownPeriodNs(entry);
                if (ownNs == 0) {
                    group.measureFixed(costNs, periodNs);
                } else {
                    group.measure(costNs, ownNs);
                }
            }
        }
        poolWork = work;
    }

    private void measureHeavy(long nowNs) {
        for (Iterator<HeavyEntry> each = heavy.values().iterator(); each.hasNext(); ) {
            HeavyEntry map = each.next();
            TickStats stats = map.entry.stats();
            map.share.measure(
                    nowNs,
                    stats.durationNanosTotal(),
                    stats.ticksEnded(),
                    stats.periodNanos(),
                    stats.state() == TickState.SUSPENDED);
            boolean left = stats.state() == TickState.STOPPED;
            if (left || (!map.promoted && map.share.isLight() && !mayBeHeavy(map.entry, stats.periodNanos()))) {
                map.entry.setHeavy(false);
                each.remove();
            }
        }
    }

    private double costNs(TickEntry entry, long periodNs, long nowNs) {
        int ownNs = entry.costNs();
        if (ownNs == 0) {
            return entry.costHintNs();
        }
        if (!mayBeHeavy(entry, periodNs)) {
            return ownNs;
        }
        HeavyEntry map = heavy.get(entry);
        if (map == null) {
            TickStats stats = entry.stats();
            HeavyShare share = new HeavyShare(policy, nowNs, stats.durationNanosTotal(), stats.ticksEnded());
            heavy.put(entry, new HeavyEntry(entry, share, nowNs));
            return stats.durationNanosLast();
        }
        return Math.max(ownNs, map.share.costNs());
    }

    private boolean mayBeHeavy(TickEntry entry, long periodNs) {
        int ownNs = entry.costNs();
        return ownNs >= HEAVY_FROM_NS || ownNs >= policy.promoteAt() / 2 * periodNs;
    }

    /** There are few of them. Null for a group that never gives way. */
    @Nullable
    FlexGroup groupOf(TickEntry entry) {
        String name = entry.group();
        for (FlexGroup group : groups) {
            if (group.name.equals(name)) {
                return group;
            }
        }
        return null;
    }

    /** Those that cost much, or are promoted. */
    Collection<HeavyEntry> heavy() {
        return heavy.values();
    }

    /** Of the pool's maps, in threads. */
    double poolWork() {
        return poolWork;
    }
}
