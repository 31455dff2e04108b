package dev.maptick.maps;

import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.BackgroundPool;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What was counted of a host's maps, summed by type. Any thread.
 *
 * <pre>
 *   MapDirectory ──add, retire──► the map's stripe: its open maps, and what those that left had counted, by type
 *   mailbox, timers of a map that has left ──recount──► the same
 *   reader ──read──► one stripe after the other, reading each open map's own counters
 * </pre>
 *
 * A map counts in its own counters and knows nothing of sums, so ticks and posts pay nothing for them. Tasks are different:
 * they are counted under the pool's lock anyway, and there a second sum is one more addition ({@link WorkType#tasks()}).
 *
 * <p><b>Why no sum goes down.</b> A map is in one stripe for good, and leaves its open maps in the same section in which its
 * counts are added to those of the maps that left. So each stripe's sums at a reading are those of the reading before or
 * more, since no counter of a map goes down and the stripe's lock puts the readings in an order.
 *
 * <p><b>Why no late count is lost.</b> A map's tick counts nothing any more when it is retired. Other threads may: a refusal by
 * an old handle, a post admitted in the last moment and then dropped. Whoever raises such a counter does so atomically and
 * then reads whether the map is retired; {@link #retire} writes that it is and then, after a full fence, reads the counters.
 * Either the counter is read with its new value, or the one who raised it sees that the map is retired, and counts it anew;
 * doing so twice adds nothing, since the difference to what was credited is what counts. A post admitted and then dropped
 * raises the number of accepted ones first, which the count of the drop brings along.
 *
 * <p><b>What waits for whom.</b> Under a stripe's lock nothing runs but reads of counters, which take no lock, so a map that
 * opens or leaves waits at most while the open maps of one stripe are read. Ticks take no stripe's lock.
 *
 * <p><b>What is kept.</b> Types are taken as they come up to a cap, later ones share one, so what was counted of maps that left
 * takes a bounded number of small arrays, whatever comes and goes.
 */
final class WorkTotals {
    static final int MOST_TYPES = 64;
    static final String OTHER = "other";

    private static final int STRIPES = 64;
    private static final int HASH_SHIFT = Integer.numberOfLeadingZeros(STRIPES) + 1;
    private static final int HASH_FACTOR = 0x9E3779B9;

    private final BackgroundPool pool;
    private final int mostTypes;

    /** By their index. Guarded by itself for writing. */
    private final List<WorkType> order = new CopyOnWriteArrayList<>();

    private final ConcurrentMap<String, WorkType> types = new ConcurrentHashMap<>();
    private final Stripe[] stripes = new Stripe[STRIPES];

    /** Makes totals that have a row for each of some types from the start, however many. */
    WorkTotals(BackgroundPool pool, Collection<String> declared) {
        this.pool = pool;
        for (String type : declared) {
            admit(type);
        }
        mostTypes = Math.max(MOST_TYPES, declared.size());
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** The row for a type, made if it is new and there is room. */
    WorkType type(String name) {
        WorkType found = types.get(name);
        if (found != null) {
            return found;
        }
        synchronized (order) {
            WorkType again = types.get(name);
            if (again != null) {
                return again;
            }
            if (order.size() < mostTypes) {
                return admit(name);
            }
            WorkType other = types.get(OTHER);
            return other == null ? admit(OTHER) : other;
        }
    }

    private WorkType admit(String name) {
        WorkType type = new WorkType(order.size(), name, pool.tally());
        order.add(type);
        types.put(name, type);
        return type;
    }

    /** A map is open. Once for each. */
    void add(HostedMap map) {
        stripe(map).add(map);
    }

    /** A map has left, and all that it owned is released: its tick counts nothing any more. After {@link #add}. */
    void retire(HostedMap map) {
        stripe(map).retire(map);
    }

    /** A map that is retired has counted something all the same. */
    void recount(HostedMap map) {
        stripe(map).recount(map);
    }

    private Stripe stripe(HostedMap map) {
        return stripes[(map.name().hashCode() * HASH_FACTOR) >>> HASH_SHIFT];
    }

    /**
     * The sums.
     *
     * @param saves what was saved of each type
     */
    List<TypeTotals> read(Map<String, SaveStats> saves) {
        List<WorkSums> sums = new ArrayList<>();
        for (Stripe stripe : stripes) {
            stripe.addTo(sums);
        }
        List<TypeTotals> totals = new ArrayList<>();
        for (WorkType type : order) {
            totals.add(at(sums, type.index())
                    .totals(type.name(), type.tasks().stats(), saves.getOrDefault(type.name(), SaveStats.NONE)));
        }
        return List.copyOf(totals);
    }

    private static WorkSums at(List<WorkSums> sums, int index) {
        while (sums.size() <= index) {
            sums.add(new WorkSums());
        }
        return sums.get(index);
    }

    /** Some of the maps. Everything under its monitor. */
    private static final class Stripe {
        private final Set<HostedMap> open = new HashSet<>();

        /** By the type's index; null for types of which no map has left from here. */
        private final List<@Nullable WorkSums> left = new ArrayList<>();

        synchronized void add(HostedMap map) {
            open.add(map);
        }

        synchronized void retire(HostedMap map) {
            open.remove(map);
            map.retired();
            VarHandle.fullFence();
            recount(map);
        }

        synchronized void recount(HostedMap map) {
            long[] present = WorkSums.countsOf(map);
            long[] before = map.credited;
            left(map.workType().index()).credit(map, present, before == null ? new long[present.length] : before);
            map.credited = present;
        }

        private WorkSums left(int index) {
            while (left.size() <= index) {
                left.add(null);
            }
            WorkSums found = left.get(index);
            if (found == null) {
                found = new WorkSums();
                left.set(index, found);
            }
            return found;
        }

        synchronized void addTo(List<WorkSums> sums) {
            for (HostedMap map : open) {
                at(sums, map.workType().index()).addOpen(map);
            }
            for (int i = 0; i < left.size(); i++) {
                WorkSums gone = left.get(i);
                if (gone != null) {
                    at(sums, i).add(gone);
                }
            }
        }
    }
}
