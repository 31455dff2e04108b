package dev.maptick.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A registration: its state, and the handle its owner holds.
 *
 * <pre>
 * field                            written by                           guarded by
 * -------------------------------- ------------------------------------ -------------------------------
 * name, group, cell, schedule      constructor                          final
 * lane                             a move                               both lanes' locks; volatile read
 * cell's values, schedule          the present writer                   see StatsCell
 * dueNs, arrival, slot             queue                                lane lock
 * worker, active, stopping,        whoever holds the lock               lane lock
 * givenUp, task, lastTask,
 * suspension, untilNs, newPeriodNs,
 * nextLane, future
 * requested                        whoever asks                         volatile
 * moveNews                         the first move                       both lanes' locks; volatile read
 * startNs, endNs, frame            the worker, while RUNNING            handed over by the lane lock
 * runner                           the thread inside the tick           compared with oneself only
 * faults, lastFailure              the worker, while RUNNING            handed over by the lane lock
 * waitingFor                       the thread inside the tick           volatile
 * </pre>
 */
final class TickEntry extends QueueNode implements TickRegistration {
    private final String name;
    private final String group;
    private final long costHintNs;
    private final Controls controls;
    final StatsCell cell = new StatsCell();
    final TickSchedule schedule;
    final TickFrame frame = new TickFrame(this);

    volatile Lane lane;

    /** The worker whose tick this is, while RUNNING or LAST_RUNNING. */
    @Nullable
    Worker worker;

    /** Let in by its registration. Requests before that only leave notes. */
    boolean active;

    boolean stopping;

    /** A shutdown's limit has passed before it left. */
    boolean givenUp;

    /** Dropped when it has left, so that a handle kept by its owner keeps no map. */
    @Nullable
    TickTask task;

    @Nullable
    TickTask lastTask;

    /** In force while SUSPENDED; asked for the end of the tick while RUNNING. */
    Suspension suspension = Suspension.NONE;

    long untilNs;

    /** Period to take over at the end of the tick, 0 if none. */
    long newPeriodNs;

    /** Lane to move to at the end of the tick. */
    @Nullable
    Lane nextLane;

    /** Since the first move; written once, holding the locks of both lanes. */
    volatile @Nullable MoveNews moveNews;

    volatile Placement requested;

    @Nullable
    UnregisterFuture future;

    long startNs;
    long endNs;

    /** The thread inside the tick or last task. */
    @Nullable
    Thread runner;

    @Nullable
    FaultWindow faults;

    /** What the last task threw, until its future has it. */
    @Nullable
    Throwable lastFailure;

    /** The map whose leaving the tick of this one waits for, while it does; see {@link WaitGuard}. */
    volatile @Nullable TickEntry waitingFor;

    TickEntry(
            String name,
            TickOptions options,
            TickTask task,
            Controls controls,
            Lane lane,
            long periodNs,
            long firstDeadlineNs) {
        this.name = name;
        this.group = options.group();
        this.costHintNs = options.costHint().toNanos();
        this.controls = controls;
        this.lane = lane;
        this.task = task;
        this.lastTask = options.lastTask();
        this.requested = options.placement();
        cell.begin();
        this.schedule = new TickSchedule(cell, options.missPolicy(), periodNs, firstDeadlineNs);
        cell.setPlacement(lane.placement);
        cell.set(StatsCell.DUE, firstDeadlineNs);
        cell.end();
    }

    /** Sets the state outside any other write; only the present writer. */
    void setState(TickState state) {
        cell.begin();
        cell.setState(state);
        cell.end();
    }

    @Override
    public TickState state() {
        return cell.state();
    }

    /** Says when it is due; only the present writer. */
    void setDue(long due) {
        dueNs = due;
        cell.begin();
        cell.set(StatsCell.DUE, due);
        cell.end();
    }

    /** A worker takes it. Under the lane's lock. */
    void start(Worker by, long nowNs) {
        worker = by;
        by.current = this;
        startNs = nowNs;
        cell.begin();
        if (state() == TickState.LAST_WAITING) {
            cell.setState(TickState.LAST_RUNNING);
        } else {
            if (suspension == Suspension.UNTIL) {
                suspension = Suspension.NONE;
                by.resumedPoints = schedule.resume(dueNs);
            }
            schedule.begin(nowNs);
            cell.setState(TickState.RUNNING);
        }
        cell.end();
    }

    /** It has left. Under the lane's lock. */
    void stop() {
        if (active && !givenUp) {
            controls.countLeft();
        }
        stopping = true;
        task = null;
        lastTask = null;
        setState(TickState.STOPPED);
    }

    boolean isInTick() {
        TickState state = state();
        return state == TickState.RUNNING || state == TickState.LAST_RUNNING;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String group() {
        return group;
    }

    @Override
    public TickStats stats() {
        long[] v = cell.snapshot();
        return new TickStats(
                StatsCell.stateOf(v),
                StatsCell.placementOf(v),
                v[StatsCell.PERIOD],
                v[StatsCell.ORIGIN],
                v[StatsCell.NEXT],
                v[StatsCell.LAST_DEADLINE],
                v[StatsCell.LAST_START],
                v[StatsCell.EARLIER_GRIDS] + (v[StatsCell.NEXT] - v[StatsCell.ORIGIN]) / v[StatsCell.PERIOD],
                v[StatsCell.TICKS],
                v[StatsCell.TICKS_ENDED],
                v[StatsCell.SKIPPED],
                v[StatsCell.SUSPENDED],
                v[StatsCell.FAULTS],
                v[StatsCell.CONSECUTIVE_FAULTS],
                v[StatsCell.OVERRUNS],
                v[StatsCell.LATE_TICKS],
                v[StatsCell.DURATION_TOTAL],
                v[StatsCell.DURATION_MAX],
                v[StatsCell.DURATION_LAST],
                v[StatsCell.LATENESS_TOTAL],
                v[StatsCell.LATENESS_MAX],
                v[StatsCell.LATENESS_LAST],
                costHintNs);
    }

    @Override
    public Placement placement() {
        return cell.placement();
    }

    @Override
    public Placement requestedPlacement() {
        return requested;
    }

    @Override
    public MoveResult moveTo(Placement placement) {
        return controls.moveTo(this, placement);
    }

    @Override
    public ControlResult setPeriod(Duration period) {
        return controls.setPeriod(this, period);
    }

    @Override
    public ControlResult suspend() {
        return controls.suspend(this, Suspension.UNLIMITED, 0);
    }

    @Override
    public ControlResult suspendUntil(long timeNanos) {
        return controls.suspendUntil(this, timeNanos);
    }

    @Override
    public ControlResult resume() {
        return controls.resume(this);
    }

    @Override
    public boolean isOwnerThread() {
        return runner == Thread.currentThread();
    }

    @Override
    public CompletableFuture<Void> unregister() {
        return controls.unregister(this, null);
    }

    @Override
    public CompletableFuture<Void> unregister(TickTask last) {
        return controls.unregister(this, last);
    }

    @Override
    public String toString() {
        return Names.quote(name) + " (" + Names.escape(group) + ", " + state() + " on "
                + placement().label() + ")";
    }

    /** Whether and how long a registration is suspended. */
    enum Suspension {
        NONE,
        UNLIMITED,
        UNTIL
    }
}
