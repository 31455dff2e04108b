package dev.maptick.maps.save;

/**
 * Where a map's saving stands. Guarded by the coordinator's lock.
 *
 * <pre>
 *            turn, limit reached
 *        ┌──────────────────────► WAITING
 *        │                          │ room
 *        │   turn                   ▼             prepared           tick            done
 *   IDLE ┴─────────────────────► PREPARING ──────────────► WANTED ─────► CAPTURING ──────┐
 *    ▲ ▲                            │ failed                 │ no tick      │ threw      │
 *    │ └────────────────────────────┴────────────────────────┴──────────────┘            ▼
 *    │          written, refused, failed             room to write                   QUEUED ◄──┐
 *    └───────────────────────────────────── WRITING ◄────────────────────────────────── │      │ time
 *                                              └── the store threw ──► BACKING_OFF ────────────┘
 *
 *   a turn that finds nothing changed: IDLE ──► DORMANT; a change: DORMANT ──► IDLE. Every map begins DORMANT
 *
 *   close, in the last task: DORMANT, IDLE, WAITING, PREPARING, WANTED ──► CLOSING ──► QUEUED (the final one) … ENDED
 *                            QUEUED, BACKING_OFF: the final one takes its place; WRITING: it comes after
 * </pre>
 */
enum SaveState {
    /** It has nothing to save and no time in the book: its turns pass it by until it tells of a change. */
    DORMANT,

    /** Its turn is to come. */
    IDLE,

    /** Its turn has come; there is no room. */
    WAITING,

    /** It has room; its source prepares. */
    PREPARING,

    /** Its next tick is to capture. */
    WANTED,

    /** Its tick captures. */
    CAPTURING,

    /** A snapshot waits to be written. */
    QUEUED,

    /** A snapshot is being encoded and written. */
    WRITING,

    /** A snapshot waits to be tried again. */
    BACKING_OFF,

    /** Its last task is at the final capture, and no earlier snapshot is left. */
    CLOSING,

    /** Another owner has it: no more turns, but a close is still to come. */
    LOST,

    /** Nothing will be saved any more. */
    ENDED
}
