package dev.maptick.maps.tasks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** An executor without threads: a test runs what was handed over when it wants to. */
final class ManualExecutor implements Executor {
    private final Deque<Runnable> handed = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable command) {
        handed.addLast(command);
    }

    synchronized int size() {
        return handed.size();
    }

    /** Runs the oldest. */
    boolean runNext() {
        Runnable next;
        synchronized (this) {
            next = handed.pollFirst();
        }
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }

    void runAll() {
        while (runNext()) {
            // all of it is in runNext()
        }
    }

    /** Loses everything, as an executor does that was stopped hard. */
    synchronized void forget() {
        handed.clear();
    }
}
