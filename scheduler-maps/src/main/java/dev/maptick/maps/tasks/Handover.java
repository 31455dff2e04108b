package dev.maptick.maps.tasks;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request for a worker, as the executor sees it. Whether it was taken is decided once, under this object's own lock:
 *
 * <pre>
 *   OFFERED ──(another thread runs it)────────────────────────────► BEGUN: there is a worker
 *      ├──(the executor threw, or ran it on the thread that offers)─► WITHDRAWN: there is none, and a later run does nothing
 *      └──(run a second time)─────────────────────────────────────► no effect
 * </pre>
 */
final class Handover implements Runnable {
    private enum State {
        OFFERED,
        BEGUN,
        WITHDRAWN
    }

    private final PoolCore core;

    // Guarded by this.
    private State state = State.OFFERED;
    private @Nullable Thread offering;
    private boolean inline;

    Handover(PoolCore core) {
        this.core = core;
    }

    /**
     * Asks for a worker.
     *
     * @return false if there is none to come
     */
    boolean offer(Executor executor) {
        synchronized (this) {
            offering = Thread.currentThread();
        }
        boolean thrown = false;
        try {
            executor.execute(this);
        } catch (Throwable t) {
            // Whatever it throws, out of memory for another thread included, the answer is the same: no worker.
            thrown = true;
        }
        synchronized (this) {
            offering = null;
            if (state == State.OFFERED && (thrown || inline)) {
                state = State.WITHDRAWN;
            }
            return state != State.WITHDRAWN;
        }
    }

    @Override
    public void run() {
        synchronized (this) {
            if (state != State.OFFERED) {
                return;
            }
            if (offering == Thread.currentThread()) {
                inline = true;
                return;
            }
            state = State.BEGUN;
        }
        TaskWorker.run(core);
    }
}
