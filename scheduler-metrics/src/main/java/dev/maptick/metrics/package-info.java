/**
 * Numbers about ticks: recorded by the workers, read as reports and as meters.
 *
 * <pre>
 *   core's worker ──► TickMetrics.onTick ──► WorkerCells ──► Cell (counters, phaser, active Frame)   no lock
 *   core, any thread ──► TickMetrics ──► MapCensus, TypeRow (cold counters)
 *                            │
 *                            └► TypeTable ──► TypeRow ──► its Cells, one of each worker
 *                                               ▲
 *   reader ──► TickMetrics.snapshot ────────────┘ collect: swaps each Cell's Frame, adds it up       row's monitor
 *                  │
 *                  └► MetricsReport (ReportRow, Distribution), immutable
 *
 *   registry ──► Binding (of MaptickMeters) ──► TypeRow's counters, PrometheusHistograms ──► snapshot
 *
 *   saving, tick and writer ──► SaveTimes ──► TimeRecorder                                    no lock
 *   registry ──► WorkBinding (of MapWorkMeters) ──► WorkSnapshot ──► MapHost.workTotals       once a scrape
 *                    │  ▲                └► WorkHistograms, WorkPercentiles ──► TimeRecorder
 *                    │  └─ host: a type's first map
 *                    └► WorkMeters: every name, unit and description
 *   MaptickMeters, MapWorkMeters ──► Bindings: one Binding or WorkBinding for each registry
 * </pre>
 *
 * A worker writes only into cells of its own, so recording takes no lock and shares no cache line. Readers take a row's
 * monitor among themselves and swap a cell's frame without stopping its writer. What has been collected is kept since
 * the start and never reset: each reader gets a copy, and an interval is one copy less an earlier one
 * ({@link dev.maptick.metrics.MetricsReport#since}), so readers cannot take counts from each other.
 *
 * <p>HdrHistogram and its phaser stay inside this package; no public type shows them.
 */
@NullMarked
package dev.maptick.metrics;

import org.jspecify.annotations.NullMarked;
