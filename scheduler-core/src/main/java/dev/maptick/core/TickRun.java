package dev.maptick.core;

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
    private final FaultStages faults;
    private final Events events;
    private final TickInsight insight;

    TickRun(
            NanoClock clock,
            Listeners listeners,
            FaultLog faultLog,
            FaultStages faults,
            Events events,
            TickInsight insight) {
        this.clock = clock;
        this.listeners = listeners;
        this.faultLog = faultLog;
        this.faults = faults;
        this.events = events;
        this.insight = insight;
    }

    TickInsight insight() {
        return insight;
    }

    /** Calls the map's code. On the worker's thread, which is its own again afterwards. */
    void body(Worker worker, TickEntry entry) {
        Thread self = Thread.currentThread();
        long startNs = worker.nowNs;
        TickTask body;
        if (entry.state() == TickState.LAST_WAITING) {
            entry.setState(TickState.LAST_RUNNING);
            entry.affairs().lastStartNs = startNs;
            body = Objects.requireNonNull(entry.lastTask);
        } else {
            insight.begin(worker, entry, startNs);
            worker.counters.add(WorkerCounters.TICKS, 1);
            body = Objects.requireNonNull(entry.task);
        }
        entry.enter(self);
        worker.fault = null;
        // Listeners, an appender or a late interrupt from outside may have changed the thread since the tick before.
        worker.identity.restore(self);
        try {
            body.tick(entry.frame);
        } catch (Throwable t) {
            worker.fault = t;
        }
        entry.leave();
        worker.identity.restore(self);
    }

    /** Takes the end time, moves the grid on and counts. */
    void end(Worker worker, TickEntry entry) {
        long endNs = clock.nanoTime();
        worker.nowNs = endNs;
        Throwable fault = worker.fault;
        worker.fault = null;
        boolean last = entry.state() == TickState.LAST_RUNNING;
        long startNs = last ? entry.affairs().lastStartNs : entry.startNs();
        long durationNs = Math.max(0, endNs - startNs);
        worker.counters.add(WorkerCounters.BUSY_NS, durationNs);
        worker.ran++;
        worker.ranNs += durationNs;
        if (last) {
            endLast(entry, worker, startNs, endNs, fault);
            return;
        }
        boolean faultBefore = entry.consecutiveFaults() != 0;
        insight.beforeEnd(entry);
        long skipped = entry.endTick(endNs, fault != null);
        if (skipped > 0) {
            worker.counters.add(WorkerCounters.SKIPPED, skipped);
            events.skipped(entry, skipped, durationNs, endNs);
        }
        if (fault != null) {
            worker.counters.add(WorkerCounters.FAULTS, 1);
            logged(entry, fault, endNs, false);
            events.fault(entry, fault, endNs);
        }
        insight.end(worker, entry, skipped, startNs, endNs);
        listeners.tick(entry, worker.crew.placement, worker.id, entry.deadlineNs(), startNs, endNs, skipped, fault);
        if (fault != null) {
            faults.faulted(entry, fault, endNs);
        } else if (faultBefore) {
            faults.wentWell(entry, endNs);
        }
    }

    private void endLast(TickEntry entry, Worker worker, long startNs, long endNs, @Nullable Throwable fault) {
        worker.counters.add(WorkerCounters.LAST_TASKS, 1);
        if (fault != null) {
            worker.counters.add(WorkerCounters.LAST_TASK_FAULTS, 1);
            entry.affairs().lastFailure = fault;
            logged(entry, fault, endNs, true);
        }
        listeners.lastTask(entry, worker.crew.placement, startNs, endNs, fault);
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
