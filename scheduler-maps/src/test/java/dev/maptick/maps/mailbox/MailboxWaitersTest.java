package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.maptick.maps.Admission;
import dev.maptick.maps.RefusedPostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Posts that wait for space: admission, order, bound, cancellation (features M2). */
class MailboxWaitersTest {
    private final HandHost host = new HandHost();
    private final List<Object> ran = new ArrayList<>();
    private final Mailbox mailbox = host.open(2);

    @AfterEach
    void nothingIsLost() {
        assertThat(mailbox.stats().isBalanced()).as("%s", mailbox.stats()).isTrue();
    }

    private CompletableFuture<Void> postAsync(Object id) {
        return mailbox.postAsync(() -> ran.add(id));
    }

    private Admission offer(Object id) {
        return mailbox.offer(() -> ran.add(id), false);
    }

    private static Admission refusal(CompletableFuture<?> future) {
        Throwable t = catchThrowable(future::get);
        assertThat(t).hasCauseInstanceOf(RefusedPostException.class);
        return ((RefusedPostException) t.getCause()).admission();
    }

    @Test
    void withSpaceItIsAdmittedAtOnceAndNotRun() {
        assertThat(postAsync(1)).isCompleted();
        assertThat(ran).isEmpty();
        assertThat(mailbox.pending()).isOne();
    }

    @Test
    void waitersAreAdmittedInOrderOffTheTickAndNotOvertaken() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3);
        CompletableFuture<Void> fourth = postAsync(4);
        CompletableFuture<Void> fifth = postAsync(5);
        assertThat(mailbox.stats().waiting()).isEqualTo(3);
        assertThat(mailbox.stats().accepted()).isEqualTo(2);
        List<Boolean> inside = new ArrayList<>();
        var unused = third.thenRun(() -> inside.add(host.isOwnerThread()));
        int before = host.admitted.get();
        assertThat(host.tick(mailbox, 1)).isOne();
        assertThat(host.admitted).hasValue(before + 1);
        assertThat(mailbox.pending()).isEqualTo(2);
        assertThat(third).isNotDone();
        host.complete();
        assertThat(third).isCompleted();
        assertThat(inside).containsExactly(false);
        assertThat(fourth).isNotDone();
        assertThat(host.tick(mailbox, 256)).isEqualTo(2);
        host.complete();
        assertThat(fourth).isCompleted();
        assertThat(fifth).isCompleted();
        assertThat(offer(6)).isEqualTo(Admission.FULL);
        assertThat(host.tick(mailbox, 256)).isEqualTo(2);
        assertThat(ran).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void highPostsAreNotHeldUpByWaiters() {
        offer(1);
        offer(2);
        var unused = postAsync(3);
        assertThat(mailbox.offer(() -> ran.add("high"), true)).isEqualTo(Admission.ACCEPTED);
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly("high", 1, 2);
        host.tick(mailbox, 256);
        assertThat(ran).endsWith(3);
    }

    @Test
    void tooManyWaitersAreTold() {
        offer(1);
        offer(2);
        for (int i = 0; i < 4; i++) {
            assertThat(postAsync(3 + i)).isNotDone();
        }
        CompletableFuture<Void> refused = postAsync(7);
        assertThat(refusal(refused)).isEqualTo(Admission.FULL);
        assertThatThrownBy(refused::get).hasMessageContaining("4 posts wait for space already");
        assertThat(mailbox.stats().refusedWaiting()).isOne();
        assertThat(mailbox.stats().refusedFull()).isZero();
        for (int i = 0; i < 3; i++) {
            host.tick(mailbox, 256);
        }
        assertThat(ran).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void cancelledBeforeAdmissionItNeverRuns() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3);
        CompletableFuture<Void> fourth = postAsync(4);
        assertThat(third.cancel(false)).isTrue();
        assertThat(third.cancel(false)).isTrue();
        assertThat(third).isCancelled();
        assertThat(mailbox.stats().waiting()).isOne();
        assertThat(mailbox.stats().withdrawn()).isOne();
        host.tick(mailbox, 1);
        host.complete();
        assertThat(fourth).isCompleted();
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly(1, 2, 4);
    }

    @Test
    void theLastWaiterCancelledLeavesTheLaneOpenToOffers() {
        offer(1);
        offer(2);
        assertThat(postAsync(3).cancel(true)).isTrue();
        host.tick(mailbox, 1);
        assertThat(offer(4)).isEqualTo(Admission.ACCEPTED);
    }

    @Test
    void cancelledAfterAdmissionItRunsAndTheFutureTellsOfAdmission() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3);
        host.tick(mailbox, 2);
        assertThat(third).isNotDone();
        assertThat(third.cancel(true)).isFalse();
        assertThat(third.completeExceptionally(new Exception())).isFalse();
        assertThat(third).isNotDone();
        host.complete();
        assertThat(third).isCompleted();
        host.tick(mailbox, 256);
        assertThat(ran).containsExactly(1, 2, 3);
    }

    @Test
    void aTimeOutTakesItOutOfTheLine() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3).orTimeout(1, TimeUnit.MILLISECONDS);
        assertThat(catchThrowable(() -> third.get(20, TimeUnit.SECONDS))).hasCauseInstanceOf(TimeoutException.class);
        assertThat(mailbox.stats().waiting()).isZero();
        host.tick(mailbox, 256);
        assertThat(host.tick(mailbox, 256)).isZero();
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void onlyTheMailboxAdmits() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3);
        assertThat(third.complete(null)).isFalse();
        assertThatThrownBy(() -> third.obtrudeValue(null)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> third.obtrudeException(new Exception()))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> third.completeAsync(() -> null)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> third.completeAsync(() -> null, Runnable::run))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(third.completeOnTimeout(null, 1, TimeUnit.DAYS)).isNotSameAs(third);
        assertThat(third).isNotDone();
        assertThat(mailbox.stats().waiting()).isOne();
    }

    @Test
    void closingEndsThoseThatWaitOnceWithTheReason() {
        offer(1);
        offer(2);
        CompletableFuture<Void> third = postAsync(3);
        mailbox.beginClose();
        mailbox.beginClose();
        assertThat(host.complete()).isOne();
        assertThat(refusal(third)).isEqualTo(Admission.STOPPING);
        assertThat(third.cancel(false)).isFalse();
        assertThat(refusal(postAsync(4))).isEqualTo(Admission.STOPPING);
        assertThat(mailbox.stats().waiting()).isZero();
        assertThat(mailbox.stats().refusedStopping()).isEqualTo(2);
        assertThat(host.last(mailbox)).isEqualTo(2);
        assertThat(refusal(postAsync(5))).isEqualTo(Admission.GONE);
        assertThat(ran).containsExactly(1, 2);
    }
}
