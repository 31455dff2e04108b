package dev.maptick.maps.timers;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.futures.OwnTickFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The stage of a delay, and the callback of its timer. Ended from outside, it takes its timer with it. */
final class DelayFuture extends OwnTickFuture<@Nullable Void> implements TimerCallback {
    private final LongPredicate cancelTimer;

    /** Written by the owner before anybody else sees the future. */
    private long timerId;

    DelayFuture(TimerOwner owner, LongPredicate cancelTimer) {
        super(() -> {
            if (owner.isCurrent()) {
                throw new SelfWaitException("waiting for a delay inside the tick of map " + Names.quote(owner.name())
                        + " would wait for this map's own tick, which goes on after it");
            }
        });
        this.cancelTimer = cancelTimer;
    }

    void timer(long id) {
        timerId = id;
    }

    /** The timer is due; inside the map's tick. */
    @Override
    public void onTimer(TimerFiring firing) {
        super.complete(null);
    }

    /** The timer will never be due. */
    void fail(Throwable reason) {
        super.completeExceptionally(reason);
    }

    /** The timer was cancelled, and this with it. */
    void cancelled() {
        super.cancel(false);
    }

    @Override
    public boolean complete(@Nullable Void value) {
        takeTimer();
        return super.complete(null);
    }

    @Override
    public boolean completeExceptionally(Throwable ex) {
        takeTimer();
        return super.completeExceptionally(ex);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        takeTimer();
        return super.cancel(mayInterruptIfRunning);
    }

    /** First of all, so that whoever sees the stage ended finds its timer gone. Too late for the timer is fine. */
    private void takeTimer() {
        if (!isDone()) {
            boolean unused = cancelTimer.test(timerId);
        }
    }
}
