package dev.maptick.maps.timers;

import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerFiring;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The stage of a delay, and the callback of its timer. Ended from outside, it takes its timer with it. */
final class DelayFuture extends OwnFuture<@Nullable Void> implements TimerCallback {
    private final LongPredicate cancelTimer;

    /** Written by the owner before anybody else sees the future. */
    private long timerId;

    DelayFuture(TimerOwner owner, LongPredicate cancelTimer) {
        super(owner);
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
        return super.complete(null) && withTimer();
    }

    @Override
    public boolean completeExceptionally(Throwable ex) {
        return super.completeExceptionally(ex) && withTimer();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean first = !isDone();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        return first ? cancelled && withTimer() : cancelled;
    }

    private boolean withTimer() {
        // Too late for the timer is fine: it completes what is complete.
        boolean unused = cancelTimer.test(timerId);
        return true;
    }
}
