package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A map's distributions while they are written. Two things are in each of them twice, the number of ticks as a count and as the sum
 * of the buckets, and which ticks they are, by the cycle of durations: so a copy of two moments would show. It would catch a write
 * of a bucket outside the sequence and a reader that does not look again.
 */
class DigestReadersTest {
    private static final int TICKS = 1_000_000;
    private static final long PERIOD = 50_000_000;
    private static final long[] DURATIONS = {2_000, 70_000, 3_000_000, 40_000_000};

    private final TickSchedule map = new TickScheduleTest.Row(MissPolicy.SKIP, 0, PERIOD);
    private final AtomicBoolean written = new AtomicBoolean();

    @Test
    @Timeout(60)
    @DisplayName("readers neither lose nor double a count, and see duration and lateness of the same ticks")
    void consistent() throws Exception {
        List<CompletableFuture<String>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            readers.add(CompletableFuture.supplyAsync(this::read, task -> new Thread(task).start()));
        }
        for (int i = 0; i < TICKS; i++) {
            long startNs = map.nextNs() + DURATIONS[i % 4] / 2;
            map.beginTick(startNs, i % 8 == 0 ? LatenessCause.QUEUEING : null);
            map.keepTimes();
            map.endTick(startNs + DURATIONS[i % 4], false);
            map.waitForNext();
        }
        written.set(true);
        for (CompletableFuture<String> reader : readers) {
            assertThat(reader.get(30, TimeUnit.SECONDS)).isEmpty();
        }
        TickPercentiles all = map.timesSnapshot();
        assertThat(all.duration().count()).isEqualTo(TICKS);
        assertThat(map.snapshot(0).late()).isEqualTo(new CauseCounts(0, TICKS / 8, 0));
    }

    private String read() {
        long before = 0;
        boolean last;
        do {
            last = written.get();
            TickPercentiles seen = map.timesSnapshot();
            TickStats stats = map.snapshot(0);
            long count = seen.duration().count();
            String wrong = wrong(seen, count);
            if (!wrong.isEmpty() || count < before || stats.late().total() != stats.lateTicks()) {
                return "after " + before + ": " + wrong + " " + seen + " " + stats;
            }
            before = count;
        } while (!last);
        return before == TICKS ? "" : "the last count is " + before;
    }

    private static String wrong(TickPercentiles seen, long count) {
        if (count == 0) {
            return "";
        }
        if (seen.lateness().count() != count
                || seen.duration().bucketSum() != count
                || seen.lateness().bucketSum() != count) {
            return "counts differ";
        }
        for (int i = 0; i < 4; i++) {
            long wanted = (count + 3 - i) / 4;
            if (seen.duration().inBucketOf(DURATIONS[i]) != wanted
                    || seen.lateness().inBucketOf(DURATIONS[i] / 2) != wanted) {
                return "not the first " + count;
            }
        }
        return "";
    }
}
