package dev.maptick.maps.mailbox;

import dev.maptick.maps.RefusedPostException;
import org.jspecify.annotations.Nullable;

/** Work given through the executor. Remembers that it was dropped while its giver is still there to be told. */
final class ExecutorItem extends PostedWork {
    private final Runnable command;

    private volatile @Nullable RefusedPostException dropped;

    ExecutorItem(Runnable command) {
        this.command = command;
    }

    @Override
    public void run() {
        command.run();
    }

    @Override
    void settle() {}

    @Override
    void drop(RefusedPostException reason) {
        dropped = reason;
    }

    void throwIfDropped() {
        RefusedPostException reason = dropped;
        if (reason != null) {
            throw reason;
        }
    }
}
