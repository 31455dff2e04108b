package dev.maptick.maps.tasks;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One task's cancellation signal, and the interrupt that wakes the parts of its work that asked for one.
 *
 * <p>Why no interrupt is lost and none outlives its part: the reason is set before {@link #interrupt()} is called. Entering
 * a part and leaving it, and the interrupt, each hold the gate. If the entry comes first, the interrupt finds the thread
 * inside and hits it; if the interrupt comes first, the entry finds the reason and does not begin. The exit takes the thread
 * out, after which none can come, and then clears the flag if one came.
 */
final class TaskSignal {
    private final Object gate = new Object();

    /** Written under the pool's lock, or before the task is seen by any other thread. */
    private volatile @Nullable CancelReason reason;

    /** Guarded by the gate: the thread inside a part that may be interrupted. */
    private @Nullable Thread inside;

    /** Guarded by the gate: that thread was interrupted. */
    private boolean interrupted;

    @Nullable
    CancelReason reason() {
        return reason;
    }

    boolean isSet() {
        return reason != null;
    }

    /**
     * Sets it. The first reason stays.
     *
     * @return false if there was one
     */
    boolean set(CancelReason why) {
        if (reason != null) {
            return false;
        }
        reason = why;
        return true;
    }

    /** Wakes the work where it may be woken. After {@link #set}, outside the pool's lock. */
    void interrupt() {
        synchronized (gate) {
            if (inside != null) {
                interrupted = true;
                inside.interrupt();
            }
        }
    }

    /** Runs a part that may be interrupted; inside another such part, or while another thread is in one, as plain code. */
    <R extends @Nullable Object> R interruptibly(TaskRun<?> run, Callable<R> part) throws Exception {
        boolean entered = enter(Thread.currentThread());
        try {
            run.throwIfCancelled();
            return part.call();
        } catch (InterruptedException e) {
            CancelReason why = reason;
            if (why == null) {
                throw e;
            }
            throw run.cancelled(why, e);
        } finally {
            if (entered) {
                exit();
            }
        }
    }

    private boolean enter(Thread self) {
        synchronized (gate) {
            if (inside != null) {
                return false;
            }
            inside = self;
            return true;
        }
    }

    private void exit() {
        synchronized (gate) {
            inside = null;
            if (interrupted) {
                interrupted = false;
                Thread.interrupted();
            }
        }
    }
}
