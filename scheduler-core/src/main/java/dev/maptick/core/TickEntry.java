package dev.maptick.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A registration: its state, and the handle its owner holds. One object for all that a tick reads and writes.
 *
 * <pre>
 * field                            written by                           guarded by
 * -------------------------------- ------------------------------------ -------------------------------
 * name, kind, fixedPhase, frame,   constructor                          final
 * poolLane
 * turn                             see QueueNode                        itself
 * counts, grid, dueNs              whose turn it is                     see TickSchedule
 * arrival, index, slot             queue                                lane lock
 * lane                             a move                               both lanes' locks; volatile read
 * active, stopping, suspension,    whoever holds the lock               lane lock
 * lastTask, notes
 * task                             leaving                              lane lock; the worker inside its turn
 * wantsThread, placedByOwner       whoever asks                         volatile
 * heavy                            the guard                            volatile
 * inside                           the thread inside the tick           compared with one's own only
 * affairs                          the thread inside the tick           volatile
 * </pre>
 */
final class TickEntry extends TickSchedule implements TickRegistration {
    private final String name;
    private final TickKind kind;

    /** Its owner asked for this phase and no other. */
    final boolean fixedPhase;

    final TickFrame frame = new TickFrame(this);

    volatile Lane lane;

    /** Where it is queued while it is in the pool. */
    final Lane poolLane;

    /** Let in by its registration. Requests before that only leave notes. */
    boolean active;

    boolean stopping;

    private volatile boolean wantsThread;

    /** Its owner has said where it is to tick since it came. */
    private volatile boolean placedByOwner;

    /** It costs so much that it has to ask before a tick in the pool. */
    private volatile boolean heavy;

    /** Dropped when it has left, so that a handle kept by its owner keeps no map. */
    @Nullable
    TickTask task;

    @Nullable
    TickTask lastTask;

    /** What its owner asked for, while SUSPENDED; asked for the end of the tick while RUNNING. */
    Suspension suspension = Suspension.NONE;

    /** Number of the thread inside the tick or last task, 0 for none. A number: see {@link Hand} for what references cost. */
    private long inside;

    private @Nullable TickNotes notes;
    private volatile @Nullable TickAffairs affairs;

    TickEntry(
            String name,
            TickKind kind,
            TickOptions options,
            TickTask task,
            Lane lane,
            Lane poolLane,
            long periodNs,
            long firstDeadlineNs) {
        super(lane.placement(), kind.missPolicy(), periodNs, firstDeadlineNs);
        this.name = name;
        this.kind = kind;
        this.lane = lane;
        this.poolLane = poolLane;
        this.task = task;
        this.lastTask = options.lastTask();
        fixedPhase = options.phase() != null;
        wantsThread = options.placement() == Placement.DEDICATED;
    }

    // ---- under the lock ----

    @Override
    long touch() {
        return super.touch() + (task instanceof Tick ? 1 : 0) + inside;
    }

    /** To be written to. */
    TickNotes notes() {
        TickNotes noted = notes;
        if (noted == null) {
            noted = new TickNotes();
            notes = noted;
        }
        return noted;
    }

    /** To be read; null if nothing was ever noted. */
    @Nullable
    TickNotes notesIfAny() {
        return notes;
    }

    @Nullable
    Lane nextLane() {
        return notes == null ? null : notes.nextLane;
    }

    /** The period in force once a tick under way has ended. */
    long periodToBeNs() {
        return notes != null && notes.newPeriodNs != 0 ? notes.newPeriodNs : periodNs();
    }

    /** A new grid; see {@link #changePeriod}. */
    long changeGrid(long newPeriodNs, long nowNs, boolean suspendedNow) {
        TickNotes noted = notes();
        if (noted.firstPeriodNs == 0) {
            noted.firstPeriodNs = periodNs();
            noted.firstPointNs = nextNs();
        }
        return changePeriod(newPeriodNs, nowNs, suspendedNow);
    }

    /** The period it came with. */
    long firstPeriodNs() {
        return notes == null || notes.firstPeriodNs == 0 ? periodNs() : notes.firstPeriodNs;
    }

    /** A point of the grid it came with, or was last given by {@link Rebalance}. */
    long firstPointNs() {
        return notes == null || notes.firstPeriodNs == 0 ? originNs() : notes.firstPointNs;
    }

    /** Another phase in the same period, outside a tick; see {@link #changePhase}. */
    void movePhase(long pointNs) {
        if (notes != null && notes.firstPeriodNs != 0) {
            notes.firstPointNs = pointNs;
        }
        changePhase(pointNs);
    }

    /** The same at the end of the tick it is in. */
    void notePhase(long pointNs) {
        TickNotes noted = notes();
        if (noted.firstPeriodNs == 0) {
            noted.firstPeriodNs = periodNs();
        }
        noted.firstPointNs = pointNs;
        noted.newPhase = true;
        noted.newPointNs = pointNs;
    }

    /** The tick has ended in which a phase may have been noted. */
    void takeOverPhase() {
        if (notes != null && notes.newPhase) {
            notes.newPhase = false;
            changePhase(notes.newPointNs);
        }
    }

    /** A point of the grid that is in force once a tick under way has ended, as long as the period stays. */
    long pointToBeNs() {
        return notes != null && notes.newPhase ? notes.newPointNs : originNs();
    }

