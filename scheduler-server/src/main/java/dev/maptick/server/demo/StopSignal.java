package dev.maptick.server.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a request to stop, and lets the run end as it would without them, report and exit code
 * included. A second signal while the stop is under way changes nothing.
 *
 * <p>The JVM answers a signal by running shutdown hooks and would then exit with 128 plus the signal's number. This hook
 * asks for the stop, waits until the run is done and ends the process with the run's own exit code, for which only
 * {@link Runtime#halt} is left inside a hook. If the run is not done in time the code is 1.
 */
final class StopSignal implements AutoCloseable {
    private static final int NOT_DONE = 1;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Duration patience;
    private final Thread hook;
    private volatile int code = NOT_DONE;

    /** Listens from now on; a run that was asked to stop gets so much time. */
    StopSignal(Duration patience) {
        this.patience = patience;
        hook = new Thread(this::onExit, "maptick-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits until the stop is asked for, at most so long; true if it was. An interrupt counts as a request. */
    boolean awaitAsked(long nanos) {
        try {
            return asked.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            asked.countDown();
            return true;
        }
    }

    /** The run is done and its report printed. */
    void done(int exitCode) {
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
        asked.countDown();
        try {
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                code = NOT_DONE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
