package dev.maptick.maps.futures;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that only its maker completes: what would complete, cancel or overwrite it from outside answers false, or throws
 * where there is no answer, and changes nothing. A time-out is put on a dependent. Any thread.
 *
 * @param <T> type of the result
 */
public class SealedFuture<T extends @Nullable Object> extends OwnTickFuture<T> {
    private final String refusal;

    /**
     * Makes one that is not done.
     *
     * @param waitCheck as in {@link OwnTickFuture}
     * @param refusal what is thrown says this
     */
    public SealedFuture(Runnable waitCheck, String refusal) {
        super(waitCheck);
        this.refusal = refusal;
    }

    /**
     * Completes it.
     *
     * @param value the result
     */
    protected final void finish(T value) {
        super.complete(value);
    }

    /**
     * Completes it with a failure.
     *
     * @param failure why
     */
    protected final void finishExceptionally(Throwable failure) {
        super.completeExceptionally(failure);
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
        throw new UnsupportedOperationException(refusal);
    }

    @Override
    public void obtrudeException(Throwable ex) {
        throw new UnsupportedOperationException(refusal);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        throw new UnsupportedOperationException(refusal);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        throw new UnsupportedOperationException(refusal);
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
