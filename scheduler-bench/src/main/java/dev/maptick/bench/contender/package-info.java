/**
 * What is compared, each behind the same small door.
 *
 * <pre>
 *   fork ──► Contenders (names, who is available) ──► Contender: open, add, Registered.remove, close
 *                                                        ▲
 *     MaptickContender ──────────────────────────────────┤   gives each map its own grid; Tick.deadlineNanos() tells it
 *     FixedRateContender (stpe-fixed) ───────────────────┤
 *     ExecutorContender  (stpe-skip, fjp-skip) ──────────┤
 *     ThreadContender    (thread, virtual thread) ───────┤   these keep the grid that MapSpec gives, by GridMap:
 *     NettyContender, AgronaContender ───────────────────┤   tick, then the first grid point that is not past
 *     LockedQueueContender (naive-pq) ───────────────────┤
 *     FloorContender ──► HeapThread ──► DeadlineHeap ────┘
 *                                            │
 *                                            ▼
 *                          MapSpec.body().tick(deadlineNs)   the same work and the same probe for all
 * </pre>
 */
@NullMarked
package dev.maptick.bench.contender;

import org.jspecify.annotations.NullMarked;
