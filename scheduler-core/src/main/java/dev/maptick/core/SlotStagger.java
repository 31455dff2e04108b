package dev.maptick.core;

import dev.maptick.core.spi.Stagger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Spreads phases over slots of the period; the maps of one slot share one wake-up. Which slot is next says {@link PeriodSlots};
 * each period is filled by itself.
 */
final class SlotStagger implements Stagger {
    private static final int MOST_PERIODS = 1_024;

    /** What a tick is expected to cost if nobody says. */
    private static final long UNKNOWN_COST_NS = 250;

    private final long slotNs;
    private final boolean places;
    private final SplittableRandom starts;

    /** The periods used last; one that comes back after that many others begins with empty slots. */
    private final Map<Long, PeriodSlots> periods = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, PeriodSlots> eldest) {
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
        PeriodSlots slots = slots(periodNanos);
        long costNs = costNs(costHintNanos);
        int slot = slots.best(costNs);
        long phaseNs = slots.phaseNs(slot);
        slots.change(slot, 1, costNs);
        return phaseNs;
    }

    @Override
    public void taken(long periodNanos, long phaseNanos, long costHintNanos) {
        PeriodSlots slots = slots(periodNanos);
        slots.change(slots.grid().slotAt(phaseNanos), 1, costNs(costHintNanos));
    }

    @Override
    public void left(long periodNanos, long phaseNanos, long costHintNanos) {
        PeriodSlots slots = periods.get(periodNanos);
        if (slots != null) {
            slots.change(slots.grid().slotAt(phaseNanos), -1, -costNs(costHintNanos));
        }
    }

    /** What a tick is expected to cost as long as only its owner has said something, or nobody. */
    static long costNs(long costHintNanos) {
        return costHintNanos == 0 ? UNKNOWN_COST_NS : costHintNanos;
    }

    private PeriodSlots slots(long periodNanos) {
        return periods.computeIfAbsent(periodNanos, p -> new PeriodSlots(grid(p), starts.nextLong()));
    }

    /** The slots of a period. */
    SlotGrid grid(long periodNanos) {
        return SlotGrid.of(periodNanos, slotNs, places);
    }

    /** For tests. */
    int periodsKept() {
        return periods.size();
    }
}
