package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import dev.maptick.maps.futures.OwnTickFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A future that depends on a later tick of a map, whose minimal stages are guarded too. Waiting for it inside that map's own
 * tick throws {@link SelfWaitException} in place of blocking. Any thread.
 */
class GuardedStage<T extends @Nullable Object> extends OwnTickFuture<T> {
    private final TaskOwner owner;

    GuardedStage(TaskOwner owner) {
        super(() -> check(owner));
        this.owner = owner;
    }

    private static void check(TaskOwner owner) {
        if (owner.isCurrent()) {
            throw new SelfWaitException("the tick of " + Names.quote(owner.name())
                    + " would wait for this map's own tick, in which its background task completes");
        }
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
}
