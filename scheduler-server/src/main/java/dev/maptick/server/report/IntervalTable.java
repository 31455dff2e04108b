package dev.maptick.server.report;

import dev.maptick.core.Names;
import dev.maptick.metrics.Distribution;
import dev.maptick.metrics.ReportRow;
import java.util.ArrayList;
import java.util.List;

/** An interval as a table: a line for each type and placement. Pure functions. */
final class IntervalTable {
    private static final List<String> GROUPS =
            List.of("", "", "", "", "", "", "tick us", "", "", "", "late us", "", "", "", "");
    private static final List<String> HEAD = List.of(
            "type",
            "placement",
            "maps",
            "ticks",
            "skipped",
            "faults",
            "mean",
            "p50",
            "p99",
            "max",
            "p50",
            "p99",
            "p99.9",
            "max",
            "CPU s");
    private static final int TEXT_COLUMNS = 2;

    private IntervalTable() {}

    static String of(Interval interval) {
        TextTable table = new TextTable(TEXT_COLUMNS);
        table.line(GROUPS);
        table.line(HEAD);
        for (ReportRow row : interval.metrics().rows()) {
            table.line(line(row, interval));
        }
        return table.toString();
    }

    private static List<String> line(ReportRow row, Interval interval) {
        Distribution duration = row.duration();
        Distribution lateness = row.lateness();
        List<String> cells = new ArrayList<>();
        cells.add(Names.escape(row.type()));
        cells.add(row.placement().label());
        cells.add(Text.count(row.maps()));
        cells.add(Text.count(row.ticks()));
        cells.add(Text.count(row.skipped()));
        cells.add(Text.count(row.faults()));
        cells.add(Text.micros(duration.totalNanos() / Math.max(1, row.ticks())));
        cells.add(Text.micros(duration.percentileNanos(50)));
        cells.add(Text.micros(duration.percentileNanos(99)));
        cells.add(Text.micros(duration.maxNanos()));
        cells.add(Text.micros(lateness.percentileNanos(50)));
        cells.add(Text.micros(lateness.percentileNanos(99)));
        cells.add(Text.micros(lateness.percentileNanos(99.9)));
        cells.add(Text.micros(lateness.maxNanos()));
        cells.add(Text.seconds(interval.cpuSeconds(row)));
        return cells;
    }
}
