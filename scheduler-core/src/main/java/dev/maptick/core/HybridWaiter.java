package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A worker's waiter: parks to a margin before the deadline and spins the rest, as far as {@link WaitControl} lets it.
 *
 * <p>One wait is at most one spin, and that spin is bounded by real time: it reads {@link WaitMachine#nanoTime()}, never
 * the scheduler's clock, so a clock that stands still is met by parking and not by a spin without end. The margin is fixed
 * when the wait begins. A waiter that comes to its margin and finds the permit to spin taken, or the account behind it
 * empty, parks to the deadline itself.
 *
 * <p>The margin is the time in which the worker makes ready what is due: {@link #awaitNear} parks to it, {@link #awaitUntil}
 * does the rest.
 *
 * <p>No signal is lost: the flag and the clock are read before each park, as in {@link ParkingWaiter}, whose argument
 * holds for the parks; a spin reads the flag in each turn, and after it the loop reads it again before any further park.
 *
 * <p>Only a park that ran its full time tells how late the system wakes: one ended by a signal, an interrupt or a stale
 * permit before its time is no sample. On Windows, where parks end at a whole millisecond and often before their time,
 * the margin therefore follows the late half only. Untested there.
 */
final class HybridWaiter extends ParkingWaiter {
    /** A whole wait so short costs less spun than parked, whoever spins besides, so it needs no permit. */
    static final long BRIEF_NS = 10_000;

    /** With a clock that did not move during a park, the next park lasts this long at least. */
    private static final long STILL_NS = 1_000_000;

    private final WaitControl control;
    private final WaitMachine machine;

    /** Null where only brief waits spin. Owner only, as all that follows. */
    private final @Nullable SpinMargin margin;

    private boolean began;

    /** The margin of the wait under way, and whether it is a brief one. */
    private long marginNs;

    private boolean brief;

    /** The margin is fixed and the first part of the wait is over. */
    private boolean near;

    HybridWaiter(NanoClock clock, WaitControl control, WaitMachine machine) {
        super(clock);
        this.control = control;
        this.machine = machine;
        this.margin = control.newMargin();
    }

    @Override
    public boolean awaitNear(long deadlineNanos) {
        if (!control.takesAhead()) {
            return false;
        }
        long nowNs = fixMargin(deadlineNanos);
        if (marginNs == 0) {
            return false;
        }
        near = true;
        return park(deadlineNanos, marginNs, nowNs) > 0 && !isSignalled();
    }

    @Override
    public void awaitUntil(long deadlineNanos) {
        long nowNs = near ? clock.nanoTime() : fixMargin(deadlineNanos);
        near = false;
        long leftNs = park(deadlineNanos, marginNs, nowNs);
        if (leftNs > 0 && !isSignalled()) {
            if (spin(leftNs, brief)) {
                Thread.interrupted();
                control.late(clock.nanoTime() - deadlineNanos);
            }
            // It may not spin, or the scheduler's clock is not the one that it spins by.
            park(deadlineNanos, 0, clock.nanoTime());
        }
    }

    /**
     * A wait begins.
     *
     * @return the time read for that
     */
    private long fixMargin(long deadlineNs) {
        begin();
        long nowNs = clock.nanoTime();
        long leftNs = deadlineNs - nowNs;
        brief = leftNs <= BRIEF_NS && control.spinsBriefly();
        marginNs = brief ? BRIEF_NS : marginFor(leftNs);
        return nowNs;
    }

    /**
     * Parks from a time just read until signalled, or so long before the deadline at most.
     *
     * @return what is left until the deadline
     */
    private long park(long deadlineNs, long beforeNs, long fromNs) {
        boolean still = false;
        long nowNs = fromNs;
        while (deadlineNs - nowNs > beforeNs && !isSignalled()) {
            long leftNs = deadlineNs - nowNs - beforeNs;
            long parkNs = still ? Math.max(STILL_NS, leftNs) : leftNs;
            machine.park(this, parkNs);
            Thread.interrupted();
            long wokeNs = clock.nanoTime();
            still = wokeNs == nowNs;
            slept(parkNs, wokeNs - nowNs - parkNs);
            nowNs = wokeNs;
        }
        return deadlineNs - nowNs;
    }

    @Override
    public void awaitSignal() {
        begin();
        super.awaitSignal();
    }

    /** Not in {@code prepare}, which runs under a lock. */
    private void begin() {
        if (!began) {
            began = true;
            control.threadBegins();
        }
    }

    private long marginFor(long leftNs) {
        return margin == null || !control.spins() ? 0 : margin.of(leftNs);
    }

    private void slept(long askedNs, long overNs) {
        if (margin == null || overNs < 0 || isSignalled()) {
            return;
        }
        margin.slept(askedNs, overNs);
        control.late(overNs);
    }

    /**
     * Spins until signalled, for so long at most.
     *
     * @return false if it may not
     */
    private boolean spin(long ns, boolean brief) {
        long startNs = machine.nanoTime();
        if (brief) {
            spinFor(startNs, ns);
            return true;
        }
        SpinPermit permit = control.permit();
        if (permit == null || !permit.tryTake(startNs)) {
            return false;
        }
        long spunNs = 0;
        try {
            spunNs = spinFor(startNs, ns);
        } finally {
            permit.giveBack(spunNs);
        }
        return true;
    }

    private long spinFor(long startNs, long ns) {
        long spunNs = 0;
        while (spunNs < ns && !isSignalled()) {
            machine.spin();
            spunNs = machine.nanoTime() - startNs;
        }
        return spunNs;
    }
}
