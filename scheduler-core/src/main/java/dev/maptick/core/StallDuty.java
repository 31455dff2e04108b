package dev.maptick.core;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the guard wake up often enough that it is asleep towards a time when the host stops, see {@link HostStalls}, and tells of long
 * stalls with what the host's own counters say of them.
 *
 * <p>How often: needed only for when all workers are inside ticks, so often while they are busy, less often while there are ticks
 * at all, and at ever longer distances while there are none.
 */
final class StallDuty implements GuardDuty {
    static final long BUSY_PACE_NS = 20_000_000;
    static final long PACE_NS = 250_000_000;
    static final long IDLE_PACE_NS = 1_000_000_000;

    /** Where time costs nothing but looks do, and may go on for ages. */
    private static final long STEPPED_PACE_NS = 86_400_000_000_000L;

    /** Busy is whoever spends so large a part of its time in ticks: one of twenty. */
    private static final long BUSY_PART = 20;

    /** Whoever else has seen the same stall has said so by then. */
    private static final long SETTLED_NS = 5_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final HostStalls stalls;
    private final WorkerTable workers;
    private final Events events;
    private final Listeners listeners;
    private final boolean real;
    private final EventPace pace = new EventPace();

    /** On a real host from the first look on. */
    private @Nullable HostCounters counters;

    private boolean looked;
    private long latestNs;
    private long ticks;
    private long busyNs;
    private long everyNs = PACE_NS;

    /** End of the latest stall told or passed over, if there was one. */
    private boolean any;

    private long toldToNs;

    /**
     * For a scheduler's stalls.
     *
     * @param real whether time is the host's own, so that its counters have to do with it
     */
    StallDuty(HostStalls stalls, WorkerTable workers, Events events, Listeners listeners, boolean real) {
        this.stalls = stalls;
        this.workers = workers;
        this.events = events;
        this.listeners = listeners;
        this.real = real;
    }

    @Override
    public long look(long nowNs) {
        boolean settled = tellNew(nowNs);
        if (real && settled) {
            counters().mark(nowNs);
        }
        long ticksNow = workers.sum(WorkerCounters.TICKS);
        long busyNow = workers.sum(WorkerCounters.BUSY_NS);
        if (looked) {
            long mostNs = real ? IDLE_PACE_NS : STEPPED_PACE_NS;
            everyNs = paceNs(everyNs, mostNs, ticksNow - ticks, busyNow - busyNs, (nowNs - latestNs) * workers.size());
        }
        looked = true;
        latestNs = nowNs;
        ticks = ticksNow;
        busyNs = busyNow;
        return nowNs + (settled ? everyNs : Math.min(everyNs, BUSY_PACE_NS));
    }

    /** When to look again after so much was done in so much time of all workers; pure. */
    static long paceNs(long beforeNs, long mostNs, long ticks, long busyNs, long timeNs) {
        if (ticks == 0 && busyNs == 0) {
            return Math.min(mostNs, 2 * beforeNs);
        }
        return busyNs >= timeNs / BUSY_PART ? BUSY_PACE_NS : PACE_NS;
    }

    /**
     * Tells of the stalls that are new.
     *
     * @return false if there is one too new to be told
     */
    private boolean tellNew(long nowNs) {
        Stalls known = stalls.known();
        for (int i = 0; i < known.size(); i++) {
            long toNs = known.toNs(i);
            if (any && known.fromNs(i) - toldToNs < 0) {
                continue;
            }
            long stallNs = toNs - known.fromNs(i);
            if (stallNs >= HostStalls.SURE_NS) {
                if (nowNs - toNs < SETTLED_NS) {
                    return false;
                }
                tell(stallNs, nowNs);
            }
            any = true;
            toldToNs = toNs;
        }
        return true;
    }

    private void tell(long stallNs, long nowNs) {
        if (!pace.admits(nowNs)) {
            return;
        }
        String text = (real ? counters().since(nowNs) : StallReason.UNKNOWN).text(stallNs);
        events.tell(EventKind.HOST_STALL, null, text);
        listeners.log(() -> LOG.warn("{}; ticks late or skipped by it are counted as caused by the host", text));
    }

    private HostCounters counters() {
        HostCounters own = counters;
        if (own == null) {
            own = HostCounters.ofSystem();
            counters = own;
        }
        return own;
    }
}
