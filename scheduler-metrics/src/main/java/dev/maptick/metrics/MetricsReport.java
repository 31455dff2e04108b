package dev.maptick.metrics;

import dev.maptick.core.Placement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What was counted, since the start or in an interval: a row for each type and placement. Immutable; any thread.
 *
 * <p>Any report can serve as the mark of an interval: keep it, take another later and ask that one for
 * {@link #since(MetricsReport)}. Readers each keep marks of their own and take nothing from one another.
 */
public final class MetricsReport {
    /** The type shown for the sum of several rows. */
    public static final String ALL_TYPES = "all";

    private final List<ReportRow> rows;
    private final List<WorkerRow> workers;

    MetricsReport(List<ReportRow> rows, List<WorkerRow> workers) {
        this.workers = List.copyOf(workers);
        this.rows = rows.stream()
                .sorted(Comparator.comparing(ReportRow::type).thenComparing(ReportRow::placement))
                .toList();
    }

    /**
     * A row for each type and placement that a map was ever in.
     *
     * @return sorted by type, then placement; cannot be changed
     */
    public List<ReportRow> rows() {
        return rows;
    }

    /**
     * The ticks by the worker that ran them.
     *
     * @return sorted by number; those that have ticked. A report taken at the same time by another thread may have brought in a few
     *     ticks more than are in {@link #rows()}
     */
    public List<WorkerRow> workers() {
        return workers;
    }

    /**
     * One row.
     *
     * @param type the type
     * @param placement the placement
     * @return empty if there is no such row
     */
    public Optional<ReportRow> row(String type, Placement placement) {
        return rows.stream()
                .filter(row -> row.type().equals(type) && row.placement() == placement)
                .findFirst();
    }

    /**
     * The sum of all rows of a placement.
     *
     * @param placement the placement
     * @return a row of type {@link #ALL_TYPES}
     */
    public ReportRow total(Placement placement) {
        ReportRow sum = ReportRow.empty(ALL_TYPES, placement);
        for (ReportRow row : rows) {
            sum = row.placement() == placement ? sum.plus(row) : sum;
        }
        return sum;
    }

    /**
     * The sum of all rows.
     *
     * @return a row of type {@link #ALL_TYPES}, shown as in the pool
     */
    public ReportRow total() {
        return total(Placement.POOL).plus(total(Placement.DEDICATED));
    }

    /**
     * What was counted between an earlier report and this one.
     *
     * @param mark an earlier report of the same metrics
     * @return the interval; numbers of maps are those of this report
     * @throws IllegalArgumentException when the mark is later than this report
     */
    public MetricsReport since(MetricsReport mark) {
        return new MetricsReport(
                rows.stream()
                        .map(row -> mark.row(row.type(), row.placement())
                                .map(row::since)
                                .orElse(row))
                        .toList(),
                workers.stream().map(row -> row.since(mark)).toList());
    }

    /** The report as a table, one line for each row, for people. */
    @Override
    public String toString() {
        return ReportTable.of(this);
    }
}
