package dev.maptick.maps.mailbox;

import dev.maptick.maps.RefusedPostException;
import dev.maptick.maps.futures.OwnTickFuture;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call: runs inside the tick, hands its result to a future off the tick. */
final class CallItem<T extends @Nullable Object> extends PostedWork {
    final OwnTickFuture<T> future;

    private final MailboxCore core;
    private final Callable<? extends T> callable;

    /** Both are written inside the tick and read after the hand-over to the completions executor. */
    private @Nullable T result;

    private @Nullable Throwable failure;

    CallItem(MailboxCore core, Callable<? extends T> callable) {
        this.core = core;
        this.callable = callable;
        future = new OwnTickFuture<>(core.waitCheck());
    }

    @Override
    public void run() throws Exception {
        try {
            result = callable.call();
        } catch (Throwable t) {
            failure = t;
            throw t;
        }
    }

    @Override
    void settle() {
        core.complete(this::end);
    }

    @Override
    void drop(RefusedPostException reason) {
        failure = reason;
        core.complete(this::end);
    }

    private void end() {
        Throwable t = failure;
        if (t == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(t);
        }
    }
}
