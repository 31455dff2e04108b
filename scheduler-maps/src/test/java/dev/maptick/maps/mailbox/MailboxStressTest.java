package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Real threads at a mailbox. Case B28, the part with ten threads. */
class MailboxStressTest {
    private static final int PRODUCERS = 8;

    private final HandHost host = new HandHost();

    private static List<Thread> start(int threads, ThrowingIntConsumer body, List<Throwable> failures) {
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int id = i;
            Thread thread = new Thread(() -> {
                try {
                    body.accept(id);
                } catch (Throwable t) {
                    synchronized (failures) {
                        failures.add(t);
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
            started.add(thread);
        }
        return started;
    }

    private static boolean alive(List<Thread> threads) {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    @Test
    void aMillionPostsOfEightProducersRunOnceInOrderWithinTheCapacity() throws Exception {
        int each = 1_000_000 / PRODUCERS;
        int capacity = 1_000;
        Mailbox mailbox = new Mailbox(host, new MailboxLimits(capacity, 128, 16));
        long[] seen = new long[PRODUCERS];
        AtomicInteger disorders = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        AtomicLong full = new AtomicLong();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong readings = new AtomicLong();
        List<Thread> sampler = start(
                1,
                x -> {
                    // At least once, though this thread may get no processor before all is over.
                    do {
                        int depth = mailbox.pending();
                        if (depth < 0 || depth > capacity) {
                            throw new AssertionError("depth " + depth);
                        }
                        readings.incrementAndGet();
                        Thread.onSpinWait();
                    } while (!stop.get());
                },
                failures);
        List<Thread> producers = start(
                PRODUCERS,
                p -> {
                    for (long i = 1; i <= each; i++) {
                        long n = i;
                        while (mailbox.offer(
                                        () -> {
                                            if (seen[p] + 1 != n) {
                                                disorders.incrementAndGet();
                                            }
                                            seen[p] = n;
                                        },
                                        false)
                                != Admission.ACCEPTED) {
                            full.incrementAndGet();
                            Thread.sleep(0, 1);
                        }
                    }
                },
                failures);
        while (alive(producers) || mailbox.pending() > 0) {
            host.tick(mailbox, 256);
        }
        stop.set(true);
        for (Thread thread : sampler) {
            thread.join(20_000);
        }
        assertThat(failures).isEmpty();
        assertThat(disorders).hasValue(0);
        assertThat(seen).containsOnly(each);
        MailboxStats stats = mailbox.stats();
        assertThat(stats.accepted()).isEqualTo(1_000_000);
        assertThat(stats.executed()).isEqualTo(1_000_000);
        assertThat(stats.refusedFull()).isEqualTo(full.get());
        assertThat(stats.highWaterDepth()).isBetween(1, capacity);
        assertThat(stats.isBalanced()).isTrue();
        assertThat(readings.get()).isPositive();
    }

    @Test
    void tenThreadsWithoutARetryAreEachTold() throws Exception {
        Mailbox mailbox = new Mailbox(host, MailboxLimits.defaults());
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger executed = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = start(
                10,
                x -> {
                    for (int i = 0; i < 1_000; i++) {
                        (mailbox.offer(executed::incrementAndGet, false).isAccepted() ? accepted : refused)
                                .incrementAndGet();
                    }
                },
                failures);
        for (Thread thread : threads) {
            thread.join(20_000);
        }
        while (host.tick(mailbox, 256) > 0) {}
        assertThat(failures).isEmpty();
        assertThat(accepted).hasValue(1_024);
        assertThat(accepted.get() + refused.get()).isEqualTo(10_000);
        assertThat(executed).hasValue(accepted.get());
        assertThat(mailbox.stats().refusedFull()).isEqualTo(refused.get());
    }

    /** Waiters come and go while a small mailbox is drained: each admitted one runs once, each cancelled one never. */
    @Test
    void waitersAreAdmittedOrWithdrawnNeverBothAndNeverForgotten() throws Exception {
        host.executor = Runnable::run;
        Mailbox mailbox = new Mailbox(host, new MailboxLimits(3, 3, 64));
        AtomicInteger admitted = new AtomicInteger();
        AtomicInteger executed = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = start(
                4,
                p -> {
                    Random random = new Random(p);
                    for (int i = 0; i < 5_000; i++) {
                        CompletableFuture<Void> future = mailbox.postAsync(executed::incrementAndGet);
                        if (random.nextInt(3) == 0 && future.cancel(false)) {
                            cancelled.incrementAndGet();
                        } else {
                            future.get(20, TimeUnit.SECONDS);
                            admitted.incrementAndGet();
                        }
                    }
                },
                failures);
        while (alive(threads) || mailbox.pending() > 0) {
            host.tick(mailbox, 2);
        }
        assertThat(failures).isEmpty();
        assertThat(executed).hasValue(admitted.get());
        assertThat(admitted.get() + cancelled.get()).isEqualTo(20_000);
        MailboxStats stats = mailbox.stats();
        assertThat(stats.waiting()).isZero();
        assertThat(stats.withdrawn()).isEqualTo(cancelled.get());
        assertThat(stats.isBalanced()).isTrue();
    }

    /** Posts, calls, waiters, a draining tick and a close from outside, all at once, many times over. */
    @Test
    void whoeverPostsWhileTheMapLeavesIsToldExactlyOnce() throws Exception {
        host.executor = Runnable::run;
        for (int round = 0; round < 1_500; round++) {
            Mailbox mailbox = new Mailbox(host, new MailboxLimits(8, 3, 4));
            AtomicInteger plainAccepted = new AtomicInteger();
            AtomicInteger plainRun = new AtomicInteger();
            AtomicInteger callsRun = new AtomicInteger();
            AtomicInteger ends = new AtomicInteger();
            AtomicBoolean left = new AtomicBoolean();
            AtomicInteger late = new AtomicInteger();
            List<Throwable> failures = new ArrayList<>();
            List<CompletableFuture<?>> futures = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> threads = start(
                    3,
                    p -> {
                        go.await();
                        for (int i = 0; i < 10; i++) {
                            CompletableFuture<Integer> call = mailbox.call(callsRun::incrementAndGet, i % 3 == 0);
                            CompletableFuture<Void> waiter = mailbox.postAsync(() -> {});
                            synchronized (futures) {
                                futures.add(call.whenComplete((r, t) -> ends.incrementAndGet()));
                                futures.add(waiter.whenComplete((r, t) -> ends.incrementAndGet()));
                            }
                            if (mailbox.offer(
                                            () -> {
                                                plainRun.incrementAndGet();
                                                if (left.get()) {
                                                    late.incrementAndGet();
                                                }
                                            },
                                            false)
                                    .isAccepted()) {
                                plainAccepted.incrementAndGet();
                            }
                        }
                    },
                    failures);
            boolean outside = round % 2 == 0;
            Thread closer = start(
                            1,
                            x -> {
                                go.await();
                                if (outside) {
                                    mailbox.finishClose(null);
                                }
                            },
                            failures)
                    .get(0);
            go.countDown();
            for (int i = 0; i < 5; i++) {
                host.tick(mailbox, 4);
            }
            if (!outside) {
                host.last(mailbox);
                left.set(true);
            }
            closer.join(20_000);
            for (Thread thread : threads) {
                thread.join(20_000);
            }
            host.tick(mailbox, 256);
            assertThat(failures).isEmpty();
            assertThat(futures).hasSize(60).allMatch(CompletableFuture::isDone);
            assertThat(ends).hasValue(60);
            assertThat(late).hasValue(0);
            MailboxStats stats = mailbox.stats();
            assertThat(stats.depth()).isZero();
            assertThat(stats.waiting()).isZero();
            assertThat(stats.isBalanced()).as("round %s: %s", round, stats).isTrue();
            assertThat(plainRun.get()).isLessThanOrEqualTo(plainAccepted.get());
        }
    }

    private interface ThrowingIntConsumer {
        void accept(int value) throws Exception;
    }
}
