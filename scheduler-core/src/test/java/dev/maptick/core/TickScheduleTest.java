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
 * Readers of a registration's counts see one state or the next, never a mixture.
 *
 * <p>The model checker walks through interleavings of single reads and writes of two writers that take turns and of
 * readers. It would catch a reader that does not look at the sequence again, or accepts an odd one, and a write that is
 * opened after its first value or closed before its last. It assumes that every thread sees writes in one order, so it
 * can't catch a missing fence. The stress run on the real machine stands for that: the writer keeps an equation among the
 * values and readers check it, which would catch a value that is seen before the odd sequence (no store-store fence in
 * {@code beginWrite}) or a second look at the sequence made too early (no load-load fence).
 */
class TickScheduleTest {
    private static final long P = 7;

    /** A schedule and nothing around it. */
    static final class Row extends TickSchedule {
        Row(MissPolicy policy, long first) {
            this(policy, first, P);
        }

        Row(MissPolicy policy, long first, long periodNs) {
            super(Placement.POOL, policy, periodNs, first);
        }

        Row() {
            this(MissPolicy.SKIP, 0);
        }
    }

    /** What the checker calls; each operation must look as if it happened at one moment. */
    @Param(name = "late", gen = IntGen.class, conf = "0:9")
    public static class CheckedRow {
        private final Row row = new Row();

        @Operation(nonParallelGroup = "writer", params = "late")
        public void begin(int late) {
            row.beginTick(row.nextNs() + late, null);
        }

        @Operation(nonParallelGroup = "writer", params = "late")
        public long suspendedFor(int late) {
            return row.endSuspension(row.nextNs() + 2L * late);
        }

        @Operation
        public String read() {
            TickStats s = row.snapshot(0);
            return s.ticks() + " " + s.suspended() + " " + s.nextDeadlineNanos() + " " + s.gridPointsConsumed() + " "
                    + s.state();
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
                .check(CheckedRow.class);
    }

    @Test
    @DisplayName("under a busy writer no reader ever sees the equation of counts broken")
    void noTornSnapshotUnderStress() throws Exception {
        Row row = new Row();
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Long>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            readers.add(reader(row, stop));
        }

        long writes = 2_000_000;
        for (long i = 1; i <= writes; i++) {
            long dueNs = row.nextNs();
            row.beginTick(dueNs + (i & 7), null);
            row.endTick(dueNs + (i & 7) + (i & 31), (i & 15) == 0);
            if ((i & 3) == 0) {
                row.endSuspension(row.nextNs() + (i & 63));
            }
            row.waitForNext();
        }
        stop.set(true);

        for (CompletableFuture<Long> reader : readers) {
            assertThat(reader.get(20, TimeUnit.SECONDS)).as("snapshots taken").isPositive();
        }
        assertThat(row.snapshot(0).ticks()).isEqualTo(writes);
    }

    private static CompletableFuture<Long> reader(Row row, AtomicBoolean stop) {
        CompletableFuture<Long> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                long taken = 0;
                TickStats before = row.snapshot(0);
                do {
                    TickStats s = row.snapshot(0);
                    if (s.ticks() + s.skipped() + s.suspended() != s.gridPointsConsumed()
                            || s.nextDeadlineNanos() != P * s.gridPointsConsumed()) {
                        throw new AssertionError("torn after " + taken + " snapshots: " + s);
                    }
                    if (s.ticksEnded() < before.ticksEnded()
                            || s.latenessNanosTotal() < before.latenessNanosTotal()
                            || s.ticks() - s.ticksEnded() > 1) {
                        throw new AssertionError("went back from " + before + " to " + s);
                    }
                    before = s;
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
        Row row = new Row();
        for (TickState state : TickState.values()) {
            row.setState(state);
            row.setDue(Long.MAX_VALUE - 10);
            boolean inTick = state == TickState.RUNNING || state == TickState.LAST_RUNNING;
            boolean none = inTick || state == TickState.STOPPED;

            assertThat(row.overdueNs(Long.MIN_VALUE + 9)).as("past, %s", state).isEqualTo(none ? -1 : 20);
            assertThat(row.overdueNs(Long.MAX_VALUE - 30))
                    .as("before, %s", state)
                    .isNegative();
        }
    }

    @Test
    void everyStateAndPlacementComesBack() {
        Row row = new Row();
        for (TickState state : TickState.values()) {
            for (Placement placement : Placement.values()) {
                row.setState(state);
                row.setPlacement(placement);
                assertThat(row.state()).isEqualTo(state);
                assertThat(row.placement()).isEqualTo(placement);
                assertThat(row.snapshot(0).state()).isEqualTo(state);
                assertThat(row.snapshot(0).placement()).isEqualTo(placement);
            }
        }
    }
}