    /** Whether its owner or its faults keep it from ticking. */
    boolean isSuspended() {
        return suspension != Suspension.NONE || faultSuspension() != Suspension.NONE;
    }

    /** The same without an end of its own. */
    boolean isSuspendedForever() {
        return suspension == Suspension.UNLIMITED || faultSuspension() == Suspension.UNLIMITED;
    }

    /** The end of a suspension that has one: the later of the two. */
    long suspendedUntilNs() {
        TickNotes noted = notes();
        if (suspension == Suspension.NONE) {
            return noted.faultUntilNs;
        }
        boolean longerForFaults = noted.faultSuspension != Suspension.NONE && noted.faultUntilNs - noted.untilNs > 0;
        return longerForFaults ? noted.faultUntilNs : noted.untilNs;
    }

    /** That end has come. */
    void noSuspension() {
        suspension = Suspension.NONE;
        if (notes != null) {
            notes.faultSuspension = Suspension.NONE;
        }
    }

    /** The time of that for its faults is over, but while its owner's went on nobody came to it. */
    void endFaultSuspensionIfOver(long nowNs) {
        if (notes != null && notes.faultSuspension == Suspension.UNTIL && notes.faultUntilNs - nowNs <= 0) {
            notes.faultSuspension = Suspension.NONE;
        }
    }

    private Suspension faultSuspension() {
        return notes == null ? Suspension.NONE : notes.faultSuspension;
    }

    @Nullable
    UnregisterFuture future() {
        return notes == null ? null : notes.future;
    }

    void want(Placement placement) {
        wantsThread = placement == Placement.DEDICATED;
        placedByOwner = true;
    }

    void setHeavy(boolean now) {
        if (heavy != now) {
            heavy = now;
        }
    }

    boolean isHeavy() {
        return heavy;
    }

    boolean isPlacedByOwner() {
        return placedByOwner;
    }

    /** It has left. */
    void stop() {
        if (active && (notes == null || !notes.givenUp)) {
            kind.controls().countLeft();
        }
        stopping = true;
        task = null;
        lastTask = null;
        setState(TickState.STOPPED);
    }

    // ---- inside a tick ----

    void enter(Thread self) {
        inside = self.getId();
    }

    void leave() {
        inside = 0;
    }

    TickAffairs affairs() {
        TickAffairs own = affairs;
        if (own == null) {
            own = new TickAffairs();
            affairs = own;
        }
        return own;
    }

    /** What its last task threw, once. */
    @Nullable
    Throwable takeLastFailure() {
        TickAffairs own = affairs;
        if (own == null) {
            return null;
        }
        Throwable failure = own.lastFailure;
        own.lastFailure = null;
        return failure;
    }

    // ---- any thread ----

    /** Whom its tick waits for. */
    @Nullable
    TickEntry waitingFor() {
        TickAffairs own = affairs;
        return own == null ? null : own.waitingFor;
    }

    @Nullable
    FaultHistory faultHistory() {
        TickAffairs own = affairs;
        return own == null ? null : own.history;
    }

    FaultPolicy faultPolicy() {
        return kind.faultPolicy();
    }

    boolean isInTick() {
        TickState now = state();
        return now == TickState.RUNNING || now == TickState.LAST_RUNNING;
    }

    /** When the tick or last task under way began; only while it is in one. Any thread. */
    long inTickSinceNs() {
        TickAffairs own = affairs;
        return state() == TickState.LAST_RUNNING && own != null ? own.lastStartNs : stats().lastStartNanos();
    }

    long costHintNs() {
        return kind.costHintNs();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String group() {
        return kind.group();
    }

    @Override
    public TickStats stats() {
        return snapshot(kind.costHintNs());
    }

    @Override
    public TickPercentiles percentiles() {
        return timesSnapshot();
    }

    @Override
    public Placement requestedPlacement() {
        return wantsThread ? Placement.DEDICATED : Placement.POOL;
    }

    @Override
    public MoveResult moveTo(Placement placement) {
        return kind.controls().moveTo(this, placement);
    }

    @Override
    public ControlResult setPeriod(Duration period) {
        return kind.controls().setPeriod(this, period);
    }

    @Override
    public ControlResult suspend() {
        return kind.controls().suspend(this, Suspension.UNLIMITED, 0);
    }

    @Override
    public ControlResult suspendUntil(long timeNanos) {
        return kind.controls().suspendUntil(this, timeNanos);
    }

    @Override
    public ControlResult resume() {
        return kind.controls().resume(this, true);
    }

    @Override
    public ControlResult wake() {
        return kind.controls().resume(this, false);
    }

    @Override
    public FaultStanding faultStanding() {
        FaultHistory history = faultHistory();
        return history == null ? FaultStanding.FREE : history.standing();
    }

    @Override
    public boolean isOwnerThread() {
        return inside == Thread.currentThread().getId();
    }

    @Override
    public CompletableFuture<Void> unregister() {
        return kind.controls().unregister(this, null);
    }

    @Override
    public CompletableFuture<Void> unregister(TickTask last) {
        return kind.controls().unregister(this, last);
    }

    @Override
    public String toString() {
        return Names.quote(name) + " (" + Names.escape(group()) + ", " + state() + " on "
                + placement().label() + ")";
    }

    /** Whether and how long a registration is suspended. */
    enum Suspension {
        NONE,
        UNLIMITED,
        UNTIL
    }
}
