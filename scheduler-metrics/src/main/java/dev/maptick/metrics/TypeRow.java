package dev.maptick.metrics;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.FaultStage;
import dev.maptick.core.Placement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All numbers of one type in one placement. Any thread.
 *
 * <p>Cells are added by workers as they first tick a map of this row. The frame of what has been collected is guarded by
 * this object's monitor, which no worker takes.
 */
final class TypeRow {
    private final String type;
    private final Placement placement;

    private final List<Cell> cells = new CopyOnWriteArrayList<>();

    /** Events outside ticks are rare and come from any thread. */
    private final Map<FaultStage, AtomicLong> maps = perStage(stage -> new AtomicLong());

    private final Map<FaultStage, MapCensus.Place> places = perStage(stage -> new MapCensus.Place(this, stage));

    /** Times a map came to a stage. */
    private final Map<FaultStage, AtomicLong> stagesBegun = perStage(stage -> new AtomicLong());

    private final AtomicLong skippedOutsideTicks = new AtomicLong();
    private final AtomicLong suspended = new AtomicLong();
    private final AtomicLong lastTasks = new AtomicLong();
    private final AtomicLong lastTaskFaults = new AtomicLong();
    private final AtomicLong lastTaskNanos = new AtomicLong();

    /** Everything collected from cells since the start, and an empty frame to swap in. Both from the first use on. */
    private @Nullable Frame collected;

    private @Nullable Frame spare;

    TypeRow(String type, Placement placement) {
        this.type = type;
        this.placement = placement;
    }

    String type() {
        return type;
    }

    Placement placement() {
        return placement;
    }

    /** A worker's own cell in this row, its only one. */
    Cell addCell(WorkerTimes times) {
        Cell cell = new Cell(times);
        cells.add(cell);
        return cell;
    }

    private static <V> Map<FaultStage, V> perStage(Function<FaultStage, V> each) {
        Map<FaultStage, V> map = new EnumMap<>(FaultStage.class);
        for (FaultStage stage : FaultStage.values()) {
            map.put(stage, each.apply(stage));
        }
        return map;
    }

    private static AtomicLong of(Map<FaultStage, AtomicLong> counts, FaultStage stage) {
        return Objects.requireNonNull(counts.get(stage));
    }

    MapCensus.Place place(FaultStage stage) {
        return Objects.requireNonNull(places.get(stage));
    }

    void mapCame(FaultStage stage) {
        of(maps, stage).incrementAndGet();
    }

    void mapWent(FaultStage stage) {
        of(maps, stage).decrementAndGet();
    }

    /** A map has come to a stage, or a quarantine has begun anew. */
    void stageBegun(FaultStage stage) {
        of(stagesBegun, stage).incrementAndGet();
    }

    long stagesBegun(FaultStage stage) {
        return of(stagesBegun, stage).get();
    }

    long mapsAt(FaultStage stage) {
        return of(maps, stage).get();
    }

    void skippedOutsideTick(long count) {
        skippedOutsideTicks.addAndGet(count);
    }

    void suspendedPoints(long count) {
        suspended.addAndGet(count);
    }

    void lastTask(long nanos, boolean fault) {
        lastTasks.incrementAndGet();
        lastTaskNanos.addAndGet(nanos);
        if (fault) {
            lastTaskFaults.incrementAndGet();
        }
    }

    long maps() {
        long sum = 0;
        for (AtomicLong count : maps.values()) {
            sum += count.get();
        }
        return sum;
    }

    long ticks() {
        return sum(Cell.TICKS);
    }

    long skipped() {
        return sum(Cell.SKIPPED) + skippedOutsideTicks.get();
    }

    long suspended() {
        return suspended.get();
    }

    long faults() {
        return sum(Cell.FAULTS);
    }

    /** Late ticks by cause. */
    CauseCounts late() {
        CauseCounts sum = CauseCounts.NONE;
        for (Cell cell : cells) {
            sum = sum.plus(cell.late());
        }
        return sum;
    }

    long lastTasks() {
        return lastTasks.get();
    }

    long lastTaskFaults() {
        return lastTaskFaults.get();
    }

    long outOfRange() {
        return sum(Cell.OUT_OF_RANGE);
    }

    long tickNanos() {
        return sum(Cell.BUSY_NANOS);
    }

    long latenessNanos() {
        return sum(Cell.LATENESS_NANOS);
    }

    long durationMaxNanos() {
        return max(Cell.DURATION_MAX);
    }

    long latenessMaxNanos() {
        return max(Cell.LATENESS_MAX);
    }

    /** Time in ticks and last tasks. */
    long busyNanos() {
        return tickNanos() + lastTaskNanos.get();
    }

    /** A copy of everything since the start. */
    synchronized ReportRow snapshot() {
        long skipped = skipped();
        long faults = faults();
        long outOfRange = outOfRange();
        CauseCounts late = late();
        long lastTaskTime = lastTaskNanos.get();
        Frame all = collect();
        Distribution duration = all == null ? Distribution.EMPTY : all.duration.copy();
        Distribution lateness = all == null ? Distribution.EMPTY : all.lateness.copy();
        return new ReportRow(
                type,
                placement,
                maps(),
                duration.count(),
                skipped,
                suspended(),
                faults,
                lastTasks(),
                lastTaskFaults(),
                outOfRange,
                duration.totalNanos() + lastTaskTime,
                duration,
                lateness,
                late);
    }

    private @Nullable Frame collect() {
        if (cells.isEmpty()) {
            return null;
        }
        Frame all = collected == null ? new Frame() : collected;
        Frame empty = spare == null ? new Frame() : spare;
        for (Cell cell : cells) {
            Frame full = cell.swap(empty);
            all.add(full);
            cell.times().add(full);
            full.reset();
            empty = full;
        }
        collected = all;
        spare = empty;
        return all;
    }

    private long sum(int counter) {
        long sum = 0;
        for (Cell cell : cells) {
            sum += cell.get(counter);
        }
        return sum;
    }

    private long max(int counter) {
        long max = 0;
        for (Cell cell : cells) {
            max = Math.max(max, cell.get(counter));
        }
        return max;
    }

    @Override
    public String toString() {
        return type + " on " + placement.label();
    }
}
