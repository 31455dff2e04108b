/**
 * A book as a page one can look at: HTML with its style sheet and its charts inside, no script, no network.
 *
 * <pre>
 *   BenchCommand ──► ReportWriter ──► ReportPage ──┬──► Glance             ours ÷ the reference
 *                                                  ├──► GrowthChart        Growth: idle scenarios, maps against CPU
 *                                                  └──► ScenarioSection    View: one scenario of the book
 *                                                          ├──► LatenessChart, BarChart ──► Frame, Scale
 *                                                          └──► Tables
 *   what to show      Guide (which figures, what to look at), Figure, Palette (a colour for each name)
 *   how to write it   Amounts (three digits and a unit), Markup (the only one that writes angle brackets, and escapes)
 *
 *   SimulateCommand ──► SimReportWriter ──┬──► SimPage        a series of simulations, with its tables
 *                                         └──► SimPictures ──► WorkersChart   pictures that are also files of their own
 * </pre>
 *
 * It reads {@code result.Book}, and the catalogues of scenarios and contenders for their order and their words. A book of another
 * version is shown as well: what the catalogues do not know comes last and in grey.
 */
@NullMarked
package dev.maptick.bench.report;

import org.jspecify.annotations.NullMarked;
