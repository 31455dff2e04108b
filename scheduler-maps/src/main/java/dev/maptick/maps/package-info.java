/**
 * Game maps: a host opens them on a scheduler, each gets its phases in one order, and each is closed by its own last
 * task.
 *
 * <pre>
 *   embedder ──► MapHost ──► MapOptions (Pace, MapLimits, IdleOptions)                       any thread
 *                   │ open, openSaved: HostSaving ──► SavedSlot, SaveDriver ──► save.SaveCoordinator
 *                   ▼
 *              MapDirectory   HostedMap (MapHandle) ──► TickRegistration, in core
 *                   ▲  │        │        │
 *                   │  └► MapHooks       └► Sleep: who suspended the map, who may wake it
 *                   │           ▼
 *   core's listener ┘        LoopParts: the rooms of one map ◄── MapDoor: what they ask of it
 *                               ▲   owner, mailbox, tasks, timers, saving
 *   core ──► MapLoop ───────────┘                                                            the map's tick
 *              │  begin
 *              ├─ Inbox ──► tasks.TaskQueue, mailbox.Mailbox      completions and posts, one budget
 *              ├─ timers.TimerWheel                               due timers
 *              ├─ GameMap (the game's code), given a LoopContext  the map's own tick
 *              ├─ ReplicationTurn ──► GameMap.onReplicate         every N ticks
 *              ├─ LoopSaving                                      a capture, if it is this map's turn
 *              └─ IdleTurn ──► Sleep                              nobody inside: slow, then asleep
 * </pre>
 *
 * One tick is one call chain downwards: core calls {@code MapLoop.tick}, which lists the phases, and each phase calls the
 * game's code. Phases do not call each other. The doors from outside are post, open, close and the requests of
 * {@link dev.maptick.maps.MapHandle}.
 *
 * <p>This package has no lock of its own but the one that registers the saver, and no thread. Names belong to core: a map is
 * found by asking the scheduler for the registration of that name and the directory for the map behind that registration,
 * so the two cannot disagree.
 */
@NullMarked
package dev.maptick.maps;

import org.jspecify.annotations.NullMarked;
