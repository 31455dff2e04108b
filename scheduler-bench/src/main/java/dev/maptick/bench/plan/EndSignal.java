package dev.maptick.bench.plan;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a request to end, and waits until the report of what was measured is written. The process
 * then ends with the run's own exit code, for which a shutdown hook has only {@link Runtime#halt}.
 */
public final class EndSignal implements AutoCloseable {
    private static final int NOT_DONE = 1;
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile int code = NOT_DONE;

    /** Listens from now on. */
    public EndSignal() {
        hook = new Thread(this::onExit, "bench-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Asks for the end, as a signal does. */
    void ask() {
        asked.countDown();
    }

    /**
     * Whether the end has been asked for.
     *
     * @return true from then on
     */
    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits until the end is asked for, at most so long; true if it was. */
    boolean awaitAsked(long millis) throws InterruptedException {
        return asked.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * The run is over and reported.
     *
     * @param exitCode what a process that was asked to end ends with
     */
    public void done(int exitCode) {
        code = exitCode;
        done.countDown();
    }

    /** Listens no more. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook runs already and ends the process.
        }
    }

    private void onExit() {
        ask();
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                code = NOT_DONE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
