/**
 * The map runtime held against plain lists while everything that may happen to maps happens at random, in virtual time.
 *
 * <pre>
 *   MapRuntimeWalkTest ─► MapWalk (one life of a scheduler and a host) ─► SteppedScheduler, MapHost
 *                           │  steps, opens, shuts down, looks at all maps after each step
 *                           ├─► WalkedMap (the game's side) ─► PostBook, TimerBook, TaskBook: what should be
 *                           └─► Deeds: what is done to a map, from outside, from its own tick and from that of others
 * </pre>
 */
package dev.maptick.it.maps.walk;
