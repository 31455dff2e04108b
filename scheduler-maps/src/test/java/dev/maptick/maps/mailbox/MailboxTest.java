package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.maptick.core.SelfWaitException;
import dev.maptick.core.SettingsException;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapWork;
import dev.maptick.maps.RefusedPostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Posts, calls, sends and the executor of a mailbox on one thread. Cases B12 (a posted item leaves the interrupt flag), B28
 * (a full mailbox tells), B29 (an item that throws costs itself), B30 (an item that posts itself again), B33 d (a tick
 * waits for its own post).
 */
class MailboxTest {
    private final HandHost host = new HandHost();
    private final List<Object> ran = new ArrayList<>();
    private Mailbox mailbox = host.open(4);

    @AfterEach
    void nothingIsLost() {
        MailboxStats stats = mailbox.stats();
        assertThat(stats.isBalanced()).as("%s", stats).isTrue();
    }

    private Admission post(Object id) {
        return mailbox.offer(() -> ran.add(id), false);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 1000, 1024, 1025})
    void theCapacityIsExact(int capacity) {
        mailbox = host.open(capacity);
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(post(i)).isEqualTo(Admission.ACCEPTED);
            }
            assertThat(post("more")).isEqualTo(Admission.FULL);
            assertThat(mailbox.pending()).isEqualTo(capacity);
            assertThat(host.tick(mailbox, Integer.MAX_VALUE)).isEqualTo(capacity);
        }
        assertThat(mailbox.stats().highWaterDepth()).isEqualTo(capacity);
    }

    @Test
    void aFullMailboxRefusesAndTellsAndPostingWorksAgainAfterwards() {
        for (int i = 0; i < 10; i++) {
            assertThat(post(i)).isEqualTo(i < 4 ? Admission.ACCEPTED : Admission.FULL);
        }
        assertThat(ran).isEmpty();
        assertThat(mailbox.stats().refusedFull()).isEqualTo(6);
        assertThat(mailbox.stats().depth()).isEqualTo(4);
        assertThat(host.tick(mailbox, 256)).isEqualTo(4);
        assertThat(ran).containsExactly(0, 1, 2, 3);
        assertThat(post(10)).isEqualTo(Admission.ACCEPTED);
        assertThat(host.tick(mailbox, 256)).isOne();
        assertThat(host.admitted).hasValue(5);
    }

    @Test
    void theItemThatRunsDoesNotCount() {
        for (int i = 0; i < 4; i++) {
            mailbox.offer(
                    () -> {
                        ran.add(mailbox.pending());
                        ran.add(post("again"));
                        ran.add(post("again"));
                    },
                    false);
        }
        assertThat(host.tick(mailbox, 1)).isOne();
        assertThat(ran).containsExactly(3, Admission.ACCEPTED, Admission.FULL);
    }

    @Test
    void highGoesFirstAndHasABoundOfItsOwn() {
        for (int i = 0; i < 4; i++) {
            post("normal " + i);
        }
        for (int i = 0; i < 3; i++) {
            String id = "high " + i;
            assertThat(mailbox.offer(() -> ran.add(id), true)).isEqualTo(Admission.ACCEPTED);
        }
        assertThat(mailbox.offer(() -> {}, true)).isEqualTo(Admission.FULL);
        assertThat(mailbox.pending()).isEqualTo(7);
        assertThat(mailbox.stats().highDepth()).isEqualTo(3);
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly("high 0", "high 1", "high 2", "normal 0", "normal 1", "normal 2", "normal 3");
    }

    @Test
    void whatTheBudgetLeavesWaitsInOrderAndItsAgeIsTold() {
        for (int i = 0; i < 4; i++) {
            post(i);
        }
        long start = Long.MAX_VALUE - 5;
        assertThat(mailbox.beginDrain(start)).isEqualTo(4);
        assertThat(mailbox.runOne()).isTrue();
        assertThat(mailbox.stats().leftOverNs()).isZero();
        post(4);
        assertThat(mailbox.beginDrain(start + 10)).isEqualTo(4);
        assertThat(mailbox.stats().leftOverNs()).isEqualTo(10);
        while (mailbox.runOne()) {}
        assertThat(ran).containsExactly(0, 1, 2, 3, 4);
        assertThat(mailbox.beginDrain(start + 20)).isZero();
        assertThat(mailbox.stats().leftOverNs()).isZero();
    }

    @Test
    void withoutADrainBegunNothingRuns() {
        post(1);
        assertThat(mailbox.runOne()).isFalse();
    }

    @Test
    void anItemThatThrowsCostsItself() throws Exception {
        mailbox = host.open(1024);
        Error planned = new Error("planned");
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            int id = i;
            calls.add(mailbox.call(
                    () -> {
                        ran.add(id);
                        if (id == 3) {
                            throw planned;
                        }
                        return id;
                    },
                    false));
        }
        assertThat(host.tick(mailbox, 256)).isEqualTo(5);
        host.complete();
        assertThat(ran).containsExactly(1, 2, 3, 4, 5);
        assertThat(catchThrowable(() -> calls.get(2).get())).hasCause(planned);
        assertThat(calls.get(3).get()).isEqualTo(4);
        assertThat(mailbox.stats().faults()).isOne();
        assertThat(host.faults).containsExactly(planned);
        assertThat(host.tick(mailbox, 256)).isZero();
    }

    @Test
    void aThousandThatThrowAreConsumedWithinTheBudget() {
        mailbox = host.open(1024);
        for (int i = 0; i < 1000; i++) {
            mailbox.offer(
                    () -> {
                        throw new Exception("planned");
                    },
                    false);
        }
        int ticks = 0;
        while (mailbox.pending() > 0) {
            assertThat(host.tick(mailbox, 256)).isLessThanOrEqualTo(256);
            ticks++;
        }
        assertThat(ticks).isEqualTo(4);
        assertThat(mailbox.stats().faults()).isEqualTo(1000);
        assertThat(host.faults).hasSize(1000);
    }

    @Test
    void anItemThatPostsItselfRunsOnceATick() {
        AtomicInteger runs = new AtomicInteger();
        MapWork self = new MapWork() {
            @Override
            public void run() {
                int before = runs.incrementAndGet();
                mailbox.offer(this, before % 2 == 0);
                assertThat(runs).hasValue(before);
            }
        };
        mailbox.offer(self, false);
        for (int tick = 1; tick <= 100; tick++) {
            assertThat(host.tick(mailbox, 256)).isOne();
            assertThat(runs).hasValue(tick);
        }
        assertThat(host.faults).isEmpty();
    }

    @Test
    void anItemThatDoublesItselfEndsAtTheCapacity() {
        mailbox = host.open(1024);
        MapWork twice = new MapWork() {
            @Override
            public void run() {
                mailbox.offer(this, false);
                mailbox.offer(this, false);
            }
        };
        mailbox.offer(twice, false);
        for (int tick = 0; tick < 100; tick++) {
            assertThat(host.tick(mailbox, 256)).isBetween(1, 256);
            assertThat(mailbox.pending()).isLessThanOrEqualTo(1024);
        }
        assertThat(mailbox.pending()).isEqualTo(1024);
        assertThat(mailbox.stats().refusedFull()).isPositive();
    }

    @Test
    void pingPongMakesOneHopATick() {
        Mailbox other = host.open(4);
        AtomicInteger hops = new AtomicInteger();
        MapWork ping = new MapWork() {
            @Override
            public void run() {
                (hops.incrementAndGet() % 2 == 1 ? other : mailbox).offer(this, false);
            }
        };
        mailbox.offer(ping, false);
        for (int tick = 1; tick <= 100; tick++) {
            host.tick(mailbox, 256);
            host.tick(other, 256);
            assertThat(hops).hasValue(2 * tick);
        }
    }

    @Test
    void theInterruptFlagOfOneItemDoesNotReachTheNext() {
        for (int i = 0; i < 4; i++) {
            mailbox.offer(
                    () -> {
                        ran.add(Thread.currentThread().isInterrupted());
                        Thread.currentThread().interrupt();
                    },
                    false);
        }
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly(false, false, false, false);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void hooksThatThrowDisturbNothing() {
        host.onAdmitted = () -> {
            throw new IllegalStateException("planned");
        };
        host.onFault = host.onAdmitted;
        assertThat(mailbox.offer(
                        () -> {
                            throw new Exception("planned");
                        },
                        false))
                .isEqualTo(Admission.ACCEPTED);
        assertThat(post(1)).isEqualTo(Admission.ACCEPTED);
        assertThat(host.tick(mailbox, 256)).isEqualTo(2);
        assertThat(ran).containsExactly(1);
        assertThat(mailbox.stats().hookFaults()).isEqualTo(3);
    }

    @Test
    void theItemCanBeTakenWhenTheWakeHookRuns() {
        host.onAdmitted = () -> ran.add(mailbox.pending() + " " + mailbox.beginDrain(0));
        post("x");
        assertThat(ran).containsExactly("1 1");
    }

    @Test
    void aCallCompletesOffTheTick() throws Exception {
        CompletableFuture<String> call = mailbox.call(() -> "result", false);
        List<Boolean> inside = new ArrayList<>();
        var unused = call.thenRun(() -> inside.add(host.isOwnerThread()));
        host.tick(mailbox, 256);
        assertThat(call).isNotDone();
        assertThat(host.complete()).isOne();
        assertThat(call.get()).isEqualTo("result");
        assertThat(inside).containsExactly(false);
        CompletableFuture<String> nothing = mailbox.call(() -> null, true);
        host.tick(mailbox, 256);
        host.complete();
        assertThat(nothing).isCompletedWithValue(null);
    }

    @Test
    void aCallStillEndsWhenTheCompletionsExecutorRefuses() {
        host.executor = command -> {
            throw new RejectedExecutionException("planned");
        };
        CompletableFuture<String> call = mailbox.call(() -> "result", false);
        host.tick(mailbox, 256);
        assertThat(call).isCompletedWithValue("result");
        assertThat(mailbox.stats().hookFaults()).isOne();
    }

    @Test
    void aRefusedCallFailsWithItsReason() {
        for (int i = 0; i < 4; i++) {
            post(i);
        }
        CompletableFuture<Integer> call = mailbox.call(() -> 1, false);
        assertThat(call).isCompletedExceptionally();
        assertThatThrownBy(call::get)
                .cause()
                .isInstanceOf(RefusedPostException.class)
                .hasMessage("post to map \"house\" refused: full, 4 normal and 3 high posts at most")
                .extracting(t -> ((RefusedPostException) t).admission())
                .isEqualTo(Admission.FULL);
        assertThat(mailbox.stats().refusedFull()).isOne();
    }

    @Test
    void aCancelledCallStillRuns() {
        CompletableFuture<Object> call = mailbox.call(() -> ran.add(1), false);
        assertThat(call.cancel(true)).isTrue();
        host.tick(mailbox, 256);
        host.complete();
        assertThat(ran).containsExactly(1);
        assertThat(call).isCancelled();
    }

    @Test
    void aTickMayPostToItselfButNotWaitForIt() {
        List<Throwable> refused = new ArrayList<>();
        mailbox.offer(
                () -> {
                    CompletableFuture<Integer> call = mailbox.call(() -> 7, false);
                    refused.add(catchThrowable(call::join));
                    refused.add(catchThrowable(call::get));
                    refused.add(catchThrowable(() -> call.get(1, TimeUnit.DAYS)));
                    refused.add(catchThrowable(() -> call.thenApply(x -> x + 1).join()));
                    refused.add(catchThrowable(() -> call.thenApply(x -> x + 1)
                            .thenCompose(CompletableFuture::completedFuture)
                            .get()));
                    refused.add(catchThrowable(() -> call.copy().join()));
                    refused.add(catchThrowable(() -> mailbox.postAsync(() -> {})));
                },
                false);
        host.tick(mailbox, 256);
        assertThat(refused)
                .hasSize(7)
                .allSatisfy(t -> assertThat(t)
                        .isInstanceOf(SelfWaitException.class)
                        .hasMessageContaining("inside the tick of map \"house\"")
                        .hasMessageContaining("would wait for this map's own tick"));
        assertThat(host.tick(mailbox, 256)).isOne();
    }

    @Test
    void aDoneCallMayBeReadInsideTheTick() {
        CompletableFuture<Integer> call = mailbox.call(() -> 7, false);
        host.tick(mailbox, 256);
        host.complete();
        mailbox.offer(() -> ran.add(call.join() + call.get()), false);
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly(14);
    }

    @Test
    void sendRunsAtOnceOnTheOwner() {
        IllegalStateException planned = new IllegalStateException("planned");
        mailbox.offer(
                () -> {
                    mailbox.send(() -> ran.add("sent"));
                    ran.add("after");
                    ran.add(catchThrowable(() -> mailbox.send(() -> {
                        throw planned;
                    })));
                },
                false);
        host.tick(mailbox, 256);
        assertThat(ran).hasSize(3).startsWith("sent", "after");
        assertThat((Throwable) ran.get(2))
                .isInstanceOf(ExecutionException.class)
                .hasCause(planned);
        assertThat(mailbox.stats().executed()).isOne();
    }

    @Test
    void sendIsRefusedInsideAnotherMapsTick() {
        host.insideOther = true;
        assertThatThrownBy(() -> mailbox.send(() -> {}))
                .isInstanceOf(SelfWaitException.class)
                .hasMessageContaining("another map's tick");
        assertThat(mailbox.pending()).isZero();
    }

    @Test
    void sendIsRefusedWhenFull() {
        for (int i = 0; i < 4; i++) {
            post(i);
        }
        assertThatThrownBy(() -> mailbox.send(() -> {}))
                .isInstanceOf(RefusedPostException.class)
                .extracting(t -> ((RefusedPostException) t).admission())
                .isEqualTo(Admission.FULL);
    }

    @Test
    void continuationsComeBackThroughTheExecutor() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> resumed = source.thenApplyAsync(
                x -> {
                    ran.add(host.isOwnerThread());
                    return x + 1;
                },
                mailbox.executor());
        source.complete(1);
        assertThat(resumed).isNotDone();
        host.tick(mailbox, 256);
        assertThat(resumed).isCompletedWithValue(2);
        assertThat(ran).containsExactly(true);
        assertThat(mailbox.executor()).isSameAs(mailbox.executor());
    }

    @Test
    void aRefusingExecutorNamesTheReasonAndFailsTheStage() {
        for (int i = 0; i < 4; i++) {
            mailbox.executor().execute(() -> {});
        }
        assertThatThrownBy(() -> mailbox.executor().execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("full");
        CompletableFuture<Void> stage = CompletableFuture.completedFuture(1)
                .thenComposeAsync(x -> CompletableFuture.completedFuture(null), mailbox.executor())
                .thenApply(x -> null);
        assertThat(catchThrowable(stage::join)).hasRootCauseInstanceOf(RefusedPostException.class);
    }

    @Test
    void badLimitsAreRefusedAllAtOnce() {
        assertThatThrownBy(() -> new Mailbox(host, new MailboxLimits(0, MailboxLimits.MAX_CAPACITY + 1, 1 << 17)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("mailbox.capacity")
                .hasMessageContaining("mailbox.highCapacity")
                .hasMessageContaining("mailbox.waiters");
        Mailbox largest = new Mailbox(
                host,
                new MailboxLimits(MailboxLimits.MAX_CAPACITY, MailboxLimits.MAX_CAPACITY, MailboxLimits.MAX_WAITERS));
        for (int i = 0; i < MailboxLimits.MAX_CAPACITY; i++) {
            largest.offer(() -> {}, true);
            largest.offer(() -> {}, false);
        }
        assertThat(largest.pending()).isEqualTo(2 * MailboxLimits.MAX_CAPACITY);
        for (int i = 0; i < MailboxLimits.MAX_WAITERS; i++) {
            assertThat(largest.postAsync(() -> {})).isNotDone();
        }
        assertThat(largest.postAsync(() -> {})).isCompletedExceptionally();
        assertThat(largest.stats().waiting()).isEqualTo(MailboxLimits.MAX_WAITERS);
        assertThat(largest.pending()).isEqualTo(2 * MailboxLimits.MAX_CAPACITY);
        largest.finishClose(null);
        assertThat(largest.stats().isBalanced()).isTrue();
        assertThat(largest.stats().waiting()).isZero();
    }
}
