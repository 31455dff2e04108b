/**
 * Deadlines and threads: ticks registered maps, each to its own deadline.
 *
 * <pre>
 *   embedder ──► TickScheduler ──► Registry (names)            any thread
 *                    │ register      │
 *                    ▼               ▼
 *                TickEntry ◄──── Lane (lock, DeadlineQueue, leader and followers)
 *                    ▲               ▲  claim / release
 *                    │ run           │
 *                TickRun ◄─────── Worker ── DeadlineWaiter     worker threads, or a stepper
 *                    │                    └──► WaitControl (mode, permit to spin)
 *                    │
 *                    ├──► TickTask  (the map's code)
 *                    └──► Listeners, FaultLog
 *
 *   DedicatedSlots  hands out one-map lanes, each with a worker of its own
 *   Shutdown, Keeper  stop every map while workers still tick, inside a limit
 * </pre>
 *
 * One tick is one call chain downwards: {@code Worker → Lane.claim → TickRun → TickTask}, and back. There is one door in
 * from outside, register and the requests of {@link dev.maptick.core.TickRegistration}, which may wake one worker. The
 * pool and each dedicated thread are the same thing, a lane: the pool's has many maps and several workers, a dedicated
 * one has one of each.
 *
 * <p>Locks: each lane has one, never held while code of a user runs. Lock order: the monitor of {@code DedicatedSlots},
 * then the pool's lane, then a dedicated lane.
 */
@NullMarked
package dev.maptick.core;

import org.jspecify.annotations.NullMarked;
