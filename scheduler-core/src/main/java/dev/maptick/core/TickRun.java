package dev.maptick.core;

import static dev.maptick.core.StatsCell.CONSECUTIVE_FAULTS;
import static dev.maptick.core.StatsCell.DURATION_LAST;
import static dev.maptick.core.StatsCell.DURATION_MAX;
import static dev.maptick.core.StatsCell.DURATION_TOTAL;
import static dev.maptick.core.StatsCell.FAULTS;
import static dev.maptick.core.StatsCell.OVERRUNS;
import static dev.maptick.core.StatsCell.TICKS_ENDED;

import dev.maptick.core.spi.NanoClock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The unit of work: one tick, or one last task, from claim to the moment it can be put back. The only home of it: pool
 * worker, dedicated worker and stepper all come here. No lock is held. What the map's code throws ends here.
 */
final class TickRun {
    private final NanoClock clock;
    private final Listeners listeners;
    private final FaultLog faultLog;

    TickRun(NanoClock clock, Listeners listeners, FaultLog faultLog) {
        this.clock = clock;
        this.listeners = listeners;
        this.faultLog = faultLog;
    }

    /** Calls the map's code. On the worker's thread, which is its own again afterwards. */
    void body(Worker worker, TickEntry entry) {
        Thread self = Thread.currentThread();
        boolean last = entry.state() == TickState.LAST_RUNNING;
        if (!last) {
            worker.counters.add(WorkerCounters.TICKS, 1);
        }
        TickTask body = Objects.requireNonNull(last ? entry.lastTask : entry.task);
        entry.frame.open(self, last, last ? entry.dueNs : entry.schedule.deadlineNs(), entry.startNs);
        entry.runner = self;
        worker.fault = null;
        // Listeners, an appender or a late interrupt from outside may have changed the thread since the tick before.
        worker.identity.restore(self);
        try {
            body.tick(entry.frame);
        } catch (Throwable t) {
            worker.fault = t;
        }
        entry.runner = null;
        entry.frame.close();
        worker.identity.restore(self);
    }

    /** Takes the end time, moves the grid on and counts. */
    void end(Worker worker, TickEntry entry) {
        long endNs = clock.nanoTime();
        entry.endNs = endNs;
        Throwable fault = worker.fault;
        worker.fault = null;
        WorkerCounters counters = worker.counters;
        long durationNs = Math.max(0, endNs - entry.startNs);
        counters.add(WorkerCounters.BUSY_NS, durationNs);
        if (entry.state() == TickState.LAST_RUNNING) {
            endLast(entry, worker, fault);
            return;
        }
        long resumed = worker.resumedPoints;
        worker.resumedPoints = 0;
        entry.cell.begin();
        long skipped = entry.schedule.end(endNs);
        count(entry, durationNs, fault);
        entry.cell.end();
        counters.add(WorkerCounters.SKIPPED, skipped);
        listeners.suspendedPoints(entry, resumed);
        if (fault != null) {
            counters.add(WorkerCounters.FAULTS, 1);
            logged(entry, fault, endNs, false);
        }
        listeners.tick(
                entry,
                worker.lane.placement,
                worker.id,
                entry.schedule.deadlineNs(),
                entry.startNs,
                endNs,
                skipped,
                fault);
    }

    private static void count(TickEntry entry, long durationNs, @Nullable Throwable fault) {
        StatsCell cell = entry.cell;
        cell.add(TICKS_ENDED, 1);
        cell.add(DURATION_TOTAL, durationNs);
        cell.max(DURATION_MAX, durationNs);
        cell.set(DURATION_LAST, durationNs);
        if (durationNs > entry.schedule.periodNs()) {
            cell.add(OVERRUNS, 1);
        }
        if (fault != null) {
            cell.add(FAULTS, 1);
            cell.add(CONSECUTIVE_FAULTS, 1);
        } else {
            cell.set(CONSECUTIVE_FAULTS, 0);
        }
    }

    private void endLast(TickEntry entry, Worker worker, @Nullable Throwable fault) {
        worker.counters.add(WorkerCounters.LAST_TASKS, 1);
        if (fault != null) {
            worker.counters.add(WorkerCounters.LAST_TASK_FAULTS, 1);
            entry.lastFailure = fault;
            logged(entry, fault, entry.endNs, true);
        }
        listeners.lastTask(entry, worker.lane.placement, entry.startNs, entry.endNs, fault);
    }

    private void logged(TickEntry entry, Throwable fault, long nowNs, boolean last) {
        try {
            if (last) {
                faultLog.lastTask(entry, fault);
            } else {
                faultLog.tick(entry, nowNs, fault);
            }
        } catch (Throwable t) {
            listeners.failed("the fault log", t);
        }
    }
}
