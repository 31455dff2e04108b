package dev.maptick.maps.tasks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of one background task. Only the pool completes it: what would complete, cancel or overwrite it from outside
 * answers false, or throws where there is no answer, and changes nothing. A time-out is put on a dependent.
 */
final class TaskFuture<T extends @Nullable Object> extends GuardedStage<T> {
    private static final String REFUSED =
            "the future of a background task is completed by its pool alone; give the task a Cancellation";

    TaskFuture(TaskOwner owner) {
        super(owner);
    }

    void succeed(T value) {
        super.complete(value);
    }

    void fail(Throwable error) {
        super.completeExceptionally(error);
    }

    @Override
    public boolean complete(T value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable ex) {
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public void obtrudeValue(T value) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public void obtrudeException(Throwable ex) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(value, timeout, unit);
    }
}
