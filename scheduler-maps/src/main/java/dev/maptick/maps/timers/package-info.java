/**
 * The timers of one map, on Agrona's wheel.
 *
 * <pre>
 *   the map's game code ──► MapTimers = TimerWheel ◄── MapLoop: advance, nextDueNanos, stop, close     the map's tick
 *                                  │
 *       ┌──────────────┬───────────┼──────────────┬────────────────┐
 *       ▼              ▼           ▼              ▼                ▼
 *   TimerTable      Agenda     NameIndex     PendingCount     DelayFuture (OwnTickFuture)
 *   id to node    due to node  name to nodes  TimerCounters   is the callback of its timer
 *       │              │
 *       │              ├──► NearWheel   one turn ahead: DeadlineTimerWheel, one entry for each step
 *       │              ├──► FarHeap     beyond it
 *       │              └──► ReadyQueue  has come, waits for its turn
 *       ▼
 *   TimerNode ◄── CancelledStack ◄── cancel(id)                                                        any thread
 * </pre>
 *
 * One tick is one call downwards: {@code advance} asks the agenda for what is due, step by step, and calls it. There is one
 * door from outside, {@code cancel(id)}, which finds the node by its id and decides by compare-and-set on the node's word.
 *
 * <p>Fields shared by threads: the table reference and its elements (volatile; the owner writes), a node's word (volatile;
 * see its class), the stack's head (compare-and-set), the pending count (atomic), the counters (opaque; shared ones
 * atomic), the state open, stopping or gone (volatile; the owner writes). All else is the owner's, handed from tick to tick
 * by the scheduler. No lock, no thread, no clock of its own.
 *
 * <p>Dropped: one wheel entry for each timer. Agrona's wheel sizes all its slots by the fullest one, so that 65,536 timers
 * due together cost 256 MB, searches a slot for room at each start, and fires a slot in any order. A step as the entry has
 * none of these; what would reopen the choice is a wheel with slots of their own size.
 */
@NullMarked
package dev.maptick.maps.timers;

import org.jspecify.annotations.NullMarked;
