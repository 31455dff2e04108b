package dev.maptick.metrics;

import dev.maptick.core.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays a report out as text. Pure functions. */
final class ReportTable {
    private static final List<String> HEAD = List.of(
            "type",
            "placement",
            "maps",
            "ticks",
            "skipped",
            "faults",
            "last faults",
            "ms p50",
            "p99",
            "p99.9",
            "max",
            "late ms p50",
            "p99",
            "p99.9",
            "max",
            "busy s");
    private static final int TEXT_COLUMNS = 2;

    private ReportTable() {}

    static String of(MetricsReport report) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(HEAD);
        report.rows().forEach(row -> lines.add(line(row)));
        int[] widths = new int[HEAD.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                String format = (i == 0 ? "" : "  ") + (i < TEXT_COLUMNS ? "%-" : "%") + widths[i] + "s";
                out.append(String.format(Locale.ROOT, format, line.get(i)));
            }
            out.append(System.lineSeparator());
        }
        return out.toString();
    }

    private static List<String> line(ReportRow row) {
        List<String> line = new ArrayList<>();
        line.add(Names.escape(row.type()));
        line.add(row.placement().label());
        line.add(Long.toString(row.maps()));
        line.add(Long.toString(row.ticks()));
        line.add(Long.toString(row.skipped()));
        line.add(Long.toString(row.faults()));
        line.add(Long.toString(row.lastTaskFaults()));
        times(line, row.duration());
        times(line, row.lateness());
        line.add(String.format(Locale.ROOT, "%.3f", row.busyNanos() / 1e9));
        return line;
    }

    private static void times(List<String> line, Distribution times) {
        line.add(millis(times.percentileNanos(50)));
        line.add(millis(times.percentileNanos(99)));
        line.add(millis(times.percentileNanos(99.9)));
        line.add(millis(times.maxNanos()));
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }
}
