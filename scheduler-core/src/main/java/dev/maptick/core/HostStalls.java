package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * When the host stood still, as far as this process can tell. Any thread; found from readings of the clock that are made anyway.
 *
 * <ol>
 *   <li>A worker whose wait had a time and ended more than 1 ms after it: from that time on its thread should have run.
 *   <li>The guard's sleep, for when all workers are inside ticks. It may be late just because all processors are busy with
 *       ticks. So one too long by {@link #DOUBTFUL_NS} counts only together with a worker that saw as much time pass at one go, by
 *       its readings at the start and the end of a tick, and only while both did; from {@link #SURE_NS} on it counts by itself.
 *       A worker that starts a late tick looks at it, whether the guard has woken up yet or not: so the first tick after a
 *       stall finds it too.
 * </ol>
 *
 * <p>Known stalls are one immutable object, replaced under this object's monitor by whoever finds one, which is rare. A tick on
 * time reads one flag; a late one reads what is known without a lock.
 */
final class HostStalls {
    static final long LATE_NS = TickSchedule.LATE_NS;

    /** So late a thread can be that has to share a busy processor. */
    static final long DOUBTFUL_NS = 10_000_000;

    /** So late it is only if something is wrong. */
    static final long SURE_NS = 100_000_000;

    private volatile Stalls known = Stalls.NONE;

    /** Whether there is one that nobody has caught up with. */
    private volatile boolean behind;

    /** The guard's latest sleep. */
    private volatile @Nullable Sleep sleep;

    /** Its latest sleep that was too long, which it has forgotten a moment later. */
    private volatile @Nullable Sleep oversleep;

    /** Until when it was meant to last, and when it ended if it has. */
    private record Sleep(long untilNs, boolean ended, long endNs) {}

    Stalls known() {
        return known;
    }

    /** The guard, or whoever steps it, has nothing to do until a time. */
    void guardSleeps(long untilNs) {
        sleep = new Sleep(untilNs, false, 0);
    }

    /** And is awake again, perhaps before that time. */
    void guardWakes(long nowNs) {
        Sleep before = sleep;
        if (before == null || before.ended) {
            return;
        }
        if (nowNs - before.untilNs >= SURE_NS) {
            add(before.untilNs, nowNs);
        }
        Sleep ended = new Sleep(before.untilNs, true, nowNs);
        if (nowNs - before.untilNs >= DOUBTFUL_NS) {
            oversleep = ended;
        }
        sleep = ended;
    }

    /** A worker's wait until a time has ended. */
    void workerWakes(long untilNs, long nowNs) {
        if (nowNs - untilNs > LATE_NS) {
            add(untilNs, nowNs);
        }
    }

    /** A worker found so much time gone between two readings of the clock: was the guard held up then as well? */
    void look(long beforeNs, long nowNs) {
        if (nowNs - beforeNs >= DOUBTFUL_NS) {
            look(oversleep, beforeNs, nowNs);
            look(sleep, beforeNs, nowNs);
        }
    }

    private void look(@Nullable Sleep guard, long beforeNs, long nowNs) {
        if (guard == null) {
            return;
        }
        long fromNs = guard.untilNs - beforeNs > 0 ? guard.untilNs : beforeNs;
        long toNs = guard.ended && guard.endNs - nowNs < 0 ? guard.endNs : nowNs;
        if (toNs - fromNs >= DOUBTFUL_NS) {
            add(fromNs, toNs);
        }
    }

    /** Whether a tick that starts on time may be news. */
    boolean isBehind() {
        return behind;
    }

    /** It is: nothing that is late waits in the pool. */
    synchronized void caughtUp(long nowNs) {
        behind = !known.endedBy(nowNs);
        known = known.caughtUp(nowNs);
    }

    private synchronized void add(long fromNs, long toNs) {
        if (!known.covers(fromNs, toNs)) {
            known = known.with(fromNs, toNs);
            behind = true;
        }
    }
}
