package dev.maptick.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The phases that a period offers. It is divided into slots of one width, each of which is one wake-up; and a slot begins with
 * a few places close together, which are told apart so that each map is due when those before it have run: what shares a
 * wake-up is on time by construction. A place is numbered by its slot and its rank in it. Pure arithmetic; immutable.
 *
 * @param periodNs the period
 * @param slots how many slots, at least 1
 * @param places how many places in each, at least 1
 * @param placeNs from one place to the next
 */
record SlotGrid(long periodNs, int slots, int places, long placeNs) {
    /** Above that slots would be mostly empty, and whoever sorts by the clock has little to do at so few turns. */
    static final long LONGEST_PERIOD_NS = Duration.ofSeconds(1).toNanos();

    /** With what one is told of a tick whose cost nobody gave, some eight ticks share a place. */
    static final long PLACE_NS = 2_000;

    private static final int MOST_PLACES = 32;

    static final long MS_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The grid of a period; one that is no multiple of the width gets slots a little wider. */
    static SlotGrid of(long periodNs, long slotNs, boolean withPlaces) {
        int slots = slots(periodNs, slotNs);
        return new SlotGrid(periodNs, slots, places(periodNs, slots, withPlaces), PLACE_NS);
    }

    /** Whether the grid that {@link #of} would make has a place of exactly this phase. Makes none. */
    static boolean hasPlace(long phaseNs, long periodNs, long slotNs, boolean withPlaces) {
        int slots = slots(periodNs, slotNs);
        int slot = slotAt(phaseNs, periodNs, slots);
        long inSlotNs = phaseNs - slotPhaseNs(slot, periodNs, slots);
        return inSlotNs % PLACE_NS == 0 && inSlotNs / PLACE_NS < places(periodNs, slots, withPlaces);
    }

    /** How many slots a period has. */
    static int slots(long periodNs, long slotNs) {
        long sharedNs = Math.min(periodNs, LONGEST_PERIOD_NS);
        long count = sharedNs / slotNs;
        // One slot for 1.9 ms would have all in one millisecond.
        return (int) Math.max(1, 2 * sharedNs > 3 * count * slotNs ? 4 * sharedNs / slotNs : count);
    }

    private static int places(long periodNs, int slots, boolean withPlaces) {
        long room = periodNs / slots / 2 / PLACE_NS;
        return withPlaces ? (int) Math.max(1, Math.min(MOST_PLACES, room)) : 1;
    }

    /** How many places there are. */
    int count() {
        return slots * places;
    }

    /** The phase of a place. */
    long phaseNs(int place) {
        return slotPhaseNs(place / places) + place % places * placeNs;
    }

    /** The phase at which a slot begins. */
    long slotPhaseNs(int slot) {
        return slotPhaseNs(slot, periodNs, slots);
    }

    private static long slotPhaseNs(int slot, long periodNs, int slots) {
        return slot * periodNs / slots;
    }

    /** For each slot the millisecond it begins in, counted without those in which none begins. */
    int[] milliseconds() {
        int[] msOf = new int[slots];
        for (int slot = 1; slot < slots; slot++) {
            boolean next = slotPhaseNs(slot) / MS_NS > slotPhaseNs(slot - 1) / MS_NS;
            msOf[slot] = msOf[slot - 1] + (next ? 1 : 0);
        }
        return msOf;
    }

    /** The phase of the place in a slot that is due when so much work in the slot should be done. */
    long phaseBehindNs(int slot, long workNs) {
        return slotPhaseNs(slot) + Math.min(places - 1, workNs / placeNs) * placeNs;
    }

    /** Whether slots are wide and no wheel keeps the period. */
    boolean isLong() {
        return periodNs > LONGEST_PERIOD_NS;
    }

    /**
     * A phase in a slot of a long period, by how many registrations have come to the slot before: one follows another by the
     * golden ratio of the slot, as they do in the period when they are registered.
     */
    long phaseWithinNs(int slot, int before) {
        long beginsNs = slotPhaseNs(slot);
        long widthNs = slotPhaseNs(slot + 1) - beginsNs;
        return beginsNs + SlotTournament.part(before * SlotTournament.GOLDEN, widthNs);
    }

    /** The slot that a phase lies in. */
    int slotAt(long phaseNs) {
        return slotAt(phaseNs, periodNs, slots);
    }

    /** The slot that a phase of a period with so many slots lies in. */
    static int slotAt(long phaseNs, long periodNs, int slots) {
        long parts = phaseNs * slots;
        int slot = (int) (parts / periodNs);
        // Whether the next slot begins at just this phase, its true beginning being rounded down.
        long toNext = (slot + 1) * periodNs - parts;
        return slot + 1 < slots && toNext < slots ? slot + 1 : slot;
    }

    /** The first place whose phase is not before the one given; {@link #count} if that is the first of the next period. */
    int placeNotBefore(long phaseNs) {
        int slot = slotAt(phaseNs);
        long rank = (phaseNs - slotPhaseNs(slot) + placeNs - 1) / placeNs;
        return rank < places ? slot * places + (int) rank : (slot + 1) * places;
    }

    /** The last place whose phase is not after the one given. */
    int placeNotAfter(long phaseNs) {
        int slot = slotAt(phaseNs);
        return slot * places + (int) Math.min(places - 1, (phaseNs - slotPhaseNs(slot)) / placeNs);
    }

    /** The place of exactly this phase, −1 if it lies between two. */
    int placeAt(long phaseNs) {
        int slot = slotAt(phaseNs);
        long inSlotNs = phaseNs - slotPhaseNs(slot);
        long rank = inSlotNs / placeNs;
        return rank < places && rank * placeNs == inSlotNs ? slot * places + (int) rank : -1;
    }
}
