package dev.maptick.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets heavy maps hold all but one of the pool's threads, so that the others always have one. Any worker; asked for heavy maps
 * only, for a moment, and not held during a tick.
 *
 * <p>A heavy map whose turn has come while all those threads are held passes the deadline over, which counts as skipped, and is
 * due again at its next one. So nothing that is due waits while a thread is parked (promise 2), and no thread waits for another.
 * Those that were passed over come first, in that order: else two maps would take turns only by luck. A place in that order is
 * kept for a while only, since a map may be suspended, leave or become light.
 */
final class HeavyGate {
    /** How late a map may come to its next deadline and keep its place. */
    private static final long PLACE_KEPT_NS = 100_000_000;

    /** A tick that lasts so long does not count any more: it may be stuck, and the others go on with the threads left. */
    private static final long STUCK_NS = 5_000_000_000L;

    private final IntSupplier poolThreads;
    private final Deque<Place> waiting = new ArrayDeque<>();

    /** Until when each of those inside counts. */
    private final List<Place> inside = new ArrayList<>();

    HeavyGate(IntSupplier poolThreads) {
        this.poolThreads = poolThreads;
    }

    /** A map that was passed over. */
    private static final class Place {
        private final TickEntry entry;
        private long untilNs;

        Place(TickEntry entry) {
            this.entry = entry;
        }
    }

    /** Whether the tick may begin; then {@link #leave} is owed. */
    synchronized boolean enter(TickEntry entry, long nowNs) {
        forget(nowNs);
        int threads = poolThreads.getAsInt();
        int before = 0;
        @Nullable Place own = null;
        for (Place place : waiting) {
            if (place.entry == entry) {
                own = place;
                break;
            }
            before++;
        }
        if (threads < 2 || inside.size() + before < threads - 1) {
            if (own == null) {
                own = new Place(entry);
            }
            waiting.remove(own);
            own.untilNs = nowNs + STUCK_NS;
            inside.add(own);
            return true;
        }
        if (own == null) {
            own = new Place(entry);
            waiting.add(own);
        }
        own.untilNs = nowNs + 2 * entry.periodNs() + PLACE_KEPT_NS;
        return false;
    }

    synchronized void leave(TickEntry entry) {
        inside.removeIf(place -> place.entry == entry);
    }

    /** Those whose time has passed. */
    synchronized void forget(long nowNs) {
        waiting.removeIf(place -> nowNs - place.untilNs > 0);
        inside.removeIf(place -> nowNs - place.untilNs > 0);
    }
}
