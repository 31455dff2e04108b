package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventLogTest {
    private final EventLog log = new EventLog(8);

    private static List<Long> numbers(List<SchedulerEvent> events) {
        return events.stream().map(SchedulerEvent::number).toList();
    }

    @Test
    @DisplayName("keeps the latest, oldest first; what falls out stays counted")
    void keepsTheLatest() {
        for (int i = 0; i < 20; i++) {
            log.add(i, i % 2 == 0 ? EventKind.FAULT : EventKind.SKIPPED, null, "event " + i);
        }
        assertThat(numbers(log.since(0)))
                .isEqualTo(LongStream.range(12, 20).boxed().toList());
        assertThat(numbers(log.since(17))).containsExactly(17L, 18L, 19L);
        assertThat(numbers(log.since(20))).isEmpty();
        assertThat(numbers(log.since(1_000))).isEmpty();
        assertThat(numbers(log.latest(2))).containsExactly(18L, 19L);
        assertThat(numbers(log.latest(-1))).isEmpty();
        assertThat(log.since(19).get(0).text()).isEqualTo("event 19");
        assertThat(log.count(EventKind.FAULT)).isEqualTo(10);
        assertThat(log.count(EventKind.MOVED)).isZero();
    }

    @Test
    @DisplayName(
            "whoever reads on from the last one it has read sees each event once, in order, while four threads write")
    void noneTwiceNoneOutOfOrder() throws InterruptedException {
        EventLog busy = new EventLog(1 << 16);
        int writers = 4;
        int each = 10_000;
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            Thread thread = new Thread(() -> {
                awaitQuietly(go);
                for (int i = 0; i < each; i++) {
                    busy.add(i, EventKind.MOVED, null, "");
                }
            });
            thread.start();
            threads.add(thread);
        }
        List<Long> read = new ArrayList<>();
        go.countDown();
        while (read.size() < writers * each) {
            List<SchedulerEvent> news = busy.since(read.isEmpty() ? 0 : read.get(read.size() - 1) + 1);
            read.addAll(numbers(news));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(read)
                .isEqualTo(LongStream.range(0, (long) writers * each).boxed().toList());
        assertThat(busy.count(EventKind.MOVED)).isEqualTo((long) writers * each);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
