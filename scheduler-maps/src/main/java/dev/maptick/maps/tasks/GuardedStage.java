package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future that depends on a later tick of a map. Waiting for it inside that map's own tick throws
 * {@link SelfWaitException} in place of blocking; every dependent made from it is of this kind too. Any thread.
 */
class GuardedStage<T extends @Nullable Object> extends CompletableFuture<T> {
    final TaskOwner owner;

    GuardedStage(TaskOwner owner) {
        this.owner = owner;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new GuardedStage<>(owner);
    }

    /** The JDK's own form makes plain futures, whose waits nobody guards. */
    @Override
    public CompletionStage<T> minimalCompletionStage() {
        TaskFuture<T> stage = new TaskFuture<>(owner);
        var unused = whenComplete((value, error) -> {
            if (error == null) {
                stage.succeed(value);
            } else {
                stage.fail(error);
            }
        });
        return stage;
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
            throw new SelfWaitException("the tick of " + Names.quote(owner.name())
                    + " would wait for this map's own tick, in which its background task completes");
        }
    }
}
