package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SelfWaitException;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** U3: a pause inside game code resumes on the owner without blocking it. */
class DelayTest {
    private final TimerWorld world = new TimerWorld();
    private final TimerWheel timers = world.timers;

    @Test
    void resumesInTheMapsTick() {
        List<Thread> threads = new ArrayList<>();
        timers.delay(ms(100))
                .thenCompose(v -> {
                    threads.add(Thread.currentThread());
                    world.log.add("first@" + world.nowMs());
                    return timers.delay(ms(50));
                })
                .thenRun(() -> world.log.add("second@" + world.nowMs()));
        world.tickUntil(0, 400, 25);
        assertThat(world.log).containsExactly("first@125", "second@200");
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void failsWithTheReasonWhenTheMapLeaves() {
        CompletionStage<Void> stage = timers.delay(ms(100));
        IllegalStateException gone = new IllegalStateException("map gone");
        List<TimerRefusal> late = new ArrayList<>();
        stage.whenComplete((v, t) -> {
            assertThat(t).isSameAs(gone);
            late.add(TimerRefusal.of(timers.after(ms(1), f -> {})));
        });
        timers.close(gone);
        assertThat(late).containsExactly(TimerRefusal.GONE);
        assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
        assertThat(timers.pending()).isZero();
        assertRefused(timers.delay(ms(1)), TimerRefusal.GONE);
    }

    @Test
    void failsWithTheRefusal() {
        assertRefused(timers.delay(Duration.ZERO), TimerRefusal.BAD_DELAY);
        TimerWorld full = new TimerWorld(0, TimerLimits.defaults().withPending(1));
        full.timers.delay(ms(1));
        assertRefused(full.timers.delay(ms(1)), TimerRefusal.FULL);
        timers.stop();
        assertRefused(timers.delay(ms(1)), TimerRefusal.STOPPING);
    }

    @Test
    void endingTheStageCancelsTheTimer() {
        CompletableFuture<Void> cancelled = timers.delay(ms(100)).toCompletableFuture();
        CompletableFuture<Void> completed = timers.delay(ms(100)).toCompletableFuture();
        CompletableFuture<Void> failed = timers.delay(ms(100)).toCompletableFuture();
        assertThat(timers.pending()).isEqualTo(3);
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(timers.pending()).isEqualTo(2);
        assertThat(completed.complete(null)).isTrue();
        assertThat(completed.complete(null)).isFalse();
        assertThat(failed.completeExceptionally(new IllegalStateException("planted")))
                .isTrue();
        assertThat(timers.pending()).isZero();
        assertThat(timers.stats().cancelled()).isEqualTo(3);
        assertThat(world.tickAt(1_000)).isZero();
    }

    @Test
    void endingTheStageFromAnotherThreadCancelsTheTimer() {
        CompletableFuture<Void> stage = timers.delay(ms(100)).toCompletableFuture();
        assertThat(CompletableFuture.supplyAsync(() -> stage.cancel(false)).join())
                .isTrue();
        assertThat(timers.pending()).isZero();
        assertThat(world.tickAt(1_000)).isZero();
        CompletableFuture<Void> timedOut = timers.delay(ms(100)).toCompletableFuture();
        world.owner = null;
        assertThatThrownBy(() -> timedOut.orTimeout(1, TimeUnit.MILLISECONDS).join())
                .hasCauseInstanceOf(java.util.concurrent.TimeoutException.class);
        world.owner = Thread.currentThread();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void cancelAllEndsTheStages() {
        CompletableFuture<Void> stage = timers.delay(ms(100)).toCompletableFuture();
        assertThat(timers.cancelAll()).isEqualTo(1);
        assertThat(stage).isCancelled();
        assertThat(timers.stats().cancelled()).isEqualTo(1);
    }

    @Test
    void waitingInTheOwnTickThrowsInPlaceOfADeadlock() throws Exception {
        CompletableFuture<Void> stage = timers.delay(ms(100)).toCompletableFuture();
        CompletableFuture<Integer> dependent = stage.thenApply(v -> 7);
        assertThatThrownBy(stage::join).isInstanceOf(SelfWaitException.class);
        assertThatThrownBy(stage::get).isInstanceOf(SelfWaitException.class);
        assertThatThrownBy(() -> stage.get(1, TimeUnit.HOURS)).isInstanceOf(SelfWaitException.class);
        assertThatThrownBy(dependent::join).isInstanceOf(SelfWaitException.class);
        world.tickAt(200);
        assertThat(dependent.get()).isEqualTo(7);
    }

    private static void assertRefused(CompletionStage<Void> stage, TimerRefusal refusal) {
        assertThatThrownBy(() -> stage.toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        TimerRefusedException.class,
                        e -> assertThat(e.refusal()).isEqualTo(refusal));
    }
}
