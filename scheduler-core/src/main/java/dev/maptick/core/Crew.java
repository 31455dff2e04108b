package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Workers and the lanes they serve. The pool is a crew with one worker and one lane, or several of both; a dedicated thread is
 * a crew of one worker with a lane of one map.
 *
 * <h2>Several lanes</h2>
 *
 * From the second worker on one lane would be what all of them wait for, and each map's memory would go from processor to
 * processor at every tick. So the maps are divided into lanes, two for up to five workers and then one for every
 * {@link #WORKERS_A_LANE}. A lane belongs to nobody: each worker has a lane of its own only in that it looks there first. It
 * takes from whichever lane publishes the earliest due time as soon as that is {@link #STEAL_NS} before what its own one has, or
 * its own one has nothing due. So no map waits for a worker that sleeps or is stuck, and the order over all lanes is kept within
 * the millisecond that promise 2 leaves. To find that out a worker reads one word of each lane.
 *
 * <p>Two lanes take turns slot by slot, so that a wake-up for a slot is work in one lane, done in long runs by one worker; only
 * a pool that has fallen behind has something due in both, and there each worker stays with its own. More lanes divide the
 * places of a slot, since all those workers would meet in the one lane of the slot that has just come.
 *
 * <p>Waiting is not divided. One {@link Watch} for the crew, so that at low load two workers serve all lanes and the others
 * sleep: as many are awake as there is work for. A worker takes the watch's lock to begin and to end a wait; one that finds
 * work takes it only if nobody looks early enough at what it leaves behind, or if there is work for several.
 *
 * <p>Workers come and go while the crew runs ({@link PoolThreads}): one that comes looks at all lanes before it waits, one that
 * goes asks for what they have ({@link #depart}). The lanes stay as many as they were at the start.
 *
 * <p>Locks are taken in the order lane, then watch; of two lanes the pool's first.
 */
final class Crew {
    /** So few hardly ever meet at a lane's lock, each taking it once a run. */
    private static final int WORKERS_A_LANE = 2;

    /** So many lanes share a slot by turns. */
    private static final int FEW_LANES = 2;

    /** Reading a word of each is little against a run. */
    private static final int MOST_LANES = 16;

    /** For measuring other numbers of lanes. */
    private static final String LANES_PROPERTY = "maptick.poolLanes";

    /** Half of what promise 2 leaves: the other half is for what happens between reading and taking. */
    private static final long STEAL_NS = Lane.GRACE_NS / 2;

    /** Work that is worth calling a worker for: the wake-up costs some 35 us and comes some 60 us later. */
    private static final long WORTH_A_CALL_NS = 100_000;

    /** A claim found a run. */
    private static final int FILLED = -1;

    /** A claim found the crew closed. */
    private static final int CLOSED = -2;

    final Placement placement;
    private final NanoClock clock;
    private final Lane[] lanes;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final Watch watch = new Watch();

    /** Width of a slot. */
    private final long slotNs;

    private volatile boolean closed;
    private long startNs;

    private Crew(
            Placement placement,
            NanoClock clock,
            int laneCount,
            long slotNs,
            Supplier<DeadlineQueue<TickEntry>> queues) {
        this.placement = placement;
        this.clock = clock;
        this.slotNs = slotNs;
        lanes = new Lane[laneCount];
        for (int i = 0; i < laneCount; i++) {
            lanes[i] = new Lane(this, i, queues.get());
        }
        begin(clock.nanoTime());
    }

    /** A crew of several workers, whose queues have slots of one width. */
    static Crew ofPool(NanoClock clock, int laneCount, long slotNs, Supplier<DeadlineQueue<TickEntry>> queues) {
        return new Crew(Placement.POOL, clock, laneCount, slotNs, queues);
    }

    /** A crew of one worker for one map. */
    static Crew ofDedicated(NanoClock clock) {
        return new Crew(Placement.DEDICATED, clock, 1, 1, IndexedHeap::new);
    }

    /** How many lanes a pool of so many workers has. */
    static int lanesFor(int workers) {
        int count = workers == 1 ? 1 : Math.max(FEW_LANES, workers / WORKERS_A_LANE);
        return Math.max(1, Math.min(MOST_LANES, Integer.getInteger(LANES_PROPERTY, count)));
    }

    /** What a crew asks for once its locks are free. */
    interface Aftermath {
        /** A tick has ended and its registration was put back, or has left: {@code outcome} is {@link Lane#putBack}'s. */
        void settled(TickEntry entry, long outcome);

        /** A registration wants to end its tick in another lane, which takes both locks. */
        void transfer(TickEntry entry, Worker worker);

        /** A suspension has ended by itself, and so many points went by in it. */
        void resumed(TickEntry entry, long points);
    }

    /** Phases count from here. Before the first registration. */
    void begin(long atNs) {
        startNs = atNs;
        for (Lane lane : lanes) {
            lane.begin(atNs);
        }
    }

    void addWorker(Worker worker) {
        worker.nowNs = clock.nanoTime();
        worker.readBeforeNs = worker.nowNs;
        workers.add(worker);
    }

    int laneCount() {
        return lanes.length;
    }

    Lane lane(int number) {
        return lanes[number];
    }

    /** The lane of what is due at a time: one and the same for all that is due in the same slot, or place of a slot. */
    Lane laneFor(long periodNs, long dueNs) {
        if (lanes.length == 1) {
            return lanes[0];
        }
        long phaseNs = Math.floorMod(dueNs - startNs, periodNs);
        long number = lanes.length > FEW_LANES
                ? phaseNs / SlotGrid.PLACE_NS
                : SlotGrid.slotAt(phaseNs, periodNs, SlotGrid.slots(periodNs, slotNs));
        return lanes[(int) SlotTournament.part(number * SlotTournament.GOLDEN, lanes.length)];
    }

    // ---- claims ----

    /**
     * Puts the worker's last tick back, waits for the earliest deadline to come and starts that tick.
     *
     * @return the tick to run, or null when the crew is closed or the worker has left it
     */
    @Nullable
    TickEntry claim(Worker me) {
        for (; ; ) {
            TickEntry done = me.hand.running();
            if (done == null) {
                TickEntry next = me.aheadLane == null ? me.hand.next() : null;
                if (next != null) {
                    me.countStart();
                    return next;
                }
            }
            int how = take(me, done);
            if (how == FILLED) {
                return started(me);
            }
            if (how == CLOSED) {
                return null;
            }
            if (how != Watch.GO) {
                me.posted = true;
                if (how == Watch.TIMED && me.waiter.awaitNear(me.watchNs)) {
                    fillAhead(me);
                }
                me.await(how == Watch.TIMED);
            }
        }
    }

    /**
     * Puts the tick before back, or leaves the post and takes a run, or a post. Each step takes the one lock it needs. What is
     * due it judges by the end of the wait or tick before: what has come due since is found when the run is taken, or at once by
     * a wait that has nothing to wait for.
     *
     * @return {@link #FILLED}, {@link #CLOSED} (or the worker has left), or how to wait
     */
    private int take(Worker me, @Nullable TickEntry done) {
        if (done != null) {
            putBack(me, done);
            return Watch.GO;
        }
        if (me.posted) {
            me.posted = false;
            me.nowNs = clock.nanoTime();
            watch.leave(me);
            me.woke();
            if (startAhead(me)) {
                return FILLED;
            }
        }
        if (closed) {
            return CLOSED;
        }
        if (me.mustLeave()) {
            depart(me);
            return CLOSED;
        }
        Lane lane = pick(me);
        if (lane == null) {
            return waitForWork(me);
        }
        return fill(me, lane) ? FILLED : Watch.GO;
    }

    /** Ends a tick that could not end without the lock. */
    private static void putBack(Worker me, TickEntry done) {
        Lane lane = done.lane;
        boolean moving;
        long outcome = 0;
        Worker call = null;
        lane.lock();
        try {
            moving = done.nextLane() != null;
            if (!moving) {
                outcome = lane.putBack(done, me, false);
                if (outcome != 0 || !me.hand.isEmpty()) {
                    // Something else comes first: listeners, or the rest of the hand.
                    call = lane.callFor(done);
                }
            }
        } finally {
            lane.unlock();
        }
        Controls.signal(call);
        if (moving) {
            me.parts.aftermath().transfer(done, me);
        } else if (outcome != 0) {
            me.parts.aftermath().settled(done, outcome);
        }
    }

    private boolean fill(Worker me, Lane lane) {
        boolean filled;
        long byNs = 0;
        lane.lock();
        try {
            // Anew: getting the lock may have taken time, and the tick starts now.
            me.nowNs = clock.nanoTime();
            filled = lane.fill(me, limitNs(me, lane));
            if (filled) {
                byNs = lookAgainNs(me, lane);
            }
        } finally {
            lane.unlock();
        }
        if (filled) {
            callHelp(me, byNs);
        }
        return filled;
    }

    /** Takes what is due at the end of the wait before that; see {@link Ahead}. The worker has its post. */
    private void fillAhead(Worker me) {
        long dueNs = me.watchNs;
        for (Lane lane : lanes) {
            if (lane.soonestNs() != dueNs) {
                continue;
            }
            lane.lock();
            try {
                me.aheadLane = lane.fillAhead(me, dueNs) ? lane : null;
            } finally {
                lane.unlock();
            }
            return;
        }
    }

    /**
     * Starts what it has taken ahead if the time has come, unless it was taken back: then the worker looks like any other. It
     * has left its post.
     */
    private boolean startAhead(Worker me) {
        Lane lane = me.aheadLane;
        if (lane == null) {
            return false;
        }
        me.aheadLane = null;
        if (!closed && me.nowNs - me.watchNs >= 0 && me.hand.next() != null) {
            if (!watch.isEmpty()) {
                // What the other lanes have.
                pick(me);
                callHelp(me, lookAgainNs(me, lane, me.aheadLeftNs, me.aheadWorkNs));
            }
            return true;
        }
        lane.lock();
        lane.unlock();
        me.hand.drop();
        return false;
    }

    /**
     * Sees to it that somebody looks by a time. With work for several, two are called, who call two each: so all are awake
     * after a few wake-ups one after the other, where a chain in which each calls the next would need as many as there are
     * workers.
     */
    private void callHelp(Worker me, long byNs) {
        if (Lane.isNever(byNs, me.nowNs)) {
            return;
        }
        Controls.signal(watch.need(byNs));
        Controls.signal(another(me));
    }

    private @Nullable Worker another(Worker me) {
        return me.leftWorkNs > 2 * WORTH_A_CALL_NS ? watch.another() : null;
    }

    private static @Nullable TickEntry started(Worker me) {
        me.countStart();
        TickEntry resumed = me.resumed;
        if (resumed != null) {
            me.resumed = null;
            me.parts.aftermath().resumed(resumed, me.resumedPoints);
        }
        return me.hand.running();
    }

    /**
     * The lane to take from now, by what the lanes publish; null if nothing is due. Notes for {@link #lookAgainNs} and
     * {@link #waitForWork} what it has seen.
     */
    private @Nullable Lane pick(Worker me) {
        Lane home = me.home;
        long homeNs = home.soonestNs();
        me.seen.begin(home, homeNs);
        int dueLanes = homeNs - me.nowNs <= 0 ? 1 : 0;
        for (int i = 1; i < lanes.length; i++) {
            int number = home.number + i;
            Lane lane = lanes[number < lanes.length ? number : number - lanes.length];
            long ns = lane.soonestNs();
            dueLanes += ns - me.nowNs <= 0 ? 1 : 0;
            me.seen.add(lane, ns);
        }
        me.seen.dueLanes = dueLanes;
        if (homeNs - me.nowNs <= 0 && homeNs - me.seen.firstNs <= STEAL_NS) {
            return home;
        }
        return dueLanes > 0 ? me.seen.first : null;
    }

    /** How late what a worker takes from a lane may be due, by what the other lanes have. */
    private static long limitNs(Worker me, Lane lane) {
        long othersNs = me.seen.exceptNs(lane) + STEAL_NS;
        return othersNs - me.nowNs < 0 ? othersNs : me.nowNs;
    }

    /**
     * By when somebody should look at what a worker leaves waiting that has just taken a run: so that it does not wait too
     * long if the first tick does not come back; at once if there is work enough to make a wake-up worth it. Under the
     * lane's lock.
     */
    private long lookAgainNs(Worker me, Lane lane) {
        me.leftWorkNs = 0;
        if (watch.isEmpty()) {
            return me.nowNs + Lane.FOREVER_NS;
        }
        return lookAgainNs(me, lane, lane.leftNs(me.hand.running()), lane.waitingWorkNs(me));
    }

    /** The same by what it leaves in the lane that it has taken from. */
    private long lookAgainNs(Worker me, Lane lane, long leftNs, long laneWorkNs) {
        long byNs = leftNs;
        long workNs = laneWorkNs;
        if (lanes.length > 1) {
            long elsewhereNs = me.seen.exceptNs(lane);
            byNs = elsewhereNs - byNs < 0 ? elsewhereNs : byNs;
            // What the lane has due stands for what the others have; and each of those awake already takes its part.
            workNs = workNs * Math.max(1, me.seen.dueLanes) / watch.awake(workers.size());
        }
        me.leftWorkNs = workNs;
        byNs += Lane.GRACE_NS;
        return workNs > WORTH_A_CALL_NS || byNs - me.nowNs < 0 ? me.nowNs : byNs;
    }

    private int waitForWork(Worker me) {
        long reliefNs = me.nowNs + Lane.FOREVER_NS;
        if (watch.isLooked(me.seen.firstNs)) {
            reliefNs = reliefNs(me);
        }
        return watch.wait(me, this, reliefNs);
    }

    /** When the second to wait should look, by what the worker has seen. */
    private long reliefNs(Worker me) {
        long firstNs = me.seen.firstNs;
        long reliefNs;
        me.seen.first.lock();
        try {
            reliefNs = me.seen.first.reliefNs();
        } finally {
            me.seen.first.unlock();
        }
        long secondNs = me.seen.secondNs;
        long otherNs = secondNs - firstNs <= PhaseQueue.ONE_WAKE_UP_NS ? firstNs + Lane.GRACE_NS : secondNs;
        return otherNs - reliefNs < 0 ? otherNs : reliefNs;
    }

    /** When the earliest map that waits is due, by what the lanes publish. */
    long soonestNs() {
        long soonestNs = lanes[0].soonestNs();
        for (int i = 1; i < lanes.length; i++) {
            long ns = lanes[i].soonestNs();
            soonestNs = ns - soonestNs < 0 ? ns : soonestNs;
        }
        return soonestNs;
    }

    /** Whether a worker waits, called or not; for the audit. */
    boolean hasIdleWorker() {
        return !watch.isEmpty();
    }

    /** Whom to call so that somebody looks by a time; see {@link Watch#need}. */
    @Nullable
    Worker need(long byNs) {
        return watch.need(byNs);
    }

    // ---- for a stepped worker ----

    /**
     * The next tick without waiting.
     *
     * @return the tick to run, or null when none is due
     */
    @Nullable
    TickEntry claimDue(Worker me) {
        me.nowNs = clock.nanoTime();
        TickEntry next = me.mustLeave() ? null : me.hand.next();
        if (next != null) {
            me.countStart();
            return next;
        }
        for (; ; ) {
            Lane lane = closed || me.mustLeave() ? null : pick(me);
            if (lane == null) {
                return null;
            }
            if (fill(me, lane)) {
                return started(me);
            }
        }
    }

    /** Puts a stepped worker's tick back if it is not yet. It is still running if a move was taken back meanwhile. */
    static void release(Worker me) {
        for (TickEntry done = me.hand.running(); done != null; done = me.hand.running()) {
            putBack(me, done);
        }
    }

    /** The earliest registration that waits, held ones included; for a stepper, which takes no lock between this and its step. */
    @Nullable
    TickEntry peek() {
        TickEntry earliest = null;
        for (Lane lane : lanes) {
            lane.lockToLook();
            try {
                TickEntry entry = lane.earliest();
                if (entry != null && (earliest == null || entry.dueNs - earliest.dueNs < 0)) {
                    earliest = entry;
                }
            } finally {
                lane.unlock();
            }
        }
        return earliest;
    }

    // ---- workers leave ----

    /**
     * Tells a worker to leave once it is in no tick, unless it is the last one free of those that are to stay, while all others
     * wait for maps of this crew to leave: they would wait for ever. Two steps, since {@link #isLastFree} has no lock: first it
     * is plain to see that nobody can count on this worker any more, then the others are looked at. Of a tick that begins to
     * wait meanwhile and this, the later one sees the other; if both do, that wait is refused though it could have ended, and nothing
     * is left waiting. One at a time calls this.
     *
     * @return false if it stays
     */
    boolean retire(Worker worker) {
        worker.staying = Worker.Staying.ASKED;
        if (!waits(worker) && !hasOtherFree(worker)) {
            worker.staying = Worker.Staying.STAYS;
            return false;
        }
        worker.staying = Worker.Staying.LEAVES;
        // It looks at that word after its waiter is ready for a call, like at the end of the crew.
        worker.waiter.signal();
        return true;
    }

    /**
     * A worker goes, in no tick and without a post. It may be the one that somebody has called or counted on to look at the
     * lanes before it waits: so it asks for what they have, like whoever takes ticks. What it holds, which only a stepped one does,
     * goes back.
     */
    void depart(Worker me) {
        workers.remove(me);
        for (Lane lane : lanes) {
            Hand hand = me.handFor(lane);
            if (hand != null) {
                lane.giveBack(hand);
            }
        }
        long firstNs = soonestNs();
        if (!Lane.isNever(firstNs, clock.nanoTime())) {
            Controls.signal(watch.need(firstNs));
        }
    }

    // ---- the end ----

    /**
     * Closes the crew: its workers end once they are out of their ticks. No lock: a worker that decides to wait looks at this
     * after its waiter is ready for a call, so it sees this or the call.
     *
     * @return the workers, all of which the caller has to call
     */
    List<Worker> close() {
        closed = true;
        return List.copyOf(workers);
    }

    boolean isClosed() {
        return closed;
    }

    // ---- questions ----

    /** Whether every other worker that stays is in a tick that waits for a map of this crew to leave; see {@link WaitGuard}. */
    boolean isLastFree(Worker me) {
        return !hasOtherFree(me);
    }

    /** Whether there is another worker that stays and is not in a tick that waits for a map of this crew to leave. */
    private boolean hasOtherFree(Worker me) {
        for (Worker worker : workers) {
            if (worker != me && worker.staying == Worker.Staying.STAYS && !waits(worker)) {
                return true;
            }
        }
        return false;
    }

    private boolean waits(Worker worker) {
        TickEntry awaited = worker.waitingFor;
        return awaited != null && awaited.lane.crew == this && awaited.state() != TickState.STOPPED;
    }

    /** Whether the invariants of the watch hold as far as the crew can tell. For tests, after every step. */
    boolean isValid() {
        for (Lane lane : lanes) {
            lane.lockToLook();
        }
        try {
            TickEntry head = peek();
            long byNs = clock.nanoTime();
            if (head != null && head.dueNs + Lane.GRACE_NS - byNs > 0) {
                byNs = head.dueNs + Lane.GRACE_NS;
            }
            return watch.isValid(workers, head != null && !closed, byNs);
        } finally {
            for (Lane lane : lanes) {
                lane.unlock();
            }
        }
    }

    /** Whether a worker still names a map that it has run. For tests. */
    boolean remembers() {
        return workers.stream().anyMatch(Worker::remembers);
    }

    /** Whether a worker is here and has not left. For tests. */
    boolean has(Worker worker) {
        return workers.contains(worker);
    }

    /** Who watches the clock or is on its way to do so. For tests. */
    @Nullable
    Worker leader() {
        return watch.leader();
    }
}
