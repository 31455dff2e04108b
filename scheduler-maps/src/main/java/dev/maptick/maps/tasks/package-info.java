/**
 * Background tasks: blocking work that a map hands to the host's workers, and whose outcome comes back to the map's own tick.
 *
 * <pre>
 *   the map's tick                        the host                            workers
 *
 *   game code ──► MapTasks                BackgroundPool ──► OwnThreads        Executor (own threads or the user's)
 *                    │ submit                  │ open, shutdown                   │ runs
 *                    ▼                         ▼                                  ▼
 *   MapLoop ──►  TaskQueue ────────────►   PoolCore   ◄──── take, finished ──  TaskWorker ◄── Handover
 *                │ beginDrain, runOne       │ lists, counts, states               │
 *                │ beginClose               ▼                                     ▼
 *                └──► TaskEnd            TaskRun (one submission) ◄───────────  BackgroundWork, given the run
 *                     callback or TaskFuture   ▲                               as its TaskContext
 *                                              │ cancel
 *                                         Cancellation (the caller's)
 * </pre>
 *
 * Two bounds belong to the pool (workers, queue) and three to each map ({@link dev.maptick.maps.tasks.TaskLimits}). Two of
 * the latter reserve the room for a completion when its task is accepted, so a finished worker waits for nobody; the third
 * leaves workers to the other maps. All state changes are
 * made under one lock in {@code PoolCore}, which explains why each task ends once; all code of users runs outside of it.
 *
 * <p>A test gives the pool an executor of its own and so decides when each task runs: there is no clock in here.
 */
@NullMarked
package dev.maptick.maps.tasks;

import org.jspecify.annotations.NullMarked;
