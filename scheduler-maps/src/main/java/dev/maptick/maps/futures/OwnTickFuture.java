package dev.maptick.maps.futures;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future that only a later tick of a map can complete. A wait for it first asks whether it may: inside that map's tick the
 * check throws in place of blocking for ever. Every dependent made from it is of this kind too. Any thread.
 *
 * @param <T> type of the result
 */
public class OwnTickFuture<T extends @Nullable Object> extends CompletableFuture<T> {
    private final Runnable waitCheck;

    /**
     * Makes one that is not done.
     *
     * @param waitCheck throws if the calling thread is inside the map's tick; asked before a wait while this is not done
     */
    public OwnTickFuture(Runnable waitCheck) {
        this.waitCheck = waitCheck;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new OwnTickFuture<>(waitCheck);
    }

    /** The JDK's own form makes plain futures, whose waits nobody checks. */
    @Override
    public CompletionStage<T> minimalCompletionStage() {
        SealedFuture<T> stage = new SealedFuture<>(waitCheck, "a minimal stage is completed by what it was made from");
        var unused = whenComplete((value, error) -> {
            if (error == null) {
                stage.finish(value);
            } else {
                stage.finishExceptionally(error);
            }
        });
        return stage;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        check();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        check();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        check();
        return super.join();
    }

    private void check() {
        if (!isDone()) {
            waitCheck.run();
        }
    }
}
