package dev.maptick.metrics;

import dev.maptick.core.FaultStanding;
import dev.maptick.core.LatenessCause;
import dev.maptick.core.Placement;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records what a scheduler's ticks cost and how late they were, by type (the registration's group) and placement. Give it
 * to one scheduler only, by {@link dev.maptick.core.TickSchedulerBuilder#listener} or {@link #attach}.
 *
 * <p>Cost: recording a tick took about 60 ns of processor time where it was measured, both distributions and all counters
 * together, and allocates nothing after a worker's first tick of a type. Memory: each worker keeps about 66 kB for every
 * type it has ticked and once more for its own sum, and each row of the report twice that. A report costs about 0.1 ms for each row. The
 * first 64 types get rows of their own, later ones share those of type {@code other}; nothing grows with the number of
 * maps seen.
 *
 * <p>Ticks are counted when they end. Everything is counted since this object was given to its scheduler and never reset;
 * any number of readers may call {@link #snapshot()} on any threads.
 */
public final class TickMetrics implements TickListener {
    /** How many types get rows of their own by default. */
    public static final int DEFAULT_MAX_TYPES = 64;

    private static final int MOST_TYPES = 1_024;

    private final TypeTable table;
    private final MapCensus census;

    /** By worker number; replaced when a higher number shows up. Guarded by this object's monitor for writing. */
    private volatile @Nullable WorkerCells[] workers = new WorkerCells[0];

    /** Makes metrics with rows for {@value #DEFAULT_MAX_TYPES} types. */
    public TickMetrics() {
        this(DEFAULT_MAX_TYPES);
    }

    /**
     * Makes metrics with rows for so many types.
     *
     * @param maxTypes 1 to 1,024; later types share the rows of type {@code other}
     * @throws SettingsException when it is out of range
     */
    public TickMetrics(int maxTypes) {
        SettingsCheck check = new SettingsCheck();
        check.range("maxTypes", maxTypes, 1, MOST_TYPES);
        check.throwIfAny();
        table = new TypeTable(maxTypes);
        census = new MapCensus(table);
    }

    /**
     * Listens to a scheduler from now on, and counts the maps it has already. Not needed for a scheduler whose builder was
     * given this object.
     *
     * @param scheduler the one scheduler of this object
     * @return this object
     */
    public TickMetrics attach(TickScheduler scheduler) {
        scheduler.addListener(this);
        scheduler.registrations().forEach(census::look);
        table.announce();
        return this;
    }

    /**
     * Everything counted so far. Costs a copy of each row; no worker waits for it.
     *
     * @return a report since the start; for an interval see {@link MetricsReport#since}
     */
    public MetricsReport snapshot() {
        // Rows first: that brings what the workers have recorded into their sums.
        List<ReportRow> rows = table.rows().stream().map(TypeRow::snapshot).toList();
        List<WorkerRow> byWorker = new ArrayList<>();
        for (WorkerCells cells : workers) {
            if (cells != null) {
                byWorker.add(cells.times().snapshot());
            }
        }
        return new MetricsReport(rows, byWorker);
    }

    @Override
    public void onLate(
            TickRegistration registration, Placement placement, int worker, long latenessNanos, LatenessCause cause) {
        cells(worker).cell(registration.group(), placement).late(cause);
    }

    @Override
    public void onTick(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault) {
        WorkerCells cells = cells(worker);
        cells.cell(registration.group(), placement)
                .record(
                        Math.max(endNanos - startNanos, 0),
                        Math.max(startNanos - deadlineNanos, 0),
                        skipped,
                        fault != null);
        // Finds nothing to tell, at the price of two reads, unless this tick was the first of its row.
        table.announce();
    }

    @Override
    public void onRegistered(TickRegistration registration) {
        census.look(registration);
        table.announce();
    }

    @Override
    public void onMoved(TickRegistration registration, Placement from, Placement to) {
        census.look(registration);
        table.announce();
    }

    @Override
    public void onFaultStage(TickRegistration registration, FaultStanding before, FaultStanding now) {
        row(registration).stageBegun(now.stage());
        census.look(registration);
        table.announce();
    }

    @Override
    public void onUnregistered(TickRegistration registration) {
        census.left(registration);
    }

    @Override
    public void onLastTask(
            TickRegistration registration,
            Placement placement,
            long startNanos,
            long endNanos,
            @Nullable Throwable fault) {
        table.row(registration.group(), placement).lastTask(Math.max(endNanos - startNanos, 0), fault != null);
        table.announce();
    }

    @Override
    public void onSkipped(TickRegistration registration, long count) {
        row(registration).skippedOutsideTick(count);
        table.announce();
    }

    @Override
    public void onSuspendedPoints(TickRegistration registration, long count) {
        row(registration).suspendedPoints(count);
        table.announce();
    }

    private TypeRow row(TickRegistration registration) {
        return table.row(registration.group(), registration.placement());
    }

    private WorkerCells cells(int worker) {
        @Nullable WorkerCells[] all = workers;
        if (worker < all.length) {
            WorkerCells cells = all[worker];
            if (cells != null) {
                return cells;
            }
        }
        return firstCells(worker);
    }

    private synchronized WorkerCells firstCells(int worker) {
        // Always a new array: the one before may be read without the monitor.
        @Nullable WorkerCells[] all = Arrays.copyOf(workers, Math.max(workers.length, worker + 1));
        WorkerCells cells = all[worker];
        if (cells == null) {
            cells = new WorkerCells(table, worker);
            all[worker] = cells;
        }
        workers = all;
        return cells;
    }

    /** Hears of every row, on whichever thread makes it; of some it may hear twice. */
    void addRowListener(Consumer<TypeRow> listener) {
        table.addListener(listener);
    }

    void removeRowListener(Consumer<TypeRow> listener) {
        table.removeListener(listener);
    }

    /** Time spent in ticks and last tasks of a placement. */
    long busyNanos(Placement placement) {
        long sum = 0;
        for (TypeRow row : table.rows()) {
            sum += row.placement() == placement ? row.busyNanos() : 0;
        }
        return sum;
    }
}
