/**
 * The benchmark: {@link dev.maptick.bench.BenchMain} and its command.
 *
 * <pre>
 *   ./maptick bench ──► BenchMain ──► BenchCommand ──► plan.Settings
 *                                          │
 *                                          ▼
 *                                     plan.BenchRun ──► a JVM for each run: fork.ForkMain
 *                                          │                   ├──► contender   who
 *                                          │                   └──► scenario    in what
 *                                          ▼
 *                                     result.Book ──► report
 *   ./maptick bench simulate ──► SimulateCommand ──► sim.SimSeries ──► report
 *   jmh: single parts, started by JMH
 * </pre>
 */
@NullMarked
package dev.maptick.bench;

import org.jspecify.annotations.NullMarked;
