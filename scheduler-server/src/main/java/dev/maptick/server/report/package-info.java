/**
 * What a run is told as: one line a second while it goes, tables and sentences at its end.
 *
 * <pre>
 *   Mark (counts, processor time, now) ──┬──► Interval ──┬──► LiveLine
 *   Mark                               ──┘               └──► IntervalTable ──► TextTable
 *                                                                  ▲
 *   RunSummary (what happened) ────────────────────────────────► RunReport ──► text
 *   GridCheck  (ticks + skipped + suspended = consumed) ───────────┘
 * </pre>
 *
 * Everything but {@code Mark.take} is a pure function of what it is given. All text is plain ASCII, so that it reads the
 * same on every terminal and in every log.
 */
@NullMarked
package dev.maptick.server.report;

import org.jspecify.annotations.NullMarked;
