package dev.maptick.maps.mailbox;

import dev.maptick.maps.MapWork;
import dev.maptick.maps.futures.OwnTickFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of a post's admission. Cancelling it, or failing it from outside as {@code orTimeout} does, takes a post that
 * still waits out of the line: it never runs. Once admitted neither has any effect. Nobody but the mailbox completes it
 * with success.
 */
final class AdmissionFuture extends OwnTickFuture<@Nullable Void> {
    private final MailboxCore core;
    final MapWork work;

    AdmissionFuture(MailboxCore core, MapWork work) {
        super(core.waitCheck());
        this.core = core;
        this.work = work;
    }

    void admitted() {
        super.complete(null);
    }

    void refused(Throwable reason) {
        super.completeExceptionally(reason);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return core.withdraw(this) ? super.cancel(mayInterruptIfRunning) : isCancelled();
    }

    @Override
    public boolean completeExceptionally(Throwable ex) {
        return core.withdraw(this) && super.completeExceptionally(ex);
    }

    @Override
    public boolean complete(@Nullable Void value) {
        return false;
    }

    @Override
    public void obtrudeValue(@Nullable Void value) {
        throw refusedTampering();
    }

    @Override
    public void obtrudeException(Throwable ex) {
        throw refusedTampering();
    }

    @Override
    public CompletableFuture<@Nullable Void> completeAsync(Supplier<? extends @Nullable Void> supplier) {
        throw refusedTampering();
    }

    @Override
    public CompletableFuture<@Nullable Void> completeAsync(
            Supplier<? extends @Nullable Void> supplier, Executor executor) {
        throw refusedTampering();
    }

    @Override
    public CompletableFuture<@Nullable Void> completeOnTimeout(@Nullable Void value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(null, timeout, unit);
    }

    private static UnsupportedOperationException refusedTampering() {
        return new UnsupportedOperationException("only the mailbox admits a post");
    }
}
