package dev.maptick.core;

/**
 * What a registration is doing.
 *
 * <pre>
 *            claim (worker)                    end of tick (worker)
 *  WAITING ─────────────────► RUNNING ───┬──► WAITING
 *   ▲  │                        │        └──► SUSPENDED          (suspend asked for meanwhile, or for its faults)
 *   │  │ suspend (any thread)   │ unregister asked for meanwhile, at end of tick:
 *   │  ▼                        ├──► LAST_WAITING                (it has a last task)
 *  SUSPENDED                    └──► STOPPED                     (it has none)
 *   resume, wake (any thread), or its time (worker)
 *
 *  WAITING, SUSPENDED ──unregister (any thread)──► LAST_WAITING ──claim──► LAST_RUNNING ──► STOPPED
 *                                              └─► STOPPED at once without a last task
 * </pre>
 *
 * Every arrow is taken under the lock of the lane the registration is in.
 */
public enum TickState {
    /** In the queue, its deadline to come or come already. */
    WAITING,
    /** Inside a tick. */
    RUNNING,
    /** Not ticking until resumed, woken or its resume time; or for its faults, see {@link FaultPolicy}. */
    SUSPENDED,
    /** Leaving; its last task waits for a thread. */
    LAST_WAITING,
    /** Leaving; inside its last task. */
    LAST_RUNNING,
    /** Has left. */
    STOPPED
}
