/**
 * Virtual time: the real scheduler, driven by a test, without sleeping.
 *
 * <pre>
 *   level 1, no threads                             level 2, real worker threads
 *
 *   test ──► SteppedScheduler ──► ManualClock ◄──── SteppedWaiter ◄──── test
 *                 │ begin, end        ▲                  ▲   awaitWaiting, advanceTo
 *                 ▼                   │ advance          │ awaitUntil, signal
 *            TickStepper              │                  │
 *                 │                   │                  │
 *                 ▼                   │                  │
 *            Worker, TickRun ──► TickTask ◄──────── Worker threads
 *                 │               (TickTasks)            │
 *                 └──────────► TickListener ◄────────────┘
 *                              (RecordingListener, InvariantChecker)
 * </pre>
 *
 * Both levels run the very code that a server runs; only time and threads are given from outside. Level 1,
 * {@link dev.maptick.testkit.SteppedScheduler}, is exact and repeatable to the nanosecond and to the order of turns:
 * prefer it. Level 2, {@link dev.maptick.testkit.SteppedWaiter}, is for what needs real threads: a stop while a tick runs,
 * waking, visibility. A tick's cost is what it adds to its {@link dev.maptick.testkit.ManualClock}.
 */
@NullMarked
package dev.maptick.testkit;

import org.jspecify.annotations.NullMarked;
