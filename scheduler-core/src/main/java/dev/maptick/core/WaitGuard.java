package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Refuses waits that could never end: a tick that waits for its own map to leave; one on the last thread of a pool that
 * does not wait for a map of the same pool yet, so that none would be left to run a last task; or a circle of ticks each
 * waiting for the next one's map.
 *
 * <p>Why no circle slips through: each tick first publishes whom it waits for ({@code waitingFor}, volatile, for the map and for the worker) and then
 * follows the chain. Of the ticks that close a circle the one whose publication comes last in the order of volatile
 * accesses finds all others published. Two may both find it; both throw, which is safe. The
 * same order lets the last of a pool's threads see that all others wait. A chain longer than {@link #MAX_CHAIN} is not
 * followed further.
 */
final class WaitGuard {
    private static final int MAX_CHAIN = 10_000;

    private final WorkerTable workers;

    WaitGuard(WorkerTable workers) {
        this.workers = workers;
    }

    /**
     * Called before a wait for {@code target} to leave.
     *
     * @return what to hand to {@link #exit}
     * @throws SelfWaitException when the wait could never end
     */
    @Nullable
    TickEntry enter(TickEntry target) {
        Worker worker = workers.ofCurrentThread();
        TickEntry self = worker == null ? null : worker.ownCurrent();
        if (worker == null || self == null) {
            return null;
        }
        if (self == target) {
            throw new SelfWaitException("the tick of " + Names.quote(self.name())
                    + " would wait for its own map to leave, which happens after this tick");
        }
        publish(worker, self, target);
        boolean needsThread = target.state() != TickState.STOPPED && worker.crew == target.lane.crew;
        if (needsThread && worker.crew.isLastFree(worker)) {
            publish(worker, self, null);
            throw new SelfWaitException("the tick of " + Names.quote(self.name()) + " would wait for "
                    + Names.quote(target.name())
                    + " to leave, which needs a thread of the pool they share, and this one"
                    + " is the last that does not wait");
        }
        TickEntry next = target;
        for (int i = 0; next != null && i < MAX_CHAIN; i++) {
            next = next.waitingFor();
            if (next == self) {
                publish(worker, self, null);
                throw new SelfWaitException("the tick of " + Names.quote(self.name()) + " would wait for "
                        + Names.quote(target.name()) + " to leave, whose tick waits for "
                        + Names.quote(self.name()));
            }
        }
        return self;
    }

    void exit(@Nullable TickEntry self) {
        Worker worker = self == null ? null : workers.ofCurrentThread();
        if (self != null && worker != null) {
            publish(worker, self, null);
        }
    }

    private static void publish(Worker worker, TickEntry self, @Nullable TickEntry target) {
        self.affairs().waitingFor = target;
        worker.waitingFor = target;
    }
}
