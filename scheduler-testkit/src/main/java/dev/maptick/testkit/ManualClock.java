package dev.maptick.testkit;

import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A clock that moves only when told. It may start anywhere: at zero, below zero, close to the largest 64-bit value; like
 * the system's counter it wraps. It never goes back. Any thread may read and move it.
 *
 * <p><b>Inside a tick stepped by a {@link SteppedScheduler}</b>, {@link #advance(long) advance} is what the tick costs. The
 * tick sees its own time pass, everybody else sees the time at which it started; the scheduler then lets the tick end that
 * much later. So several workers overlap, and a tick says what it costs in the same words whether there is one worker or
 * eight. Only the stepping thread sees that time: a thread that a tick starts by itself moves the clock of all.
 *
 * <p>Anywhere else, {@code advance} moves time for everybody at once, as if the whole host had stood still.
 */
public final class ManualClock implements NanoClock {
    private final long startNs;
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

    /** Written under the monitor. */
    private volatile long nowNs;

    /** The thread inside a stepped tick, whose time runs ahead by {@code aheadNs}. */
    private volatile @Nullable Thread ticker;

    /** Only the ticker reads and writes it. */
    private long aheadNs;

    /** A clock that starts at zero. */
    public ManualClock() {
        this(0);
    }

    /**
     * A clock that starts at the given reading.
     *
     * @param startNanos any number
     */
    public ManualClock(long startNanos) {
        startNs = startNanos;
        nowNs = startNanos;
    }

    @Override
    public long nanoTime() {
        return isTicker() ? nowNs + aheadNs : nowNs;
    }

    /**
     * Lets time pass.
     *
     * @param time 0 or more
     */
    public void advance(Duration time) {
        advance(time.toNanos());
    }

    /**
     * Lets time pass.
     *
     * @param nanos 0 or more
     */
    public void advance(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a clock can't go back: advance by " + nanos + " ns");
        }
        if (isTicker()) {
            aheadNs = Math.addExact(aheadNs, nanos);
            return;
        }
        synchronized (this) {
            nowNs += nanos;
        }
        watchers.forEach(Runnable::run);
    }

    /**
     * Moves to a reading that is not before the present one.
     *
     * @param nanos the new reading; less than 292 years ahead, as readings are compared by difference
     */
    public void set(long nanos) {
        long aheadOfNow = nanos - nanoTime();
        if (aheadOfNow < 0) {
            throw new IllegalArgumentException(
                    "a clock can't go back: set to " + nanos + ", which lies " + -aheadOfNow + " ns before now");
        }
        if (isTicker()) {
            aheadNs = Math.addExact(aheadNs, aheadOfNow);
        } else {
            reach(nanos);
        }
    }

    /**
     * The reading the clock started at.
     *
     * @return as given
     */
    public long startNanos() {
        return startNs;
    }

    /**
     * What the clock shows the given time after its start.
     *
     * @param sinceStart any time
     * @return a reading, wrapped if need be
     */
    public long at(Duration sinceStart) {
        return startNs + sinceStart.toNanos();
    }

    /**
     * The time that has passed since the start.
     *
     * @return zero or more, right for 292 years
     */
    public Duration elapsed() {
        return Duration.ofNanos(nanoTime() - startNs);
    }

    /** Moves everybody's time to a reading, unless it has been passed already. */
    void reach(long nanos) {
        synchronized (this) {
            if (nanos - nowNs <= 0) {
                return;
            }
            nowNs = nanos;
        }
        watchers.forEach(Runnable::run);
    }

    /** Calls back after each move of everybody's time, on the thread that moved it. */
    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    /** From now on the calling thread's time runs ahead of everybody's. */
    void beginTick() {
        aheadNs = 0;
        ticker = Thread.currentThread();
    }

    /**
     * The calling thread's time is everybody's again.
     *
     * @return how far it ran ahead
     */
    long endTick() {
        ticker = null;
        return aheadNs;
    }

    private boolean isTicker() {
        Thread thread = ticker;
        return thread != null && thread == Thread.currentThread();
    }

    @Override
    public String toString() {
        return "ManualClock[" + nanoTime() + ", " + elapsed() + " after its start]";
    }
}
