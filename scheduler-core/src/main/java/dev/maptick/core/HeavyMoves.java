package dev.maptick.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Moves heavy maps to free dedicated threads and calm ones back, as {@link HeavyShare} says and their owners allow. The guard's
 * thread only.
 */
final class HeavyMoves {
    private final HeavyPolicy policy;
    private final Moves moves;
    private final IntSupplier freeThreads;
    private final HeavyGate gate;
    private final LoadNews news;

    HeavyMoves(HeavyPolicy policy, Moves moves, IntSupplier freeThreads, HeavyGate gate, LoadNews news) {
        this.policy = policy;
        this.moves = moves;
        this.freeThreads = freeThreads;
        this.gate = gate;
        this.news = news;
    }

    /** Looks at those measured; calm ones go first, so that their threads are free for others. */
    void look(long nowNs, Collection<HeavyEntry> all) {
        for (HeavyEntry map : all) {
            // Its owner, or its leaving, may have ended what this has done.
            map.promoted = map.promoted && isFree(map.entry) && Moves.placementToBe(map.entry) == Placement.DEDICATED;
            if (map.promoted && map.share.isCalmForLong(nowNs)) {
                demote(map, nowNs);
            }
        }
        List<HeavyEntry> heavy = all.stream()
                .filter(map -> isToPromote(map, nowNs))
                .sorted(Comparator.comparingDouble(HeavyEntry::utilisation)
                        .reversed()
                        .thenComparing(map -> map.entry.name()))
                .toList();
        for (HeavyEntry map : heavy) {
            if (freeThreads.getAsInt() > 0) {
                promote(map, nowNs);
            }
        }
        gate.forget(nowNs);
        all.forEach(map -> gate(map, nowNs));
    }

    private boolean isToPromote(HeavyEntry map, long nowNs) {
        TickEntry entry = map.entry;
        return map.share.isHeavyForLong(nowNs)
                && nowNs - map.notBeforeNs >= 0
                && Moves.placementToBe(entry) == Placement.POOL
                && mayBePromoted(entry);
    }

    private boolean mayBePromoted(TickEntry entry) {
        return !policy.leavesOut(entry.group())
                && (!entry.isPlacedByOwner() || entry.requestedPlacement() == Placement.DEDICATED);
    }

    /** Whether its owner has left it to the scheduler where it ticks. */
    private static boolean isFree(TickEntry entry) {
        return !entry.isPlacedByOwner() && entry.requestedPlacement() == Placement.POOL;
    }

    private void promote(HeavyEntry map, long nowNs) {
        switch (moves.shift(map.entry, Placement.DEDICATED)) {
            case MOVED -> {
                map.promoted = isFree(map.entry);
                map.share.moved(nowNs);
                news.tell(
                        EventKind.PROMOTED, map.entry, map.words(policy.windowNs()) + ": moved to a dedicated thread");
            }
            case NO_FREE_THREAD, THREAD_FAILED -> map.notBeforeNs = nowNs + policy.windowNs();
            case ALREADY_THERE, GONE -> {
                // Its owner was faster, or it leaves.
            }
        }
    }

    private void demote(HeavyEntry map, long nowNs) {
        if (moves.shift(map.entry, Placement.POOL) == MoveResult.MOVED) {
            map.promoted = false;
            map.share.moved(nowNs);
            news.tell(EventKind.DEMOTED, map.entry, map.words(policy.calmNs()) + ": moved back to the pool");
        }
    }

    /** One that stays in the pool is held to the gate from when it could have been promoted until it would be calm. */
    private void gate(HeavyEntry map, long nowNs) {
        boolean heavy = map.staysHeavy ? map.share.share() > policy.demoteAt() : map.share.isHeavyForLong(nowNs);
        heavy = heavy && Moves.placementToBe(map.entry) == Placement.POOL;
        if (heavy && !map.staysHeavy) {
            String why = mayBePromoted(map.entry)
                    ? "no dedicated thread is free, it stays in the pool"
                    : "it stays in the pool";
            news.warn(EventKind.HEAVY, map.entry, map.words(policy.windowNs()) + ": " + why);
        }
        map.staysHeavy = heavy;
        map.entry.setHeavy(heavy && policy.leavesOneThread());
    }
}
