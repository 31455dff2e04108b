package dev.maptick.bench.contender;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A map of a contender whose timers fire once: each tick arms the next.
 *
 * <p>{@code armed} and {@code gone} are volatile and written in opposite order by tick and remove, so at least one of the two
 * sees the other and cancels.
 *
 * @param <T> what the contender gives for an armed timer
 */
abstract class RearmedMap<T> extends GridMap implements Runnable {
    private volatile @Nullable T armed;

    RearmedMap(MapSpec map) {
        super(map);
    }

    /**
     * Has {@link #run} called after a delay.
     *
     * @throws RejectedExecutionException only at the close: shut down while a tick ran
     */
    abstract T start(long delayNs);

    /** Takes an armed timer back; nothing if it has fired. */
    abstract void cancel(T timer);

    @Override
    public final void run() {
        if (!gone) {
            arm(tick());
        }
    }

    /** Arms the timer for the deadline. */
    final void arm(long nowNs) {
        try {
            armed = start(deadlineNs - nowNs);
        } catch (RejectedExecutionException e) {
            gone = true;
            return;
        }
        if (gone) {
            cancelLatest();
        }
    }

    @Override
    public final void remove() {
        super.remove();
        cancelLatest();
    }

    private void cancelLatest() {
        T latest = armed;
        if (latest != null) {
            cancel(latest);
        }
    }
}
