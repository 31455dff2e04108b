package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.RefusedPostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a mailbox. Cases B21 and B22, the parts about posts, as far as the mailbox alone can show them. */
class MailboxCloseTest {
    private final HandHost host = new HandHost();
    private final List<Object> ran = new ArrayList<>();
    private final Mailbox mailbox = host.open(8);

    private static void eventually(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
    }

    @AfterEach
    void nothingIsLost() {
        assertThat(mailbox.stats().isBalanced()).as("%s", mailbox.stats()).isTrue();
    }

    private List<CompletableFuture<Boolean>> fiveCalls() {
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            calls.add(mailbox.call(() -> ran.add(id), false));
        }
        return calls;
    }

    @Test
    void closingRefusesWithStoppingAndTheLastTickDrainsWhatIsThere() {
        List<CompletableFuture<Boolean>> calls = fiveCalls();
        mailbox.beginClose();
        assertThat(mailbox.offer(() -> ran.add("late"), false)).isEqualTo(Admission.STOPPING);
        assertThat(mailbox.offer(() -> ran.add("late"), true)).isEqualTo(Admission.STOPPING);
        assertThat(host.last(mailbox)).isEqualTo(5);
        host.complete();
        assertThat(calls).allSatisfy(c -> assertThat(c).isCompletedWithValue(true));
        assertThat(ran).containsExactly(0, 1, 2, 3, 4);
        assertThat(mailbox.offer(() -> ran.add("late"), false)).isEqualTo(Admission.GONE);
        MailboxStats stats = mailbox.stats();
        assertThat(stats.refusedStopping()).isEqualTo(2);
        assertThat(stats.refusedGone()).isOne();
        assertThat(stats.failedAtClose()).isZero();
    }

    @Test
    void whatTheLastTickDoesNotRunFailsWithMapGone() {
        List<CompletableFuture<Boolean>> calls = fiveCalls();
        mailbox.offer(() -> ran.add("plain"), false);
        mailbox.beginClose();
        assertThat(host.tick(mailbox, 2)).isEqualTo(2);
        Exception cause = new Exception("store is full");
        mailbox.finishClose(cause);
        mailbox.finishClose(new Exception("later"));
        assertThat(host.complete()).isEqualTo(5);
        assertThat(calls.subList(0, 2)).allSatisfy(c -> assertThat(c).isCompleted());
        assertThat(calls.subList(2, 5)).allSatisfy(c -> {
            Throwable reason = catchThrowable(c::get).getCause();
            assertThat(reason)
                    .isInstanceOf(RefusedPostException.class)
                    .hasMessage("post to map \"house\" accepted and not run: map gone")
                    .hasCause(cause);
            assertThat(((RefusedPostException) reason).admission()).isEqualTo(Admission.GONE);
        });
        assertThat(host.tick(mailbox, 256)).isZero();
        assertThat(ran).containsExactly(0, 1);
        assertThat(mailbox.stats().failedAtClose()).isEqualTo(4);
        assertThat(mailbox.pending()).isZero();
    }

    @Test
    void aPostOfTheLastTickIsToldStopping() {
        mailbox.offer(() -> ran.add(mailbox.offer(() -> ran.add("again"), false)), false);
        assertThat(host.last(mailbox)).isOne();
        assertThat(ran).containsExactly(Admission.STOPPING);
    }

    @Test
    void anItemThatClosesTheMapRunsToItsEndAndTheOthersAreDrained() {
        mailbox.offer(
                () -> {
                    mailbox.beginClose();
                    ran.add("closing");
                },
                false);
        mailbox.offer(() -> ran.add("next"), false);
        assertThat(host.tick(mailbox, 1)).isOne();
        assertThat(host.last(mailbox)).isOne();
        assertThat(ran).containsExactly("closing", "next");
    }

    @Test
    void anEmptyMailboxThatWasNeverPostedToCloses() {
        assertThat(host.last(mailbox)).isZero();
        assertThat(mailbox.offer(() -> {}, false)).isEqualTo(Admission.GONE);
        assertThatThrownBy(() -> mailbox.executor().execute(() -> {}))
                .isInstanceOf(RefusedPostException.class)
                .hasMessageContaining("map gone");
    }

    @Test
    void sendToAMapThatLeavesIsTold() throws Exception {
        CompletableFuture<Throwable> sender = new CompletableFuture<>();
        Thread thread = new Thread(() -> sender.complete(catchThrowable(() -> mailbox.send(() -> ran.add("x")))));
        thread.start();
        eventually(() -> mailbox.pending() == 1);
        mailbox.finishClose(null);
        assertThat(sender.get(20, TimeUnit.SECONDS))
                .isInstanceOf(RefusedPostException.class)
                .extracting(t -> ((RefusedPostException) t).admission())
                .isEqualTo(Admission.GONE);
        thread.join();
        assertThat(ran).isEmpty();
    }

    @Test
    void sendBlocksUntilItHasRunAndRethrows() throws Exception {
        Error planned = new Error("planned");
        CompletableFuture<Throwable> sender = new CompletableFuture<>();
        Thread thread = new Thread(() -> sender.complete(catchThrowable(() -> {
            mailbox.send(() -> ran.add("sent"));
            mailbox.send(() -> {
                throw planned;
            });
        })));
        thread.start();
        eventually(() -> host.tick(mailbox, 256) == 1);
        eventually(() -> host.tick(mailbox, 256) == 1);
        assertThat(sender.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCause(planned);
        thread.join();
        assertThat(ran).containsExactly("sent");
        assertThat(mailbox.stats().faults()).isOne();
    }

    @Test
    void anInterruptedSenderLeavesAndItsWorkRuns() throws Exception {
        CompletableFuture<Throwable> sender = new CompletableFuture<>();
        Thread thread = new Thread(() -> sender.complete(catchThrowable(() -> mailbox.send(() -> ran.add("sent")))));
        thread.start();
        eventually(() -> mailbox.pending() == 1);
        thread.interrupt();
        assertThat(sender.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        thread.join();
        assertThat(host.tick(mailbox, 256)).isOne();
        assertThat(ran).containsExactly("sent");
    }

    /** A shutdown gives up on a map whose posted item never ends: what is behind it is told all the same. */
    @Test
    void finishedFromOutsideWhileAnItemIsStuckAllOthersAreTold() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Boolean> stuck = mailbox.call(
                () -> {
                    entered.countDown();
                    return release.await(60, TimeUnit.SECONDS);
                },
                false);
        List<CompletableFuture<Boolean>> calls = fiveCalls();
        CompletableFuture<Integer> tick = new CompletableFuture<>();
        Thread thread = new Thread(() -> tick.complete(host.tick(mailbox, 256)));
        thread.start();
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        mailbox.finishClose(null);
        assertThat(host.complete()).isEqualTo(5);
        assertThat(calls).allSatisfy(c -> assertThat(c).isCompletedExceptionally());
        assertThat(stuck).isNotDone();
        release.countDown();
        assertThat(tick.get(20, TimeUnit.SECONDS)).isOne();
        thread.join();
        host.complete();
        assertThat(stuck).isCompletedWithValue(true);
        assertThat(ran).isEmpty();
    }
}
