package dev.maptick.maps.tasks;

/**
 * Where a task is.
 *
 * <pre>
 *   NEW ──(accepted, on the map's tick)──► QUEUED ──(a worker)──► RUNNING ──(its worker)──► FINISHED ──(the map's tick)──► DELIVERED
 *    ▲                                       │ │                     │ │                      │  ▲
 *    └──────────(refused after all)──────────┘ ├─(cancelled, any)────┼─(given up at the end───┼──┘
 *                                              │                     │  of a shutdown)        │
 *                                              └──────(map gone)─────┴────────────────────────┴──► ORPHANED
 * </pre>
 *
 * Every arrow is taken under the pool's lock, so a task takes each at most once and ends in one place only.
 */
public enum TaskState {
    /** Not accepted by any map yet. */
    NEW,
    /** Accepted; its work has not begun. */
    QUEUED,
    /** Its work is running. */
    RUNNING,
    /** Its work has ended, or was skipped; its completion waits for the map's tick. */
    FINISHED,
    /** Its completion has been run, or is running. */
    DELIVERED,
    /** Its map left first; the completion never runs. */
    ORPHANED
}
