package dev.maptick.core;

import dev.maptick.core.spi.Stagger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

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

    /** Those asked for last, which stand last among the periods: so they need no look-up. */
    private @Nullable PeriodSlots latest;

    SlotStagger(long slotNs, boolean places, long seed) {
        this.slotNs = slotNs;
        this.places = places;
        starts = new SplittableRandom(seed);
    }

    @Override
    public long phaseNanos(long periodNanos, long costHintNanos) {
        return slots(periodNanos).add(costNs(costHintNanos));
    }

    @Override
    public void taken(long periodNanos, long phaseNanos, long costHintNanos) {
        PeriodSlots slots = slots(periodNanos);
        slots.change(slots.grid().slotAt(phaseNanos), 1, costNs(costHintNanos));
    }

    @Override
    public void left(long periodNanos, long phaseNanos, long costHintNanos) {
        PeriodSlots slots = known(periodNanos);
        if (slots != null) {
            slots.change(slots.grid().slotAt(phaseNanos), -1, -costNs(costHintNanos));
        }
    }

    /** What a tick is expected to cost as long as only its owner has said something, or nobody. */
    static long costNs(long costHintNanos) {
        return costHintNanos == 0 ? UNKNOWN_COST_NS : costHintNanos;
    }

    private PeriodSlots slots(long periodNanos) {
        PeriodSlots slots = known(periodNanos);
        if (slots == null) {
            slots = new PeriodSlots(grid(periodNanos), starts.nextLong());
            periods.put(periodNanos, slots);
            latest = slots;
        }
        return slots;
    }

    private @Nullable PeriodSlots known(long periodNanos) {
        PeriodSlots slots = latest;
        if (slots == null || slots.grid().periodNs() != periodNanos) {
            slots = periods.get(periodNanos);
            latest = slots == null ? latest : slots;
        }
        return slots;
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
