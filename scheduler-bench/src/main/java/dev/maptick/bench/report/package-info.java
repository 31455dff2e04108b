/** A book as a page one can look at. {@code BenchCommand ──► ReportWriter}, which reads {@code result.Book} and nothing else. */
@NullMarked
package dev.maptick.bench.report;

import org.jspecify.annotations.NullMarked;
