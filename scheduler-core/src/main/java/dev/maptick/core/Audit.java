package dev.maptick.core;

import dev.maptick.core.AuditReport.Loss;
import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for lost maps: holds what {@link Lane} promises of each registration against what is there, one by one, each under
 * the lock of its lane for a moment ({@link PlaceCheck}). Finds and tells; never repairs, since a repair would hide the fault. Any
 * thread; one at a time looks.
 *
 * <p>One thing is no matter of the lock: a worker that should have been woken and sleeps. Then something waits long past its
 * time while a worker of its lane waits too; see {@link OverdueSuspects} for when that is believed.
 */
final class Audit {
    /** How many registrations a bounded look takes, and how many places of queues. */
    static final int A_LOOK = 256;

    /** Places looked at in one hold of the lock. */
    private static final int A_HOLD = 32;

    /** A dedicated lane's queue has one. */
    private static final int PLACES_OF_ONE = 4;

    private static final long NS_PER_S = 1_000_000_000L;
    private static final long LOG_EVERY_NS = NS_PER_S;
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final Registry registry;
    private final PlaceCheck check;
    private final Crew pool;
    private final NanoClock clock;
    private final NanoClock realTime;
    private final Listeners listeners;

    /** Outside all other locks; guards what follows. */
    private final ReentrantLock looking = new ReentrantLock();

    private final OverdueSuspects suspects = new OverdueSuspects();

    /** How far the bounded looks have come. */
    private Iterator<TickEntry> round = Collections.emptyIterator();

    private final QueueWalk walk = new QueueWalk();
    private int lane;

    private long nowNs;
    private boolean logged;
    private long loggedNs;
    private long leftOut;
    private final AtomicLong lost = new AtomicLong();

    /**
     * Makes one.
     *
     * @param pool whose lanes are looked at place by place
     * @param realTime goes on whatever the scheduler's clock does
     */
    Audit(Registry registry, WorkerTable workers, Crew pool, NanoClock clock, NanoClock realTime, Listeners listeners) {
        this.registry = registry;
        this.check = new PlaceCheck(workers);
        this.pool = pool;
        this.clock = clock;
        this.realTime = realTime;
        this.listeners = listeners;
    }

    /** How many registrations were found lost so far, each once. */
    long lost() {
        return lost.get();
    }

    /** Looks at all. */
    AuditReport all() {
        Findings findings = new Findings();
        long checked = 0;
        looking.lock();
        try {
            nowNs = clock.nanoTime();
            for (TickEntry entry : registry.each()) {
                checked += check(entry, findings) ? 1 : 0;
            }
            for (int i = 0; i < pool.laneCount(); i++) {
                QueueWalk whole = new QueueWalk();
                while (!whole.isOver()) {
                    walk(pool.lane(i), whole, A_HOLD, findings);
                }
            }
        } finally {
            looking.unlock();
        }
        tell(findings);
        return new AuditReport(checked, findings.losses());
    }

    /** Looks at the next {@value #A_LOOK}; at none if somebody else is looking. */
    void look() {
        if (!looking.tryLock()) {
            return;
        }
        Findings findings = new Findings();
        try {
            nowNs = clock.nanoTime();
            for (TickEntry suspect : suspects.all()) {
                check(suspect, findings);
            }
            if (!round.hasNext()) {
                round = registry.each().iterator();
            }
            for (int i = 0; i < A_LOOK && round.hasNext(); i++) {
                check(round.next(), findings);
            }
            walk(pool.lane(lane), walk, A_LOOK, findings);
            if (walk.isOver()) {
                walk.restart();
                lane = lane + 1 == pool.laneCount() ? 0 : lane + 1;
            }
        } finally {
            looking.unlock();
        }
        tell(findings);
    }

    // ---- one registration ----

    /** Whether it was one to look at. */
    private boolean check(TickEntry entry, Findings findings) {
        Lane of = Moves.lockLane(entry);
        try {
            if (!PlaceCheck.isLive(entry)) {
                suspects.acquit(entry);
                return false;
            }
            String wrong = check.wrong(entry, of);
            if (wrong == null) {
                wrong = tooLate(entry, of);
            }
            if (wrong != null) {
                findings.add(entry, wrong);
            }
            if (of.placement() == Placement.DEDICATED) {
                walk(of, new QueueWalk(), PLACES_OF_ONE, findings);
            }
            return true;
        } finally {
            of.unlock();
        }
    }

    private @Nullable String tooLate(TickEntry entry, Lane of) {
        if (!PlaceCheck.waitsSince(entry, nowNs - OverdueSuspects.FAR_NS) || !of.crew.hasIdleWorker()) {
            suspects.acquit(entry);
            return null;
        }
        boolean isLost = suspects.isLost(entry, realTime.nanoTime());
        return isLost ? "due since " + (nowNs - entry.dueNs) / NS_PER_S + " s while a worker waits" : null;
    }

    // ---- the other side: the places of a queue ----

    /** Goes on by so many places at most. */
    private static void walk(Lane of, QueueWalk walk, int places, Findings findings) {
        int left = places;
        while (left > 0 && !walk.isOver()) {
            of.lock();
            try {
                for (int i = Math.min(left, A_HOLD); i > 0 && !walk.isOver(); i--) {
                    TickEntry entry = of.queue().walk(walk);
                    String wrong = entry == null ? null : PlaceCheck.wrongPlace(entry, of, walk);
                    if (wrong != null) {
                        findings.add(Objects.requireNonNull(entry), wrong);
                    }
                }
            } finally {
                of.unlock();
            }
            left -= A_HOLD;
        }
    }

    // ---- what was found ----

    /** Counts and logs each registration once; with no lock of a lane held by the caller. */
    private void tell(Findings findings) {
        for (Finding finding : findings.all) {
            TickEntry entry = finding.entry;
            Lane of = Moves.lockLane(entry);
            boolean known = entry.notes().foundLost;
            entry.notes().foundLost = true;
            of.unlock();
            if (!known) {
                count(entry, finding.wrong);
            }
        }
    }

    private void count(TickEntry entry, String wrong) {
        long before;
        looking.lock();
        try {
            lost.incrementAndGet();
            long realNs = realTime.nanoTime();
            if (logged && realNs - loggedNs < LOG_EVERY_NS) {
                leftOut++;
                return;
            }
            logged = true;
            loggedNs = realNs;
            before = leftOut;
            leftOut = 0;
        } finally {
            looking.unlock();
        }
        listeners.log(() -> LOG.error(
                "map {} of {} is lost, which is a fault of the scheduler: {} ({} lost maps left out since the record before)",
                Names.quote(entry.name()),
                Names.quote(entry.group()),
                wrong,
                before));
    }

    /** What one look has found; empty in all lives of a sound scheduler, so the list is made when first needed. */
    private static final class Findings {
        private List<Finding> all = List.of();

        void add(TickEntry entry, String wrong) {
            if (all.isEmpty()) {
                all = new ArrayList<>();
            }
            all.add(new Finding(entry, wrong));
        }

        List<Loss> losses() {
            return all.stream()
                    .map(finding -> new Loss(finding.entry.name(), finding.wrong))
                    .toList();
        }
    }

    private record Finding(TickEntry entry, String wrong) {}
}
