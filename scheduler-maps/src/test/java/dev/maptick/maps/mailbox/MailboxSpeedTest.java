package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapWork;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Prints what a post and its drain cost, on one thread in that thread's CPU time, with several producers in time on the
 * wall. Not a benchmark to quote: one loop on whatever machine this is.
 */
@Tag("soak")
class MailboxSpeedTest {
    private static final int POSTS = 20_000_000;
    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    @Test
    void onOneThread() {
        Mailbox mailbox = new Mailbox(new QuietHost(), MailboxLimits.defaults());
        long[] runs = new long[1];
        MapWork work = () -> runs[0]++;
        for (int round = 0; round < 5; round++) {
            long start = BEAN.getCurrentThreadCpuTime();
            for (int i = 0; i < POSTS; i += 256) {
                for (int j = 0; j < 256; j++) {
                    mailbox.offer(work, false);
                }
                drain(mailbox);
            }
            print("one thread", BEAN.getCurrentThreadCpuTime() - start, POSTS);
        }
        assertThat(mailbox.stats().isBalanced()).isTrue();
        assertThat(mailbox.stats().executed()).isEqualTo(runs[0]);
    }

    @Test
    void fourProducers() throws Exception {
        for (int round = 0; round < 5; round++) {
            Mailbox mailbox = new Mailbox(new QuietHost(), MailboxLimits.defaults());
            long[] runs = new long[1];
            MapWork work = () -> runs[0]++;
            AtomicLong full = new AtomicLong();
            List<Thread> producers = new ArrayList<>();
            long start = System.nanoTime();
            for (int p = 0; p < 4; p++) {
                Thread producer = new Thread(() -> {
                    for (int i = 0; i < POSTS / 8; i++) {
                        while (!mailbox.offer(work, false).isAccepted()) {
                            full.incrementAndGet();
                            LockSupport.parkNanos(1);
                        }
                    }
                });
                producer.start();
                producers.add(producer);
            }
            while (runs[0] < POSTS / 2) {
                drain(mailbox);
            }
            print("four producers, " + full + " times full", System.nanoTime() - start, POSTS / 2);
            for (Thread producer : producers) {
                producer.join();
            }
            assertThat(mailbox.stats().isBalanced()).isTrue();
        }
    }

    private static void drain(Mailbox mailbox) {
        mailbox.beginDrain(0);
        while (mailbox.runOne()) {}
    }

    private static void print(String what, long nanos, int posts) {
        System.out.printf("post and drain, %s: %.1f ns%n", what, (double) nanos / posts);
    }
}
