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
 *
 * <p>It is made first of all, so that a signal while floor plans are read and the server is put together is answered too. One
 * before that, while the JVM itself starts, cannot be: it ends the process with 128 plus its number, and nothing is open yet.
 */
public final class StopSignal implements AutoCloseable {
    private static final int NOT_DONE = 1;

    /** What the hook waits beyond the stop itself: for the HTTP port to close and the report to be printed. */
    private static final Duration AROUND_THE_STOP = Duration.ofSeconds(20);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile Duration patience = AROUND_THE_STOP;
    private volatile int code = NOT_DONE;

    /** Listens from now on. */
    public StopSignal() {
        hook = new Thread(this::onExit, "maptick-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * How long a stop may take from now on. To be told before {@link #isAsked} is looked at: a signal that this did not show
     * yet then finds it.
     */
    void allow(Duration limit) {
        patience = AROUND_THE_STOP.plus(limit);
    }

    /** Asks for the stop, as a signal does. */
    void ask() {
        asked.countDown();
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
            ask();
            return true;
        }
    }

    /**
     * The run is done and its report printed.
     *
     * @param exitCode what a process that was asked to stop ends with
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
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                code = NOT_DONE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
