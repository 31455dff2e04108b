/**
 * The scheduler with more workers than this machine has processors, in virtual time.
 *
 * <pre>
 *   SimPlan ──► Simulation ──► the real scheduler, its threads on VirtualTime (Actor: one of them)
 *                  │  │              │
 *   SimScenario ───┘  │              ▼
 *     World, SimMap   │          Recorder (Delays) ──► Turns ──► SimResult
 *                     └──► IdealEdf ─────┘
 * </pre>
 *
 * It uses only what any user of the scheduler can: the seam, and what a tick is told.
 */
@NullMarked
package dev.maptick.bench.sim;

import org.jspecify.annotations.NullMarked;
