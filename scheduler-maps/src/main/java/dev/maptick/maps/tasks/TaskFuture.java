package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import dev.maptick.maps.futures.SealedFuture;
import org.jspecify.annotations.Nullable;

/** The future of one background task. Only the pool completes it; a wait for it inside its map's own tick is refused. */
final class TaskFuture<T extends @Nullable Object> extends SealedFuture<T> {
    TaskFuture(TaskOwner owner) {
        super(
                () -> check(owner),
                "the future of a background task is completed by its pool alone; give the task a Cancellation");
    }

    private static void check(TaskOwner owner) {
        if (owner.isCurrent()) {
            throw new SelfWaitException("the tick of " + Names.quote(owner.name())
                    + " would wait for this map's own tick, in which its background task completes");
        }
    }

    void succeed(T value) {
        finish(value);
    }

    void fail(Throwable error) {
        finishExceptionally(error);
    }
}
