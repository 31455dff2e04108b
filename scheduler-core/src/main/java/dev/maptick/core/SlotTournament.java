package dev.maptick.core;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * The slots of a period with the best of them at the top of a tournament: each inner node names the better of its two
 * children, so that a change costs one path upwards. Of several equally good the first wins in an order whose beginnings,
 * however long, fill the period nearly evenly (steps by the golden ratio of the period; three-distance theorem, Sós 1958).
 * Not safe for several threads.
 *
 * <p>From round to round that order begins elsewhere. With the same beginning each time, a world in which every 20th map is
 * heavy, and says nothing of it, has all heavy maps in every 20th slot, several to a slot.
 */
final class SlotTournament {
    /** The golden ratio's fraction as a 64-bit fixed-point number; odd, so the sequence visits every value. */
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** The inverse of the plastic number, as such a fraction too. */
    private static final long PLASTIC = 0xC13FA9A902A6328FL;

    private final int count;
    private final IntBinaryOperator comparison;
    private final IntUnaryOperator round;

    /**
     * By how much the order turns from round to round: coprime with the number of slots, so that it comes to each. Not by the golden
     * ratio once more: of 50 slots filled so, some get four of eight maps of which every eighth is heavy.
     */
    private final int turn;

    /** The slots in their order, and where each stands in it. */
    private final int[] order;

    private final int[] ranks;

    /** Where each rank stands in the order as it has turned by its round. */
    private final int[] turned;

    /** Ranks; the leaves begin in the middle. */
    private final int[] winners;

    /**
     * Makes the tournament of slots as they are.
     *
     * @param count how many slots, at least 1
     * @param seed where the order begins
     * @param comparison of two slots, below 0 if the first is better
     * @param round in which round a slot is filled next; the same for all slots that are equally good
     */
    SlotTournament(int count, long seed, IntBinaryOperator comparison, IntUnaryOperator round) {
        this.count = count;
        this.comparison = comparison;
        this.round = round;
        turn = turn(count);
        order = new int[count];
        ranks = new int[count];
        Arrays.fill(ranks, -1);
        long at = seed;
        for (int found = 0; found < count; at += GOLDEN) {
            int slot = (int) part(at, count);
            if (ranks[slot] < 0) {
                order[found] = slot;
                ranks[slot] = found++;
            }
        }
        turned = new int[count];
        winners = new int[2 * count];
        for (int rank = 0; rank < count; rank++) {
            winners[count + rank] = rank;
            turned[rank] = turned(rank);
        }
        for (int node = count - 1; node > 0; node--) {
            winners[node] = better(winners[2 * node], winners[2 * node + 1]);
        }
    }

    /** What part of a number a 64-bit fraction is: the high word of the unsigned product; JDK 17 has only the signed one. */
    static long part(long fraction, long whole) {
        return Math.multiplyHigh(fraction, whole) + ((fraction >> 63) & whole);
    }

    private static int turn(int count) {
        int turn = (int) Math.max(1, part(PLASTIC, count));
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

    /** What the comparison says of a slot has changed. Where it neither wins nor has won, nothing further up has changed. */
    void changed(int slot) {
        int rank = ranks[slot];
        // Here once, not at each of the comparisons on the way up: it is two divisions.
        turned[rank] = turned(rank);
        for (int node = (count + rank) >>> 1; node > 0; node >>>= 1) {
            int before = winners[node];
            int winner = better(winners[2 * node], winners[2 * node + 1]);
            if (winner == before && winner != rank) {
                return;
            }
            winners[node] = winner;
        }
    }

    private int better(int rank, int other) {
        int compared = comparison.applyAsInt(order[rank], order[other]);
        if (compared != 0) {
            return compared < 0 ? rank : other;
        }
        return turned[rank] < turned[other] ? rank : other;
    }

    private int turned(int rank) {
        return (int) ((rank + (long) round.applyAsInt(order[rank]) * turn) % count);
    }
}
