package dev.maptick.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one future of a registration's leaving. Only the scheduler completes it: what would complete, cancel or overwrite it
 * from outside answers false, or throws where there is no answer, and changes nothing. A time-out is put on a dependent.
 */
final class UnregisterFuture extends GuardedFuture<@Nullable Void> {
    private static final VarHandle DECIDED;

    static {
        try {
            DECIDED = MethodHandles.lookup().findVarHandle(UnregisterFuture.class, "decided", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through DECIDED
    private boolean decided;

    UnregisterFuture(TickEntry entry, WaitGuard guard) {
        super(entry, guard);
    }

    /**
     * Claims the right to end it. A map given up by a shutdown may leave properly a moment later: whoever comes first tells
     * the outcome, in whatever order completions run.
     *
     * @return true for the first to ask, who must call {@link #finish}
     */
    boolean decide() {
        return DECIDED.compareAndSet(this, false, true);
    }

    /** Ends it; later calls change nothing. */
    void finish(@Nullable Throwable failure) {
        if (failure == null) {
            super.complete(null);
        } else {
            super.completeExceptionally(failure);
        }
    }

    @Override
    public boolean complete(@Nullable Void value) {
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
    public void obtrudeValue(@Nullable Void value) {
        throw refused();
    }

    @Override
    public void obtrudeException(Throwable ex) {
        throw refused();
    }

    @Override
    public CompletableFuture<@Nullable Void> completeAsync(Supplier<? extends @Nullable Void> supplier) {
        throw refused();
    }

    @Override
    public CompletableFuture<@Nullable Void> completeAsync(
            Supplier<? extends @Nullable Void> supplier, Executor executor) {
        throw refused();
    }

    @Override
    public CompletableFuture<@Nullable Void> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<@Nullable Void> completeOnTimeout(@Nullable Void value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(null, timeout, unit);
    }

    private UnsupportedOperationException refused() {
        return new UnsupportedOperationException(
                "the unregister future of " + Names.quote(entry.name()) + " is completed by the scheduler alone");
    }
}
