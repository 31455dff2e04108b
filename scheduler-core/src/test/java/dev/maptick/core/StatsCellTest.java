package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Readers of a cell see one state or the next, never a mixture.
 *
 * <p>The model checker walks through interleavings of single reads and writes of two writers that take turns and of
 * readers. It would catch a reader that does not look at the sequence again, or accepts an odd one, and a write that is
 * opened after its first value or closed before its last. It assumes that every thread sees writes in one order, so it
 * can't catch a missing fence. The stress run on the real machine stands for that: the writer keeps an equation among the
 * values and readers check it, which would catch a value that is seen before the odd sequence (no store-store fence in
 * {@code begin}) or a second look at the sequence made too early (no load-load fence).
 */
class StatsCellTest {
    /** What the checker calls; each operation must look as if it happened at one moment. */
    @Param(name = "value", gen = IntGen.class, conf = "1:9")
    public static class CheckedCell {
        private final StatsCell cell = new StatsCell();

        @Operation(nonParallelGroup = "writer", params = "value")
        public void write(int value) {
            cell.begin();
            cell.set(StatsCell.TICKS, value);
            cell.set(StatsCell.NEXT, 10L * value);
            cell.end();
        }

        @Operation(nonParallelGroup = "writer")
        public long count() {
            cell.begin();
            cell.add(StatsCell.TICKS, 1);
            cell.max(StatsCell.NEXT, 10 * cell.get(StatsCell.TICKS));
            cell.end();
            return cell.get(StatsCell.TICKS);
        }

        @Operation
        public String read() {
            long[] all = cell.snapshot();
            return all[StatsCell.TICKS] + " and " + all[StatsCell.NEXT];
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisplayName("every snapshot is the state between two writes, in every interleaving tried")
    void snapshotsAreLinearizable() {
        new ModelCheckingOptions()
                .iterations(5)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(CheckedCell.class);
    }

    @Test
    @DisplayName("under a busy writer no reader ever sees the equation of counts broken")
    void noTornSnapshotUnderStress() throws Exception {
        StatsCell cell = new StatsCell();
        cell.begin();
        cell.set(StatsCell.PERIOD, 7);
        cell.end();
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Long>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            readers.add(reader(cell, stop));
        }

        long writes = 2_000_000;
        for (long i = 1; i <= writes; i++) {
            cell.begin();
            cell.add(StatsCell.TICKS, 1);
            cell.add(StatsCell.SKIPPED, i & 3);
            cell.add(StatsCell.SUSPENDED, i & 1);
            cell.set(
                    StatsCell.NEXT,
                    7 * (cell.get(StatsCell.TICKS) + cell.get(StatsCell.SKIPPED) + cell.get(StatsCell.SUSPENDED)));
            cell.set(StatsCell.LATENESS_LAST, i);
            cell.end();
        }
        stop.set(true);

        for (CompletableFuture<Long> reader : readers) {
            assertThat(reader.get(20, TimeUnit.SECONDS)).as("snapshots taken").isPositive();
        }
        assertThat(cell.snapshot()[StatsCell.TICKS]).isEqualTo(writes);
    }

    private static CompletableFuture<Long> reader(StatsCell cell, AtomicBoolean stop) {
        CompletableFuture<Long> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                long taken = 0;
                long before = -1;
                do {
                    long[] v = cell.snapshot();
                    long points = v[StatsCell.TICKS] + v[StatsCell.SKIPPED] + v[StatsCell.SUSPENDED];
                    if (points * 7 != v[StatsCell.NEXT] || v[StatsCell.LATENESS_LAST] != v[StatsCell.TICKS]) {
                        throw new AssertionError("torn after " + taken + " snapshots: " + points + " points, next "
                                + v[StatsCell.NEXT] + ", ticks " + v[StatsCell.TICKS] + ", last "
                                + v[StatsCell.LATENESS_LAST]);
                    }
                    if (v[StatsCell.TICKS] < before) {
                        throw new AssertionError("went back from " + before + " to " + v[StatsCell.TICKS]);
                    }
                    before = v[StatsCell.TICKS];
                    taken++;
                } while (!stop.get());
                result.complete(taken);
            } catch (Throwable t) {
                result.completeExceptionally(t);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    @Test
    void overdueIsToldOutsideTicksOnly() {
        StatsCell cell = new StatsCell();
        for (TickState state : TickState.values()) {
            cell.begin();
            cell.setState(state);
            cell.set(StatsCell.DUE, Long.MAX_VALUE - 10);
            cell.end();
            boolean inTick = state == TickState.RUNNING || state == TickState.LAST_RUNNING;
            boolean none = inTick || state == TickState.STOPPED;

            assertThat(cell.overdueNs(Long.MIN_VALUE + 9)).as("past, %s", state).isEqualTo(none ? -1 : 20);
            assertThat(cell.overdueNs(Long.MAX_VALUE - 30))
                    .as("before, %s", state)
                    .isNegative();
        }
    }

    @Test
    void everyStateAndPlacementComesBack() {
        StatsCell cell = new StatsCell();
        for (TickState state : TickState.values()) {
            for (Placement placement : Placement.values()) {
                cell.begin();
                cell.setState(state);
                cell.setPlacement(placement);
                cell.end();
                assertThat(cell.state()).isEqualTo(state);
                assertThat(cell.placement()).isEqualTo(placement);
                assertThat(StatsCell.stateOf(cell.snapshot())).isEqualTo(state);
                assertThat(StatsCell.placementOf(cell.snapshot())).isEqualTo(placement);
            }
        }
    }
}
