package dev.maptick.core;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which slot each registration of one period should have, so that the expected work lies evenly over the slots and few
 * move. Pure: depends on its arguments only.
 *
 * <p>Two steps. The first finds out how even it can be, by filling empty slots: the most expensive first, each into the slot
 * with the least work so far (longest processing time first; Graham, "Bounds on Multiprocessing Timing Anomalies", 1969).
 * That gives the work of the fullest slot, of the second fullest, and so on. The second looks at the slots as they are. What
 * the fullest has more than the fullest of the first step, the second fullest more than the second, and so on, is too much.
 * As few registrations as will do are taken out and put in again by the rule of the first step, and so on while that leaves
 * less too much than there was. If what remains is worth it, the outcome of the first step is taken as it is.
 *
 * <p>A plan is at rest: planned once more at the same costs nothing moves. For what is too much is measured against the
 * costs alone, not against who was where; and whether a round is made depends on the slots as they are, not on how they came
 * about, so the round that was not worth making at the end of one plan is not at the beginning of the next.
 */
final class PhasePlan {
    /** A slot fuller than it could be by less than that is not worth a new grid: a tenth, and a fraction of a wake-up. */
    private static final int WORTH_PART = 10;

    private static final long WORTH_NS = 5_000;

    /** Of all the work, the part that may remain too much in its slot before nearly all registrations move. */
    private static final int REST_PART = 50;

    private final SlotGrid grid;
    private final long[] costsNs;
    private final boolean[] fixed;

    /**
     * A plan to make.
     *
     * @param costsNs what a tick of each registration is expected to cost, in descending order
     * @param fixed which of them must stay where they are
     */
    PhasePlan(SlotGrid grid, long[] costsNs, boolean[] fixed) {
        this.grid = grid;
        this.costsNs = costsNs;
        this.fixed = fixed;
    }

    /**
     * Makes the plan.
     *
     * @param from the slots as they are
     * @return the slots as they should be
     */
    int[] slots(int[] from) {
        int[] ideal = ideal(from);
        long[] idealNs = loads(ideal).descendingNs();
        int[] slots = from;
        Excess excess = excess(slots, idealNs);
        boolean better = excess.isAny();
        while (better) {
            int[] next = slots.clone();
            SlotLoads loads = loads(next);
            takeOut(next, loads, idealNs);
            putIn(next, loads);
            Excess left = excess(next, idealNs);
            better = left.isLess(excess);
            if (better) {
                slots = next;
                excess = left;
            }
        }
        boolean much =
                excess.crowded > 0 || excess.workNs > Arrays.stream(costsNs).sum() / REST_PART;
        return much ? ideal : slots;
    }

    /**
     * What is too much.
     *
     * @param crowded registrations that could move out of a millisecond that has too many
     * @param workNs work by which slots are fuller than they should be
     */
    private record Excess(int crowded, long workNs) {
        boolean isAny() {
            return crowded > 0 || workNs > 0;
        }

        /** By an eighth at least, so that it comes to an end soon. */
        boolean isLess(Excess other) {
            return crowded < other.crowded || (crowded == other.crowded && workNs < other.workNs - other.workNs / 8);
        }
    }

    /** The registrations in their slots, except those that are nowhere. */
    SlotLoads loads(int[] slots) {
        return new SlotLoads(grid, slots, costsNs);
    }

    private int[] ideal(int[] from) {
        int[] slots = new int[from.length];
        Arrays.setAll(slots, i -> fixed[i] ? from[i] : SlotLoads.NOWHERE);
        putIn(slots, loads(slots));
        return slots;
    }

    private void putIn(int[] slots, SlotLoads loads) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == SlotLoads.NOWHERE) {
                slots[i] = loads.best();
                loads.add(slots[i], costsNs[i]);
            }
        }
    }

    private static long limitNs(long idealNs) {
        return idealNs + Math.max(idealNs / WORTH_PART, WORTH_NS);
    }

    private Excess excess(int[] slots, long[] idealNs) {
        SlotLoads loads = loads(slots);
        long[] workNs = loads.descendingNs();
        long tooMuchNs = 0;
        for (int rank = 0; rank < workNs.length; rank++) {
            tooMuchNs += Math.max(0, workNs[rank] - limitNs(idealNs[rank]));
        }
        int crowded = 0;
        for (int i = 0; i < slots.length; i++) {
            crowded += !fixed[i] && loads.isCrowded(slots[i]) ? 1 : 0;
        }
        return new Excess(crowded, tooMuchNs);
    }

    private void takeOut(int[] slots, SlotLoads loads, long[] idealNs) {
        int[][] members = members(slots);
        int[] fullestFirst = IntStream.range(0, grid.slots())
                .boxed()
                .sorted(Comparator.comparingLong(slot -> -loads.workNs(slot)))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int rank = 0; rank < fullestFirst.length; rank++) {
            int slot = fullestFirst[rank];
            int out = 0;
            while (out >= 0 && loads.workNs(slot) > limitNs(idealNs[rank])) {
                out = choose(members[slot], slots, loads.workNs(slot) - idealNs[rank]);
                takeOut(out, slots, loads);
            }
            for (int i = members[slot].length - 1; i >= 0 && loads.isCrowded(slot); i--) {
                if (slots[members[slot][i]] == slot) {
                    takeOut(members[slot][i], slots, loads);
                }
            }
        }
    }

    private void takeOut(int out, int[] slots, SlotLoads loads) {
        if (out >= 0) {
            loads.remove(slots[out], costsNs[out]);
            slots[out] = SlotLoads.NOWHERE;
        }
    }

    /**
     * The most expensive without which the slot is not below what it could be; if all cost more than that, the cheapest, so
     * that the one that fills a slot by itself is the last to go; −1 if there is nothing to gain.
     */
    private int choose(int[] members, int[] slots, long tooMuchNs) {
        int cheapest = -1;
        for (int i : members) {
            if (slots[i] != SlotLoads.NOWHERE) {
                if (costsNs[i] <= tooMuchNs) {
                    return costsNs[i] == 0 ? -1 : i;
                }
                cheapest = i;
            }
        }
        return cheapest;
    }

    /** Of each slot those that can move, in their order. */
    private int[][] members(int[] slots) {
        int[] counts = new int[grid.slots()];
        for (int i = 0; i < slots.length; i++) {
            counts[slots[i]] += fixed[i] ? 0 : 1;
        }
        int[][] members = new int[counts.length][];
        Arrays.setAll(members, slot -> new int[counts[slot]]);
        for (int i = slots.length - 1; i >= 0; i--) {
            if (!fixed[i]) {
                members[slots[i]][--counts[slots[i]]] = i;
            }
        }
        return members;
    }
}
