/**
 * What runs in a JVM of its own: one contender, one scenario, one line of JSON.
 *
 * <pre>
 *   ForkMain ──► Stand ──────────────► contender.Contender        one window
 *      │           │  ▲                       │
 *      │           │  ├── Drill, before       │
 *      │           │  └── Churner             ▼
 *      │           │                     MeasuredMap.tick ──► Work    counted loop iterations
 *      │           │                          │
 *      │           │                          └──► Tally               lateness, one for each thread
 *      │           ├──► WorkBound (before and after) ──► Work
 *      │           └──► ProcessProbe (before and after) ──► Procfs
 *      │
 *      └──► CapacitySearch ──► Stand, again and again
 * </pre>
 *
 * The window is told to the maps before it opens, as two times: a tick looks at its own start to know whether it counts.
 * So nothing is read, reset or scanned while the window is open, and the probe's own work falls before and after it.
 */
@NullMarked
package dev.maptick.bench.fork;

import org.jspecify.annotations.NullMarked;
