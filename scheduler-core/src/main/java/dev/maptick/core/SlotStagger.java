package dev.maptick.core;

import dev.maptick.core.spi.Stagger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Spreads phases over slots of the period; the maps of one slot share one wake-up. A new
 * registration gets the slot with the fewest registrations; of several such the one with the smallest sum of cost hints; of
 * several such the first in the order of {@link SlotTournament}. Counts go first, so that the period is filled evenly whatever the hints say.
 */
final class SlotStagger implements Stagger {
    private static final int MOST_PERIODS = 1_024;

    /** What a tick is expected to cost if nobody says. */
    private static final long UNKNOWN_COST_NS = 250;

    private final long slotNs;
    private final boolean places;
    private final SplittableRandom starts;

    /** The periods used last; one that comes back after that many others begins with empty slots. */
    private final Map<Long, Slots> periods = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Slots> eldest) {
            return size() > MOST_PERIODS;
        }
    };

    SlotStagger(long slotNs, boolean places, long seed) {
        this.slotNs = slotNs;
        this.places = places;
        starts = new SplittableRandom(seed);
    }

    @Override
    public long phaseNanos(long periodNanos, long costHintNanos) {
        Slots slots = slots(periodNanos);
        int slot = slots.best();
        long phaseNs = slots.phaseNs(slot);
        slots.change(slot, 1, costNs(costHintNanos));
        return phaseNs;
    }

    @Override
    public void taken(long periodNanos, long phaseNanos, long costHintNanos) {
        Slots slots = slots(periodNanos);
        slots.change(slots.grid.slotAt(phaseNanos), 1, costNs(costHintNanos));
    }

    @Override
    public void left(long periodNanos, long phaseNanos, long costHintNanos) {
        Slots slots = periods.get(periodNanos);
        if (slots != null) {
            slots.change(slots.grid.slotAt(phaseNanos), -1, -costNs(costHintNanos));
        }
    }

    /** What a tick is expected to cost as long as only its owner has said something, or nobody. */
    static long costNs(long costHintNanos) {
        return costHintNanos == 0 ? UNKNOWN_COST_NS : costHintNanos;
    }

    private Slots slots(long periodNanos) {
        return periods.computeIfAbsent(periodNanos, p -> new Slots(grid(p), starts.nextLong()));
    }

    /** The slots of a period. */
    SlotGrid grid(long periodNanos) {
        return SlotGrid.of(periodNanos, slotNs, places);
    }

    /** For tests. */
    int periodsKept() {
        return periods.size();
    }

    /** The slots of one period. */
    private static final class Slots {
        private final SlotGrid grid;
        private final int[] registrations;
        private final long[] costNs;
        private final SlotTournament tournament;

        Slots(SlotGrid grid, long seed) {
            this.grid = grid;
            registrations = new int[grid.slots()];
            costNs = new long[grid.slots()];
            tournament = new SlotTournament(grid.slots(), seed, this::compare, slot -> registrations[slot]);
        }

        int best() {
            return tournament.best();
        }

        /** The place in a slot that is due when all that is in the slot should have run. */
        long phaseNs(int slot) {
            return grid.phaseBehindNs(slot, costNs[slot]);
        }

        void change(int slot, int by, long byNs) {
            registrations[slot] = Math.max(0, registrations[slot] + by);
            costNs[slot] = Math.max(0, costNs[slot] + byNs);
            tournament.changed(slot);
        }

        private int compare(int slot, int other) {
            int byCount = Integer.compare(registrations[slot], registrations[other]);
            return byCount != 0 ? byCount : Long.compare(costNs[slot], costNs[other]);
        }
    }
}
