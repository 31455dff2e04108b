package dev.maptick.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParallelReadersTest {
    private static final int WORKERS = 3;
    private static final int READERS = 3;
    private static final int TICKS = 200_000;

    /** What one reader has added up over its intervals. */
    private record Sum(long ticks, long durations, long nanos, long faults, long byWorker, boolean consistent) {}

    @Test
    void readersNeitherLoseNorDoubleACount() throws Exception {
        TickMetrics metrics = new TickMetrics();
        AtomicBoolean written = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int w = 0; w < WORKERS; w++) {
                int worker = w;
                workers.add(threads.submit(() -> work(metrics, worker)));
            }
            List<Future<Sum>> readers = new ArrayList<>();
            for (int r = 0; r < READERS; r++) {
                readers.add(threads.submit(() -> read(metrics, written)));
            }
            for (Future<?> worker : workers) {
                worker.get(60, TimeUnit.SECONDS);
            }
            written.set(true);
            long total = (long) WORKERS * TICKS;
            for (Future<Sum> reader : readers) {
                assertThat(reader.get(60, TimeUnit.SECONDS))
                        .isEqualTo(new Sum(total, total, 1_000 * total, total / 10, total, true));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void work(TickMetrics metrics, int worker) {
        StubRegistration even = new StubRegistration("even");
        StubRegistration odd = new StubRegistration("odd");
        Throwable fault = new Throwable();
        for (int i = 0; i < TICKS; i++) {
            metrics.onTick(i % 2 == 0 ? even : odd, Placement.POOL, worker, 0, 7, 1_007, 0, i % 10 == 0 ? fault : null);
        }
    }

    private static Sum read(TickMetrics metrics, AtomicBoolean written) {
        MetricsReport mark = new MetricsReport(List.of(), List.of());
        Sum sum = new Sum(0, 0, 0, 0, 0, true);
        boolean last;
        do {
            last = written.get();
            MetricsReport now = metrics.snapshot();
            boolean consistent = now.rows().stream()
                    .allMatch(row -> row.ticks() == row.duration().count()
                            && row.ticks() == row.lateness().count()
                            && row.faults() <= row.ticks());
            ReportRow interval = now.since(mark).total();
            sum = new Sum(
                    sum.ticks + interval.ticks(),
                    sum.durations + interval.duration().countAtMost(10_000),
                    sum.nanos + interval.busyNanos(),
                    sum.faults + interval.faults(),
                    sum.byWorker
                            + now.since(mark).workers().stream()
                                    .mapToLong(row -> row.duration().countAtMost(10_000))
                                    .sum(),
                    sum.consistent && consistent);
            mark = now;
        } while (!last);
        return sum;
    }
}
