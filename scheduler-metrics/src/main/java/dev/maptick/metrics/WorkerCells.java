package dev.maptick.metrics;

import dev.maptick.core.Placement;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One worker's cells, by type and placement. Used by that worker, or by the one that has taken its number since. Finding
 * a cell that is there is one hash lookup, two for a type past the cap, and allocates nothing.
 */
final class WorkerCells {
    private final TypeTable table;
    private final WorkerTimes times;
    private final ConcurrentMap<String, Cell> pool = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Cell> dedicated = new ConcurrentHashMap<>();

    WorkerCells(TypeTable table, int worker) {
        this.table = table;
        times = new WorkerTimes(worker);
    }

    WorkerTimes times() {
        return times;
    }

    Cell cell(String group, Placement placement) {
        ConcurrentMap<String, Cell> cells = placement == Placement.POOL ? pool : dedicated;
        Cell cell = cells.get(group);
        return cell != null ? cell : first(cells, table.row(group, placement));
    }

    private Cell first(ConcurrentMap<String, Cell> cells, TypeRow row) {
        Cell cell = cells.get(row.type());
        if (cell == null) {
            cell = row.addCell(times);
            cells.put(row.type(), cell);
        }
        return cell;
    }
}
