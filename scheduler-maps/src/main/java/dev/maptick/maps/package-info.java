/**
 * Game maps: a host opens them on a scheduler, each gets its phases in one order, and each is closed by its own last
 * task.
 *
 * <pre>
 *   embedder ──► MapHost ──► MapOptions (Pace: the rules for tick and update interval)      any thread
 *                   │ open       │
 *                   ▼            ▼
 *              MapDirectory   HostedMap (MapHandle) ──► TickRegistration, in core
 *                   ▲  │            ▲
 *                   │  └► MapHooks  │
 *                   │               │
 *   core's listener ┘            MapLoop ──► OwnerThread, ReplicationTurn                   the map's tick
 *                                   │
 *                                   └──► GameMap (the game's code), given a LoopContext
 * </pre>
 *
 * One tick is one call chain downwards: core calls {@code MapLoop.tick}, which lists the phases, and each phase calls the
 * game's code. Phases do not call each other. The doors from outside are open, close and the requests of
 * {@link dev.maptick.maps.MapHandle}.
 *
 * <p>This package has no lock and no thread of its own. Names belong to core: a map is found by asking the scheduler for
 * the registration of that name and the directory for the map behind that registration, so the two cannot disagree.
 */
@NullMarked
package dev.maptick.maps;

import org.jspecify.annotations.NullMarked;
