/**
 * The parent's side: what is to run, in which order, and each run in a JVM of its own.
 *
 * <pre>
 *   BenchCommand ──► Settings (all bad ones in one message)
 *        │              │
 *        │              ▼
 *        │            Plan          rounds outermost, contenders innermost: rounds see the same weather
 *        ▼              │
 *   BenchRun ◄──────────┘
 *      ├──► Fork ──► a JVM: fork.ForkMain ──► result.RunResult
 *      ├──► Progress                the live line
 *      ├──► result.BookJson         after each run, so that an end in between loses nothing
 *      └──► ResultTable, report.ReportWriter, at the end
 *   EndSignal: Ctrl-C and SIGTERM end the fork at hand; what was measured is reported as always
 * </pre>
 */
@NullMarked
package dev.maptick.bench.plan;

import org.jspecify.annotations.NullMarked;
