package dev.maptick.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives the pool's registrations phases by measured cost; {@link PhasePlan} says which. Any thread, one call at a time.
 *
 * <p>Three steps, and a lane's lock is held for one registration at a time only, so that ticks go on: look at each, plan
 * without a lock, move each that is to move. What has changed between look and move is left alone: its grid is known by its
 * origin, which is another one with each new grid.
 *
 * <p>A move is a change of grid like that of {@link Controls#setPeriod}: outside a tick it is made at once, and inside one it
 * is noted and taken over at the end.
 */
final class Rebalance {
    private final Registry registry;
    private final Phases phases;

    /** Held throughout, before any lane's lock. */
    private final ReentrantLock lock = new ReentrantLock();

    Rebalance(Registry registry, Phases phases) {
        this.registry = registry;
        this.phases = phases;
    }

    private enum Outcome {
        MOVED,
        NOTED,
        KEPT,
        FIXED,
        DEDICATED,
        CHANGED,
        UNSLOTTED
    }

    /** A registration of the pool as it was when looked at. */
    private record Candidate(TickEntry entry, long periodNs, long originNs, long pointNs, long costNs) {
        /** The most expensive first, and of several such by name, so that the order in which they come does not matter. */
        int compare(Candidate other) {
            return costNs != other.costNs
                    ? Long.compare(other.costNs, costNs)
                    : entry.name().compareTo(other.entry.name());
        }
    }

    /** One call of {@link #run}. */
    @SuppressWarnings("EnumOrdinal") // as a place in an array
    private static final class Tally {
        private final int[] counts = new int[Outcome.values().length];
        private final List<RebalanceReport.PeriodLoad> periods = new ArrayList<>();

        void count(Outcome outcome) {
            counts[outcome.ordinal()]++;
        }

        private int of(Outcome outcome) {
            return counts[outcome.ordinal()];
        }

        RebalanceReport report() {
            return new RebalanceReport(
                    Arrays.stream(counts).sum(),
                    of(Outcome.MOVED),
                    of(Outcome.NOTED),
                    of(Outcome.KEPT),
                    of(Outcome.FIXED),
                    of(Outcome.DEDICATED),
                    of(Outcome.CHANGED),
                    of(Outcome.UNSLOTTED),
                    List.copyOf(periods));
        }
    }

    RebalanceReport run() {
        lock.lock();
        try {
            Tally tally = new Tally();
            Map<Long, List<Candidate>> byPeriod = new TreeMap<>();
            for (TickEntry entry : registry.each()) {
                Candidate candidate = look(entry, tally);
                if (candidate != null) {
                    byPeriod.computeIfAbsent(candidate.periodNs, p -> new ArrayList<>())
                            .add(candidate);
                }
            }
            byPeriod.forEach((periodNs, all) -> spread(periodNs, all, tally));
            return tally.report();
        } finally {
            lock.unlock();
        }
    }

    /** Null for one that is counted already, or has left. */
    private @Nullable Candidate look(TickEntry entry, Tally tally) {
        // Not under the lane's lock: it may have to wait for a worker that is just writing.
        TickStats stats = entry.stats();
        Lane lane = Moves.lockLane(entry);
        try {
            if (entry.state() == TickState.STOPPED) {
                return null;
            }
            Outcome alone = leftAlone(entry, lane, stats.periodNanos(), stats.firstDeadlineNanos());
            if (alone != null) {
                tally.count(alone);
                return null;
            }
            return new Candidate(
                    entry, stats.periodNanos(), stats.firstDeadlineNanos(), entry.pointToBeNs(), cost(stats));
        } finally {
            lane.unlock();
        }
    }

    private static long cost(TickStats stats) {
        return stats.ticksEnded() == 0
                ? SlotStagger.costNs(stats.costHintNanos())
                : stats.durationNanosTotal() / stats.ticksEnded();
    }

    /** Why a registration is left alone, null if it is not. Under the lane's lock. */
    private static @Nullable Outcome leftAlone(TickEntry entry, Lane lane, long periodNs, long originNs) {
        if (entry.stopping) {
            return Outcome.CHANGED;
        }
        if (lane.placement() == Placement.DEDICATED || entry.nextLane() != null) {
            return Outcome.DEDICATED;
        }
        return entry.originNs() == originNs && entry.periodToBeNs() == periodNs ? null : Outcome.CHANGED;
    }

    private void spread(long periodNs, List<Candidate> all, Tally tally) {
        SlotGrid grid = phases.grid(periodNs);
        if (grid == null) {
            all.forEach(candidate -> tally.count(candidate.entry.fixedPhase ? Outcome.FIXED : Outcome.UNSLOTTED));
            return;
        }
        all.sort(Candidate::compare);
        int count = all.size();
        long[] costsNs = new long[count];
        boolean[] fixed = new boolean[count];
        int[] from = new int[count];
        for (int i = 0; i < count; i++) {
            Candidate candidate = all.get(i);
            costsNs[i] = candidate.costNs;
            fixed[i] = candidate.entry.fixedPhase;
            from[i] = grid.slotAt(phases.phaseNs(candidate.pointNs, periodNs));
        }
        PhasePlan plan = new PhasePlan(grid, costsNs, fixed);
        int[] to = plan.slots(from);
        int[] done = move(all, from, to, grid, tally);
        SlotLoads before = plan.loads(from);
        tally.periods.add(new RebalanceReport.PeriodLoad(
                periodNs,
                grid.slots(),
                count,
                before.meanNs(),
                before.maxNs(),
                plan.loads(done).maxNs()));
    }

    /**
     * Makes the moves that are to be made. What comes new into a slot gets a place behind what is there, the cheapest first,
     * so that as many as can be are on time. The slots of a long period are wide, and what comes is spread over them.
     *
     * @return the slots as they are then
     */
    private int[] move(List<Candidate> all, int[] from, int[] to, SlotGrid grid, Tally tally) {
        long[] workNs = new long[grid.slots()];
        int[] inSlot = new int[grid.slots()];
        for (int i = 0; i < to.length; i++) {
            workNs[to[i]] += from[i] == to[i] ? all.get(i).costNs : 0;
            inSlot[to[i]] += from[i] == to[i] ? 1 : 0;
        }
        int[] done = from.clone();
        for (int i = to.length - 1; i >= 0; i--) {
            Candidate candidate = all.get(i);
            if (from[i] == to[i]) {
                tally.count(candidate.entry.fixedPhase ? Outcome.FIXED : Outcome.KEPT);
                continue;
            }
            int slot = to[i];
            long phaseNs =
                    grid.isLong() ? grid.phaseWithinNs(slot, inSlot[slot]) : grid.phaseBehindNs(slot, workNs[slot]);
            Outcome outcome = move(candidate, phases.pointNs(phaseNs));
            tally.count(outcome);
            if (outcome == Outcome.MOVED || outcome == Outcome.NOTED) {
                workNs[slot] += candidate.costNs;
                inSlot[slot]++;
                done[i] = to[i];
            }
        }
        return done;
    }

    private Outcome move(Candidate candidate, long pointNs) {
        TickEntry entry = candidate.entry;
        Worker wake = null;
        Lane lane = Moves.lockLane(entry);
        try {
            Outcome alone = leftAlone(entry, lane, candidate.periodNs, candidate.originNs);
            if (alone != null) {
                return alone;
            }
            phases.moves(entry, pointNs);
            if (!lane.takeBack(entry)) {
                entry.notePhase(pointNs);
                return Outcome.NOTED;
            }
            lane.removeIfQueued(entry);
            entry.movePhase(pointNs);
            lane.putBackAsSuspended(entry);
            wake = lane.callFor(entry);
        } finally {
            lane.unlock();
        }
        Controls.signal(wake);
        return Outcome.MOVED;
    }
}
