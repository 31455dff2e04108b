package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the waiters of one scheduler share: the mode, the permit to spin, and whether spinning is left off for now.
 *
 * <pre>
 *   worker ── HybridWaiter ──► WaitControl ──► SpinPermit      each wait
 *                                │  ▲
 *          a wait ended far late ▼  │ look: was the process throttled?
 *                              Keeper ──► ProcFs                at most once in 5 s
 * </pre>
 *
 * <p>A process over its CPU quota is stopped for tens of milliseconds, which a waiter sees as a wait that ends far too
 * late. It then asks the keeper to look at the counts of the control groups, so that no worker reads files when it has
 * deadlines to meet. If they have grown, nobody spins for half a minute.
 */
final class WaitControl implements DeadlineWaiter.Factory {
    /** So late is no wake-up by itself, but something that held the thread up. */
    static final long SUSPICIOUS_NS = 5_000_000;

    static final long LOOK_EVERY_NS = 5_000_000_000L;
    static final long NO_SPIN_NS = 30_000_000_000L;
    private static final long NOT_SET = 0;

    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final WaitMode mode;
    private final NanoClock clock;
    private final WaitMachine machine;
    private final ProcFs procFs;
    private final @Nullable SpinPolicy policy;
    private final @Nullable SpinPermit permit;

    /** Whether waits of a few microseconds are spun. */
    private final boolean brief;

    /** Why nothing spins though the mode would; empty if it does. */
    private final String degraded;

    /** Until when nobody spins, in real time; {@link #NOT_SET} for no such time. */
    private final AtomicLong noSpinUntilNs = new AtomicLong(NOT_SET);

    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong nextLookNs;
    private final AtomicBoolean lookAsked = new AtomicBoolean();
    private final AtomicBoolean slackNoted = new AtomicBoolean();
    private volatile Runnable onSuspicion = () -> {};

    /** Throttled periods at the last look; −1 before the first one. The keeper's own. */
    private long throttledBefore = -1;

    /**
     * With numbers given.
     *
     * @param policy null to spin no more than brief waits
     * @param brief whether brief waits are spun
     * @param degraded why not, if the mode would
     */
    WaitControl(
            WaitMode mode,
            @Nullable SpinPolicy policy,
            boolean brief,
            String degraded,
            NanoClock clock,
            ProcFs procFs,
            WaitMachine machine) {
        this.mode = mode;
        this.policy = policy;
        this.brief = brief;
        this.degraded = degraded;
        this.clock = clock;
        this.procFs = procFs;
        this.machine = machine;
        long nowNs = machine.nanoTime();
        permit = policy == null ? null : new SpinPermit(policy, nowNs);
        nextLookNs = new AtomicLong(nowNs);
    }

    /** What the mode comes to on a system with so many processors. */
    static WaitControl of(
            WaitMode mode, int processors, String osName, NanoClock clock, ProcFs procFs, WaitMachine machine) {
        boolean windows = osName.toLowerCase(Locale.ROOT).startsWith("windows");
        SpinPolicy policy = processors == 1 ? null : SpinPolicy.of(mode, windows);
        boolean brief = processors > 1 && (!windows || policy != null);
        String degraded = "";
        if (policy == null && mode != WaitMode.EFFICIENT) {
            degraded = processors == 1 ? "there is one processor" : "the system's timer is too coarse";
        }
        return new WaitControl(mode, policy, brief, degraded, clock, procFs, machine);
    }

    /** For the system this runs on. */
    static WaitControl ofSystem(WaitMode mode, int processors, NanoClock clock) {
        return of(mode, processors, System.getProperty("os.name", ""), clock, ProcFs.ofSystem(), WaitMachine.SYSTEM);
    }

    @Override
    public DeadlineWaiter get() {
        return new HybridWaiter(clock, this, machine);
    }

    @Nullable
    SpinMargin newMargin() {
        return policy == null ? null : new SpinMargin(policy);
    }

    /** Whether what is due is made ready before the spin: only where being on time may cost that. */
    boolean takesAhead() {
        return mode == WaitMode.PRECISE;
    }

    @Nullable
    SpinPermit permit() {
        return permit;
    }

    /** Whether a wait that begins now may end in a spin. */
    boolean spins() {
        if (permit == null) {
            return false;
        }
        long untilNs = noSpinUntilNs.get();
        if (untilNs == NOT_SET) {
            return true;
        }
        // If the keeper has just put the time off, the word has changed and this waiter's news is out of date.
        return machine.nanoTime() - untilNs >= 0 && noSpinUntilNs.compareAndSet(untilNs, NOT_SET);
    }

    /** Whether a wait of a few microseconds may be spun, which in any mode costs less than parking. */
    boolean spinsBriefly() {
        return brief && (permit == null || spins());
    }

    /** A worker's thread is about to wait for the first time; called on it. */
    void threadBegins() {
        if (!procFs.lowerOwnTimerSlack() && slackNoted.compareAndSet(false, true)) {
            try {
                LOG.debug("timer slack left as it is: the system has no entry for it or refuses");
            } catch (Throwable ignored) {
                // A logger that throws is no reason not to wait.
            }
        }
    }

    /** Who is told, on a worker's thread, that {@link #look} has something to look at. */
    void onSuspicion(Runnable told) {
        onSuspicion = told;
    }

    /** A wait ended so much later than it was asked to. */
    void late(long lateNs) {
        if (lateNs < SUSPICIOUS_NS || permit == null) {
            return;
        }
        long nowNs = machine.nanoTime();
        long nextNs = nextLookNs.get();
        if (nowNs - nextNs >= 0 && nextLookNs.compareAndSet(nextNs, nowNs + LOOK_EVERY_NS)) {
            lookAsked.set(true);
            onSuspicion.run();
        }
    }

    /**
     * Looks whether the process was throttled, if a waiter has asked for it. The first call only notes the counts as they
     * are. One thread.
     *
     * @return what has changed, in words, or null
     */
    @Nullable
    String look() {
        if (permit == null || (throttledBefore >= 0 && !lookAsked.getAndSet(false))) {
            return null;
        }
        looks.incrementAndGet();
        long before = throttledBefore;
        long throttled = procFs.throttledPeriods();
        throttledBefore = throttled;
        if (before < 0 || throttled <= before) {
            return null;
        }
        long untilNs = machine.nanoTime() + NO_SPIN_NS;
        boolean news = noSpinUntilNs.getAndSet(untilNs == NOT_SET ? 1 : untilNs) == NOT_SET;
        return news ? "the CPU quota of this process is used up at times: ticks are late then; " + this : null;
    }

    /** How often the counts of the control groups were read. */
    long looks() {
        return looks.get();
    }

    /** What is in force now, in words. */
    @Override
    public String toString() {
        String why = degraded.isEmpty() && permit != null && noSpinUntilNs.get() != NOT_SET
                ? "its CPU quota throttles the process"
                : degraded;
        return "wait mode " + mode + (why.isEmpty() ? "" : ", without spinning since " + why);
    }
}
