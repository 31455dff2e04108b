/**
 * Deadlines and threads: ticks registered maps, each to its own deadline.
 *
 * <pre>
 *   embedder ──► TickScheduler ──► Registry (names), Phases ──► Stagger       any thread
 *                    │ register
 *                    ▼
 *                Lane (lock) ──► PhaseQueue ──► PhaseWheel for each period     what waits
 *                 ▲                   └───────► IndexedHeap for the rest
 *           fill  │
 *                Crew ──► Watch (leader, deputy, idle)                         who waits how long
 *                 ▲  its lanes: one, or several from two workers on
 *           claim │
 *                Worker ──► Hand (a run of what is due)                        worker threads, or a stepper
 *                 │    └──► DeadlineWaiter ──► WaitControl (mode, permit to spin)
 *                 │ body, end
 *                 ▼
 *                TickRun ──► TickTask (the map's code)
 *                 │     └──► Listeners, FaultLog
 *                 ├──► TickInsight ──► Lateness, HostStalls (why it is late), CliffWatch
 *                 ▼
 *                TickEntry = TickSchedule (grid, counts) = QueueNode (turn: whose it is now)
 *
 *   Guard ──► StallDuty ──► HostStalls, HostCounters (ProcFs, JVM)                its own thread
 *
 *   Rebalance, PhasePlan  give registrations new phases by measured cost, on request
 *   Audit, PlaceCheck  hold each registration against what its lane promises of it
 *   Guard ──► Watchdog ──► PoolThreads ──► WorkerLauncher, Crew.retire      looks from outside; keeps the pool's width
 *   DedicatedSlots  hands out crews of one worker, whose lane has one map
 *   LoadDuty (of the Guard) ──► Survey ──► HeavyShare    what maps cost
 *        ├──► HeavyMoves ──► Moves                       heavy maps to dedicated threads and back
 *        │        └──► HeavyGate                        asked by workers before a heavy tick
 *        ├──► OverloadRule ──► FlexGroup                 which group gives way how far
 *        │        └──► PeriodChanges, Shedding ──► Controls
 *        └──► AdmissionGate                              asked by register
 *   Shutdown, Keeper  stop every map while workers still tick, inside a limit
 * </pre>
 *
 * One tick is one call chain downwards: {@code Worker → Crew.claim → TickRun → TickTask}, and back through
 * {@code Lane.end}. It starts and ends without a lock: {@code Lane.fill} is asked once, under the lane's, for a run of ticks
 * of one deadline and puts them into the worker's hand; from then on a word in each registration says whose it is. A tick
 * comes back through the lock only if something was asked of its map meanwhile, or if the map is in no slot of a wheel.
 *
 * <p>There is one door in from outside, register and the requests of {@link dev.maptick.core.TickRegistration}, which may
 * wake one worker. The pool and each dedicated thread are the same thing, a crew: the pool's has several workers, lanes of many
 * maps and wheels, a dedicated one has one worker, one map and a heap.
 *
 * <p>Locks: each lane has one, and each crew's watch, never held while code of a user runs. Lock order: a lane of the pool,
 * then a dedicated lane, then the monitor of {@code DedicatedSlots}; a lane, then the watch. A rebalance has one around all that, and counts a move with the stagger under
 * the lane's lock. The monitor of {@code PoolThreads} is outside all of them.
 */
@NullMarked
package dev.maptick.core;

import org.jspecify.annotations.NullMarked;
