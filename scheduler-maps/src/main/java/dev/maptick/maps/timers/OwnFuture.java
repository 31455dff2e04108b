package dev.maptick.maps.timers;

import dev.maptick.core.SelfWaitException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that only a later tick of a map can complete: waiting for it inside that map's tick throws in place of blocking
 * for ever, and every dependent made from it is of this kind too. Any thread.
 */
class OwnFuture<T> extends CompletableFuture<T> {
    private final TimerOwner owner;

    OwnFuture(TimerOwner owner) {
        this.owner = owner;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new OwnFuture<>(owner);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkWait();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkWait();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        checkWait();
        return super.join();
    }

    private void checkWait() {
        if (!isDone() && owner.isCurrent()) {
            throw new SelfWaitException("waiting for a delay inside a tick of the map whose later tick would end it");
        }
    }
}
