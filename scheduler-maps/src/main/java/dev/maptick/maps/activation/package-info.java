/**
 * Who in a map is awake: entities by the sectors around players, the map itself by who is inside it.
 *
 * <pre>
 *   the game, on the map's tick ──► SectorActivation ──► SectorGrid (who covers a sector, who is in it)
 *                                     │    ▲
 *                        start, cancel│    │ run: one think
 *                                     ▼    │
 *                                  ThinkTimers (ThinkTimers.on: the map's timers)
 *
 *   the map's loop, at the end of a tick ──► IdlePolicy ──► IdleDecision (keep, slow down, suspend, wake)
 * </pre>
 *
 * All of it belongs to the map's own thread and needs no locks. Nothing is allocated by a think, a border crossed or a
 * decision.
 */
@NullMarked
package dev.maptick.maps.activation;

import org.jspecify.annotations.NullMarked;
