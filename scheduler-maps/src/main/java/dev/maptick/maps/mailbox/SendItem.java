package dev.maptick.maps.mailbox;

import dev.maptick.maps.MapWork;
import dev.maptick.maps.RefusedPostException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A send: its sender waits. No code of a user hangs on it, so it may end inside the tick. */
final class SendItem extends PostedWork {
    private final MapWork work;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Both are written before the latch opens and read after. */
    private @Nullable Throwable failure;

    private @Nullable RefusedPostException dropped;

    SendItem(MapWork work) {
        this.work = work;
    }

    @Override
    public void run() throws Exception {
        try {
            work.run();
        } catch (Throwable t) {
            failure = t;
            throw t;
        }
    }

    @Override
    void settle() {
        ended.countDown();
    }

    @Override
    void drop(RefusedPostException reason) {
        dropped = reason;
        ended.countDown();
    }

    /** Waits for the end and throws what there is to throw. */
    void await() throws InterruptedException, ExecutionException {
        ended.await();
        if (dropped != null) {
            throw dropped;
        }
        if (failure != null) {
            throw new ExecutionException(failure);
        }
    }
}
