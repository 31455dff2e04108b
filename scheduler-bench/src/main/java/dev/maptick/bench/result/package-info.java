/**
 * What a benchmark has measured: immutable records, their JSON, and the sums over rounds.
 *
 * <pre>
 *   a forked JVM ──one line of JSON──► RunResult ──┐             (contender, scenario, round: Measures)
 *                                                  ▼
 *   the parent ───────────────────────────────► Book ──► results.json   (BookJson writes and reads it)
 *                                                  │
 *                              Spread, ratio ◄─────┴──► report.ReportWriter, the table at the end
 *                              (by Metric, over rounds)
 * </pre>
 */
@NullMarked
package dev.maptick.bench.result;

import org.jspecify.annotations.NullMarked;
