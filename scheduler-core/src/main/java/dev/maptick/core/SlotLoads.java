package dev.maptick.core;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The registrations and the expected work in each slot of a period, and where one more should go: into the slot with the
 * least work of those whose millisecond is not full. A millisecond is full with half as many again as the mean and two more,
 * which is what promise 6 allows. Not safe for several threads.
 */
final class SlotLoads {
    /** The slot of a registration that is in none. */
    static final int NOWHERE = -1;

    private final SlotGrid grid;
    private final long[] workNs;
    private final int[] registrations;

    /** The millisecond of each slot, and how many lie in each. */
    private final int[] msOf;

    private final int[] inMs;
    private final long most;
    private final SlotTournament tournament;

    /**
     * Fills slots. What is full depends on the number of all registrations, also of those that are nowhere yet.
     *
     * @param slotOf the slot of each registration
     * @param costsNs what a tick of each is expected to cost
     */
    SlotLoads(SlotGrid grid, int[] slotOf, long[] costsNs) {
        this.grid = grid;
        int slots = grid.slots();
        workNs = new long[slots];
        registrations = new int[slots];
        msOf = grid.milliseconds();
        inMs = new int[msOf[slots - 1] + 1];
        // More than the mean in any case, so that there is room for all, wherever those lie that can't move.
        most = Math.max(
                3L * slotOf.length * SlotGrid.MS_NS / (2 * grid.periodNs()) + 2, slotOf.length / inMs.length + 1);
        for (int i = 0; i < slotOf.length; i++) {
            if (slotOf[i] != NOWHERE) {
                workNs[slotOf[i]] += costsNs[i];
                registrations[slotOf[i]]++;
                inMs[msOf[slotOf[i]]]++;
            }
        }
        // Each period has a beginning of its own, or the heaviest of all periods would come together.
        tournament =
                new SlotTournament(slots, new SplittableRandom(grid.periodNs()).nextLong(), this::compare, slot -> 0);
    }

    void add(int slot, long costNs) {
        change(slot, 1, costNs);
    }

    void remove(int slot, long costNs) {
        change(slot, -1, -costNs);
    }

    private void change(int slot, int by, long byNs) {
        boolean wasFull = isFull(slot);
        workNs[slot] += byNs;
        registrations[slot] += by;
        inMs[msOf[slot]] += by;
        tournament.changed(slot);
        if (isFull(slot) != wasFull) {
            for (int other = slot - 1; other >= 0 && msOf[other] == msOf[slot]; other--) {
                tournament.changed(other);
            }
            for (int other = slot + 1; other < msOf.length && msOf[other] == msOf[slot]; other++) {
                tournament.changed(other);
            }
        }
    }

    /** Where one more should go. */
    int best() {
        return tournament.best();
    }

    long workNs(int slot) {
        return workNs[slot];
    }

    /** Whether there are more than there may be in the millisecond of a slot. */
    boolean isCrowded(int slot) {
        return inMs[msOf[slot]] > most;
    }

    private boolean isFull(int slot) {
        return inMs[msOf[slot]] >= most;
    }

    /** The work of all slots, the most first. */
    long[] descendingNs() {
        long[] sorted = workNs.clone();
        Arrays.sort(sorted);
        for (int low = 0, high = sorted.length - 1; low < high; low++, high--) {
            long swapped = sorted[low];
            sorted[low] = sorted[high];
            sorted[high] = swapped;
        }
        return sorted;
    }

    /** The work of the slot that has the most. */
    long maxNs() {
        return Arrays.stream(workNs).max().orElse(0);
    }

    /** The mean work of a slot. */
    long meanNs() {
        return Arrays.stream(workNs).sum() / grid.slots();
    }

    private int compare(int slot, int other) {
        boolean full = isFull(slot);
        if (full != isFull(other)) {
            return full ? 1 : -1;
        }
        int byWork = Long.compare(workNs[slot], workNs[other]);
        return byWork != 0 ? byWork : Integer.compare(registrations[slot], registrations[other]);
    }
}
