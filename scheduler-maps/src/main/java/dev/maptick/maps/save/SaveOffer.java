package dev.maptick.maps.save;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work as the executor sees it: run once or refused, decided by whoever takes it first. So an executor that
 * threw after it had queued the work, or runs it twice, upsets no book.
 */
final class SaveOffer implements Runnable {
    private final Runnable body;
    private final AtomicBoolean taken = new AtomicBoolean();

    SaveOffer(Runnable body) {
        this.body = body;
    }

    /**
     * Hands it over.
     *
     * @return why it will never run; null if it will, or has
     */
    @Nullable
    Throwable to(Executor executor) {
        try {
            executor.execute(this);
            return null;
        } catch (Throwable t) {
            // Whatever it throws, no memory for another thread included, the answer is the same. Unless the work has
            // begun: then it tells what it came to by itself.
            return taken.compareAndSet(false, true) ? t : null;
        }
    }

    @Override
    public void run() {
        if (taken.compareAndSet(false, true)) {
            body.run();
        }
    }
}
