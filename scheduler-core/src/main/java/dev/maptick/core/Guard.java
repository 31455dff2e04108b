package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks after a running scheduler from outside its workers, all of which may be stuck: one thread that wakes when one of its
 * duties is due, or none where a stepper does that. Without duties it has no thread.
 *
 * <p>A duty that throws is counted like a listener and looked at again a second later. The thread ends with the shutdown, after
 * the last map has left, so that what is stuck at the end is still reported.
 */
final class Guard implements Runnable {
    private static final long AFTER_FAILURE_NS = 1_000_000_000L;

    /** Longest wait for a duty under way, which may tell listeners. */
    private static final long END_MS = 1_000;

    private final NanoClock clock;
    private final Listeners listeners;
    private final HostStalls stalls;
    private final GuardDuty[] duties;
    private final long[] dueNs;

    /** On the scheduler's clock whoever else waits how: it need not be punctual. */
    private final DeadlineWaiter waiter;

    private @Nullable Thread thread;
    private volatile boolean ended;

    Guard(NanoClock clock, Listeners listeners, HostStalls stalls, List<GuardDuty> duties) {
        this.clock = clock;
        this.listeners = listeners;
        this.stalls = stalls;
        this.duties = duties.toArray(new GuardDuty[0]);
        dueNs = new long[this.duties.length];
        waiter = new ParkingWaiter(clock);
    }

    /** The scheduler starts: everything is looked at for the first time. */
    void begin() {
        Arrays.fill(dueNs, clock.nanoTime());
    }

    /** On a thread of its own, if there is anything to look at. */
    void startThread() {
        if (duties.length == 0) {
            return;
        }
        Thread own = new Thread(null, this, "maptick-guard", 0, false);
        own.setDaemon(true);
        own.setContextClassLoader(TickScheduler.class.getClassLoader());
        thread = own;
        own.start();
    }

    @Override
    public void run() {
        for (; ; ) {
            waiter.prepare();
            if (ended) {
                return;
            }
            look();
            long untilNs = soonestNs();
            stalls.guardSleeps(untilNs);
            waiter.awaitUntil(untilNs);
            stalls.guardWakes(clock.nanoTime());
        }
    }

    /** When the next duty is due; empty without duties and after the end. Whoever steps it. */
    OptionalLong dueNanos() {
        return duties.length == 0 || ended ? OptionalLong.empty() : OptionalLong.of(soonestNs());
    }

    /** In place of a thread: it was asleep until now, and is again afterwards. Whoever steps it. */
    void step() {
        stalls.guardWakes(clock.nanoTime());
        look();
        if (duties.length > 0) {
            stalls.guardSleeps(soonestNs());
        }
    }

    /** Looks at what is due. The guard's thread, or whoever steps it. */
    void look() {
        for (int i = 0; i < duties.length; i++) {
            long nowNs = clock.nanoTime();
            if (dueNs[i] - nowNs <= 0) {
                dueNs[i] = next(duties[i], nowNs);
            }
        }
    }

    private long next(GuardDuty duty, long nowNs) {
        try {
            // Later than now, whatever it says: a stepper would never come past it.
            long againNs = duty.look(nowNs);
            return againNs - nowNs > 0 ? againNs : nowNs + 1;
        } catch (Throwable t) {
            listeners.failed("the guard", t);
            return nowNs + AFTER_FAILURE_NS;
        }
    }

    private long soonestNs() {
        long soonestNs = dueNs[0];
        for (long ns : dueNs) {
            soonestNs = ns - soonestNs < 0 ? ns : soonestNs;
        }
        return soonestNs;
    }

    /** Looks no more; waits a moment for its thread to end, unless it is the caller. */
    void end() {
        ended = true;
        waiter.signal();
        Thread own = thread;
        if (own == null || own == Thread.currentThread()) {
            return;
        }
        try {
            own.join(END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
