package dev.maptick.core;

import dev.maptick.core.spi.Stagger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Spreads phases over slots of the period; the maps of one slot share one wake-up. A new
 * registration gets the slot with the fewest registrations; of several such the one with the smallest sum of cost hints; of
 * several such the first in an order whose beginnings, however long, fill the period nearly evenly (steps by the golden ratio
 * of the period; three-distance theorem, Sós 1958). Counts go first, so that the period is filled evenly whatever the hints say.
 *
 * <p>From round to round that order begins elsewhere. With the same beginning each time, a world in which every 20th map is
 * heavy, and says nothing of it, has all heavy maps in every 20th slot, several to a slot.
 */
final class SlotStagger implements Stagger {
    /** The golden ratio's fraction as a 64-bit fixed-point number; odd, so the sequence visits every value. */
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

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

    private static long costNs(long costHintNanos) {
        return costHintNanos == 0 ? UNKNOWN_COST_NS : costHintNanos;
    }

    private Slots slots(long periodNanos) {
        return periods.computeIfAbsent(periodNanos, p -> new Slots(SlotGrid.of(p, slotNs, places), starts.nextLong()));
    }

    /** For tests. */
    int periodsKept() {
        return periods.size();
    }

    /**
     * The slots of one period, with the best of them at the top of a tournament: each inner node names the better of its two
     * children, so that a change costs one path upwards.
     */
    private static final class Slots {
        private final SlotGrid grid;
        private final int count;
        /** The slots in their order, and where each stands in it. */
        private final int[] order;

        private final int[] ranks;
        private final int[] registrations;
        private final long[] costNs;

        /** By how much the order turns from round to round: coprime with the number of slots, so that it comes to each. */
        private final int turn;

        /** Ranks; the leaves begin in the middle. */
        private final int[] winners;

        Slots(SlotGrid grid, long seed) {
            this.grid = grid;
            this.count = grid.slots();
            order = new int[count];
            ranks = new int[count];
            Arrays.fill(ranks, -1);
            turn = turn(count);
            long at = seed;
            for (int found = 0; found < count; at += GOLDEN) {
                int slot = scale(at, count);
                if (ranks[slot] < 0) {
                    order[found] = slot;
                    ranks[slot] = found++;
                }
            }
            registrations = new int[count];
            costNs = new long[count];
            winners = new int[2 * count];
            for (int rank = 0; rank < count; rank++) {
                winners[count + rank] = rank;
            }
            for (int node = count - 1; node > 0; node--) {
                winners[node] = better(winners[2 * node], winners[2 * node + 1]);
            }
        }

        /** What part of a number a 64-bit fraction is: the high word of the unsigned product; JDK 17 has only the signed one. */
        private static int scale(long fraction, int count) {
            return (int) (Math.multiplyHigh(fraction, count) + ((fraction >> 63) & count));
        }

        private static int turn(int count) {
            int turn = scale(GOLDEN, count);
            while (gcd(turn, count) != 1) {
                turn++;
            }
            return turn;
        }

        private static int gcd(int a, int b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        int best() {
            return order[winners[1]];
        }

        /** The place in a slot that is due when all that is in the slot should have run. */
        long phaseNs(int slot) {
            long rank = Math.min(grid.places() - 1, costNs[slot] / grid.placeNs());
            return grid.phaseNs(slot * grid.places() + (int) rank);
        }

        void change(int slot, int by, long byNs) {
            registrations[slot] = Math.max(0, registrations[slot] + by);
            costNs[slot] = Math.max(0, costNs[slot] + byNs);
            for (int node = (count + ranks[slot]) >>> 1; node > 0; node >>>= 1) {
                winners[node] = better(winners[2 * node], winners[2 * node + 1]);
            }
        }

        private int better(int rank, int other) {
            int a = order[rank];
            int b = order[other];
            if (registrations[a] != registrations[b]) {
                return registrations[a] < registrations[b] ? rank : other;
            }
            if (costNs[a] != costNs[b]) {
                return costNs[a] < costNs[b] ? rank : other;
            }
            return turned(rank, registrations[a]) < turned(other, registrations[a]) ? rank : other;
        }

        /** Where a rank stands in the order of a round, which is told by the registrations each of its slots has. */
        private int turned(int rank, int round) {
            return (int) ((rank + (long) round * turn) % count);
        }
    }
}
