package dev.maptick.core;

/**
 * The registrations and the expected work in each slot of one period, and where one more goes. A wake-up costs more than
 * many a tick, so as few slots as will do are in use, and yet the period is filled evenly. Both hold because the choice has
 * two steps. Not safe for several threads.
 *
 * <p>First the millisecond, by how many registrations it has for each of its slots: that with the fewest; of several such that
 * with the smallest sum of cost hints; of several such the first in the order of {@link SlotTournament}. So what comes goes where
 * there are no more than the mean, whoever has left before, and promise 6 holds whatever the second step does.
 *
 * <p>Then the slot in that millisecond. They are looked at in an order whose beginnings lie far apart: the first, that half-way,
 * and so on. The first that is empty or has room is taken. One has room for so few, and so little work, that all in it are on
 * time by construction. If none has room it is the one with the least work, and from then on all fill evenly.
 */
final class PeriodSlots {
    /** So many share a slot while others are empty. A bound for what ticks cost if nobody has said, or too little. */
    static final int MOST_SHARING = 8;

    private final SlotGrid grid;
    private final int[] registrations;
    private final long[] costsNs;

    /** The millisecond of each slot; the first slot of each millisecond, and the number of slots as the last. */
    private final int[] msOf;

    private final int[] firstOf;

    /** Sums of each millisecond. */
    private final int[] inMs;

    private final long[] costsInMsNs;
    private final int mostSlotsInMs;

    /** How far along a long period the last one came, as a 64-bit fraction. */
    private long along;

    private final SlotTournament tournament;

    /**
     * Makes empty slots.
     *
     * @param seed where the order of the milliseconds begins
     */
    PeriodSlots(SlotGrid grid, long seed) {
        this.grid = grid;
        int slots = grid.slots();
        registrations = new int[slots];
        costsNs = new long[slots];
        msOf = grid.milliseconds();
        inMs = new int[msOf[slots - 1] + 1];
        costsInMsNs = new long[inMs.length];
        firstOf = new int[inMs.length + 1];
        firstOf[inMs.length] = slots;
        int most = 1;
        for (int slot = slots - 1; slot >= 0; slot--) {
            firstOf[msOf[slot]] = slot;
            most = Math.max(most, firstOf[msOf[slot] + 1] - slot);
        }
        mostSlotsInMs = most;
        along = seed;
        tournament = new SlotTournament(inMs.length, seed, this::compare, this::round);
    }

    SlotGrid grid() {
        return grid;
    }

    /** The slot for one more of such a cost. */
    int best(long costNs) {
        int ms = tournament.best();
        int first = firstOf[ms];
        int count = firstOf[ms + 1] - first;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int least = first;
        for (int i = 0; i < 1 << bits; i++) {
            int slot = first + (Integer.reverse(i) >>> (Integer.SIZE - bits));
            if (slot >= first + count) {
                continue;
            }
            if (hasRoom(slot, costNs)) {
                return slot;
            }
            least = hasLess(slot, least) ? slot : least;
        }
        return least;
    }

    private boolean hasRoom(int slot, long costNs) {
        return registrations[slot] == 0
                || (registrations[slot] < MOST_SHARING && costsNs[slot] + costNs <= grid.places() * grid.placeNs());
    }

    private boolean hasLess(int slot, int other) {
        return costsNs[slot] != costsNs[other]
                ? costsNs[slot] < costsNs[other]
                : registrations[slot] < registrations[other];
    }

    /** The place in a slot that is due when all that is in the slot should have run. */
    long phaseNs(int slot) {
        return grid.phaseBehindNs(slot, costsNs[slot]);
    }

    /**
     * Takes one in. A long period has slots of several milliseconds, and no wheel keeps it: there the phases follow one another
     * by the golden ratio of the period, which keeps each millisecond near the mean.
     *
     * @return its phase
     */
    long add(long costNs) {
        long phaseNs;
        int slot;
        if (grid.isLong()) {
            along += SlotTournament.GOLDEN;
            phaseNs = SlotTournament.part(along, grid.periodNs());
            slot = grid.slotAt(phaseNs);
        } else {
            slot = best(costNs);
            phaseNs = phaseNs(slot);
        }
        change(slot, 1, costNs);
        return phaseNs;
    }

    /** One has come to a slot, with 1 and its cost, or left it, with both negative. */
    void change(int slot, int by, long byNs) {
        int ms = msOf[slot];
        inMs[ms] -= registrations[slot];
        costsInMsNs[ms] -= costsNs[slot];
        registrations[slot] = Math.max(0, registrations[slot] + by);
        costsNs[slot] = Math.max(0, costsNs[slot] + byNs);
        inMs[ms] += registrations[slot];
        costsInMsNs[ms] += costsNs[slot];
        tournament.changed(ms);
    }

    private int compare(int ms, int other) {
        int byCount = Long.compare((long) inMs[ms] * slotsIn(other), (long) inMs[other] * slotsIn(ms));
        return byCount != 0 ? byCount : Long.compare(costsInMsNs[ms], costsInMsNs[other]);
    }

    private int round(int ms) {
        return (int) ((long) inMs[ms] * mostSlotsInMs / slotsIn(ms));
    }

    private int slotsIn(int ms) {
        return firstOf[ms + 1] - firstOf[ms];
    }
}
