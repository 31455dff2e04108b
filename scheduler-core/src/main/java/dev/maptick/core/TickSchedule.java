package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One registration's place on its grid, and the counts that go with it. No clock of its own: every time comes in as an
 * argument. One writer at a time, whoever's turn it is (see {@link QueueNode}); any thread may take a snapshot.
 *
 * <p>Equation kept by every method: {@code ticks + skipped + suspended = points of earlier grids + (next − origin) ÷
 * period}, where {@code next} is the first grid point not consumed.
 *
 * <h2>Snapshots</h2>
 *
 * Writer and readers never wait for each other: a sequence lock (Boehm, "Can Seqlocks Get Along With Programming Language
 * Memory Models?", 2012). The sequence is odd while a write is under way. {@link #beginWrite} sets it odd and then has a
 * store-store fence, so no value of the new state is visible before the odd sequence. {@link #endWrite} sets it even with
 * release, so every value is visible before it. A reader reads the sequence with acquire, then the values, then has a
 * load-load fence and reads the sequence again. If any value came from a later write, that write's odd sequence was visible
 * before the value, so the second read sees a changed sequence and the reader tries again. A value that was torn is thrown
 * away like any other that changed. The reader may retry while writes go on; a write is some ten stores long and comes a few
 * times a tick, so it does not retry for long.
 *
 * <p>All of it is fields of one object, the registration itself: a tick touches four cache lines, where cells and arrays of
 * their own made it nine, and that is what a tick costs when there are too many maps for the caches (docs/performance.md).
 */
@SuppressWarnings("EnumOrdinal") // a state as a number lives and dies in here
abstract class TickSchedule extends QueueNode {
    /** Lateness from which a tick counts as late. */
    static final long LATE_NS = 1_000_000;

    /** What one period is in {@link #recentSteps}. */
    private static final int ONE_STEP = 1 << 14;

    /** More periods at once than that say nothing more. */
    private static final long MOST_STEPS = 100_000;

    /** A tick that takes longer says little about the next one. */
    static final long MOST_COST_NS = 10_000_000;

    private static final TickState[] STATES = TickState.values();
    private static final byte WAITING = (byte) TickState.WAITING.ordinal();
    private static final byte RUNNING = (byte) TickState.RUNNING.ordinal();
    private static final VarHandle SEQUENCE;
    private static final VarHandle STATE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SEQUENCE = lookup.findVarHandle(TickSchedule.class, "sequence", int.class);
            STATE = lookup.findVarHandle(TickSchedule.class, "state", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through SEQUENCE
    private int sequence;

    /** Ordinal of the state: a number, since each write of a reference costs more than all the counts (see Hand). */
    @SuppressWarnings("unused") // through STATE
    private byte state;

    private Placement placement;
    private final MissPolicy policy;

    /** What a tick has cost lately, 0 before the first. Not part of a snapshot. */
    private int costNs;

    /** How many periods a tick has used up lately, 0 before the first. */
    private int recentSteps;

    /** Inside a tick whose end is not counted yet. */
    private boolean open;

    /** Null as long as there is nothing to keep in it. */
    private @Nullable TickDetail detail;

    private long periodNs;
    private long originNs;

    /** The first grid point not consumed. */
    private long nextNs;

    /** Points of earlier grids. */
    private long earlierPoints;

    /** Deadline and start of the tick begun last. */
    private long deadlineNs;

    private long startNs;

    private long ticks;
    private long skipped;
    private long suspended;
    private long faults;
    private long consecutiveFaults;
    private long overruns;
    private long lateTicks;
    private long durationTotalNs;
    private long durationMaxNs;
    private long durationLastNs;
    private long latenessTotalNs;
    private long latenessMaxNs;

    /** Periods between the tick begun last and the one before it. */
    private long periodsElapsed;

    /** Skipped before the tick begun last and since the one before it; and all up to then. */
    private long skippedBeforeTick;

    private long skippedUpToTick;

    TickSchedule(Placement placement, MissPolicy policy, long periodNs, long firstDeadlineNs) {
        this.placement = placement;
        this.policy = policy;
        this.periodNs = periodNs;
        originNs = firstDeadlineNs;
        nextNs = firstDeadlineNs;
        dueNs = firstDeadlineNs;
    }

    // ---- for whoever's turn it is ----

    /** Opens a write. */
    private void beginWrite() {
        SEQUENCE.setOpaque(this, sequence + 1);
        VarHandle.storeStoreFence();
    }

    /** Closes the write. */
    private void endWrite() {
        SEQUENCE.setRelease(this, sequence + 1);
    }

    @Override
    long touch() {
        return super.touch() + ticks + durationTotalNs + latenessMaxNs;
    }

    /** The first grid point not consumed. */
    final long nextNs() {
        return nextNs;
    }

    @Override
    final long periodNs() {
        return periodNs;
    }

    /** A point of the present grid: its first. Another one with each change of grid, which is under the lane's lock. */
    final long originNs() {
        return originNs;
    }

    /** Deadline of the tick begun last. */
    final long deadlineNs() {
        return deadlineNs;
    }

    /** Start of the tick begun last. */
    final long startNs() {
        return startNs;
    }

    final long ticks() {
        return ticks;
    }

    /** Faults since the latest tick that did not throw. */
    final long consecutiveFaults() {
        return consecutiveFaults;
    }

    final long faults() {
        return faults;
    }

    final MissPolicy missPolicy() {
        return policy;
    }

    /** When its latest tick ended; its next deadline if there was none. Outside a tick. */
    final long endedNs() {
        return ticks == 0 ? nextNs : startNs + durationLastNs;
    }

    final @Nullable TickDetail detail() {
        return detail;
    }

    /** Periods between the tick begun last and the one before it. */
    final long periodsElapsed() {
        return periodsElapsed;
    }

    /** Deadlines skipped before the tick begun last, since the one before it. */
    final long skippedBeforeTick() {
        return skippedBeforeTick;
    }

    final void setState(TickState to) {
        beginWrite();
        STATE.setOpaque(this, (byte) to.ordinal());
        endWrite();
    }

    final void setDue(long atNs) {
        beginWrite();
        dueNs = atNs;
        endWrite();
    }

    final void setPlacement(Placement to) {
        beginWrite();
        placement = to;
        endWrite();
    }

    /**
     * A tick for the next deadline starts.
     *
     * @param cause why it is late, null if it is not
     */
    final void beginTick(long atNs, @Nullable LatenessCause cause) {
        periodsElapsed = ticks == 0 ? 1 : Math.max(1, (nextNs - deadlineNs) / periodNs);
        skippedBeforeTick = skipped - skippedUpToTick;
        skippedUpToTick = skipped;
        long latenessNs = Math.max(0, atNs - nextNs);
        TickDetail kept = cause == null ? detail : detailToWrite();
        beginWrite();
        STATE.setOpaque(this, RUNNING);
        open = true;
        deadlineNs = nextNs;
        nextNs += periodNs;
        startNs = atNs;
        ticks++;
        latenessTotalNs += latenessNs;
        if (latenessNs > latenessMaxNs) {
            latenessMaxNs = latenessNs;
        }
        if (cause != null) {
            lateTicks++;
        }
        if (cause != null && kept != null) {
            kept.late(cause);
        }
        endWrite();
    }

    /**
     * The tick has ended.
     *
     * @return deadlines passed over
     */
    final long endTick(long endNs, boolean faulted) {
        long durationNs = Math.max(0, endNs - startNs);
        long steps = Grid.stepsAfterTick(deadlineNs, endNs, periodNs, policy);
        beginWrite();
        open = false;
        nextNs = deadlineNs + steps * periodNs;
        skipped += steps - 1;
        durationTotalNs += durationNs;
        durationLastNs = durationNs;
        costNs = costAfter(durationNs);
        int now = (int) Math.min(MOST_STEPS, steps) * ONE_STEP;
        recentSteps = recentSteps == 0 ? now : recentSteps + ((now - recentSteps + 8) >> 4);
        TickDetail kept = detail;
        if (kept != null && kept.times != null) {
            kept.times.add(durationNs, Math.max(0, startNs - deadlineNs));
        }
        if (durationNs > durationMaxNs) {
            durationMaxNs = durationNs;
        }
        if (durationNs > periodNs) {
            overruns++;
        }
        if (faulted) {
            faults++;
            consecutiveFaults++;
        } else if (consecutiveFaults != 0) {
            consecutiveFaults = 0;
        }
        endWrite();
        return steps - 1;
    }

    /** Made outside any write. Null if memory has run out: a tick must begin and end all the same. */
    private @Nullable TickDetail detailToWrite() {
        TickDetail kept = detail;
        if (kept == null) {
            try {
                kept = new TickDetail();
            } catch (OutOfMemoryError e) {
                return null;
            }
            beginWrite();
            detail = kept;
            endWrite();
        }
        return kept;
    }

    /** From the tick under way on, durations and latenesses are kept. */
    final void keepTimes() {
        TickDetail kept = detail;
        if (kept != null && kept.times != null) {
            return;
        }
        TimeDigest times = new TimeDigest();
        kept = detailToWrite();
        if (kept != null) {
            beginWrite();
            kept.times = times;
            endWrite();
        }
    }

    /** Why the deadlines were passed over that the tick just ended has passed over. */
    final void skippedBy(LatenessCause cause, long count) {
        TickDetail kept = detailToWrite();
        if (kept != null) {
            beginWrite();
            kept.skipped(cause, count);
            endWrite();
        }
    }

    /**
     * A tick that is due is not to begin: its deadline is skipped, and those that have passed since.
     *
     * @return how many
     */
    final long passOver(long nowNs) {
        long steps = Grid.stepsAfterTick(nextNs, nowNs, periodNs, MissPolicy.SKIP);
        beginWrite();
        nextNs += steps * periodNs;
        skipped += steps;
        endWrite();
        return steps;
    }

    /** A mean in which the latest tick weighs a quarter. */
    private int costAfter(long durationNs) {
        int latestNs = (int) Math.min(MOST_COST_NS, Math.max(1, durationNs));
        return costNs == 0 ? latestNs : costNs + ((latestNs - costNs + 2) >> 2);
    }

    /** What its ticks have cost lately, 0 before the first. For whoever holds the lock while it waits. */
    final int costNs() {
        return costNs;
    }

    /** After a tick: it waits for its next deadline. */
    final void waitForNext() {
        beginWrite();
        STATE.setOpaque(this, WAITING);
        dueNs = nextNs;
        endWrite();
    }

    /** The first grid point not before the given time that is not consumed either. */
    final long pointNotBefore(long timeNs) {
        return nextNs + Grid.stepsNotBefore(nextNs, timeNs, periodNs) * periodNs;
    }

    /**
     * A suspension ends: points before the given time count as suspended.
     *
     * @return how many
     */
    final long endSuspension(long nowNs) {
        long steps = Grid.stepsNotBefore(nextNs, nowNs, periodNs);
        beginWrite();
        STATE.setOpaque(this, WAITING);
        nextNs += steps * periodNs;
        suspended += steps;
        endWrite();
        return steps;
    }

    /**
     * A new grid begins at the first point of the old one that is not before the given time.
     *
     * @param suspendedNow whether points passed over count as suspended, else as skipped
     * @return how many points were passed over
     */
    final long changePeriod(long newPeriodNs, long nowNs, boolean suspendedNow) {
        long steps = Grid.stepsNotBefore(nextNs, nowNs, periodNs);
        beginWrite();
        nextNs += steps * periodNs;
        newGrid(newPeriodNs, nextNs);
        if (suspendedNow) {
            suspended += steps;
        } else {
            skipped += steps;
        }
        endWrite();
        return steps;
    }

    /**
     * A new grid of the same period begins, at its first point not before the next one of the old grid. So two deadlines
     * are at least one period apart and less than two, no point is passed over, and no clock is needed: what is overdue, or
     * suspended, is so on the new grid.
     *
     * @param pointNs some point of the new grid
     */
    final void changePhase(long pointNs) {
        beginWrite();
        newGrid(periodNs, nextNs + Math.floorMod(pointNs - nextNs, periodNs));
        endWrite();
    }

    private void newGrid(long newPeriodNs, long firstNs) {
        earlierPoints += (nextNs - originNs) / periodNs;
        periodNs = newPeriodNs;
        originNs = firstNs;
        nextNs = firstNs;
    }

    // ---- for any thread ----

    /** The state now. */
    public final TickState state() {
        return STATES[(byte) STATE.getOpaque(this)];
    }

    /** Where its ticks run now. */
    public final Placement placement() {
        return placement;
    }

    /** One consistent snapshot. */
    final TickStats snapshot(long costHintNs) {
        for (; ; ) {
            int before = (int) SEQUENCE.getAcquire(this);
            if ((before & 1) == 0) {
                // The period is never 0, in whichever write it is caught.
                TickStats stats = new TickStats(
                        state(),
                        placement,
                        periodNs,
                        originNs,
                        nextNs,
                        deadlineNs,
                        startNs,
                        earlierPoints + (nextNs - originNs) / periodNs,
                        ticks,
                        open ? ticks - 1 : ticks,
                        skipped,
                        suspended,
                        faults,
                        consecutiveFaults,
                        overruns,
                        lateTicks,
                        durationTotalNs,
                        durationMaxNs,
                        durationLastNs,
                        latenessTotalNs,
                        latenessMaxNs,
                        Math.max(0, startNs - deadlineNs),
                        costHintNs,
                        (long) ((double) periodNs * recentSteps / ONE_STEP),
                        detail == null ? CauseCounts.NONE : detail.late(),
                        detail == null ? CauseCounts.NONE : detail.skipped());
                VarHandle.loadLoadFence();
                if ((int) SEQUENCE.getOpaque(this) == before) {
                    return stats;
                }
            }
            Thread.onSpinWait();
        }
    }

    /** How long its ticks took and how late they were, of one moment. */
    final TickPercentiles timesSnapshot() {
        for (; ; ) {
            int before = (int) SEQUENCE.getAcquire(this);
            if ((before & 1) == 0) {
                TickDetail kept = detail;
                TimeDigest times = kept == null ? null : kept.times;
                if (times == null) {
                    return TickPercentiles.NONE;
                }
                long ended = open ? ticks - 1 : ticks;
                // Of the tick under way the lateness is counted already, but not in the distributions.
                long openNs = open ? Math.max(0, startNs - deadlineNs) : 0;
                TickPercentiles copy = new TickPercentiles(
                        new TimePercentiles(times.durations(), ended, durationTotalNs, durationMaxNs),
                        new TimePercentiles(times.latenesses(), ended, latenessTotalNs - openNs, latenessMaxNs));
                VarHandle.loadLoadFence();
                if ((int) SEQUENCE.getOpaque(this) == before) {
                    return copy;
                }
            }
            Thread.onSpinWait();
        }
    }

    /**
     * How far past its due time a registration is that is not in a tick. Allocates nothing.
     *
     * @return nanoseconds past the time, negative before it, in a tick or stopped
     */
    final long overdueNs(long nowNs) {
        for (; ; ) {
            int before = (int) SEQUENCE.getAcquire(this);
            if ((before & 1) == 0) {
                TickState now = state();
                long due = dueNs;
                VarHandle.loadLoadFence();
                if ((int) SEQUENCE.getOpaque(this) == before) {
                    return switch (now) {
                        case WAITING, SUSPENDED, LAST_WAITING -> nowNs - due;
                        case RUNNING, LAST_RUNNING, STOPPED -> -1;
                    };
                }
            }
            Thread.onSpinWait();
        }
    }
}
