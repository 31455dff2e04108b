package dev.maptick.core;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes timed waits fine enough on Windows; does nothing elsewhere. <b>Untested on Windows itself.</b>
 *
 * <p>Timed waits there end on the system's timer interrupt, every 15.6 ms by default, too coarse for a tick of 25 ms. While
 * any Java thread sleeps for a time that is not a multiple of 10 ms, the virtual machine asks the system for an interrupt
 * every millisecond (D. Holmes, "Inside the HotSpot VM: Clocks, Timers and Scheduling Events", 2006). So one daemon thread
 * sleeps for {@code Long.MAX_VALUE} milliseconds for as long as the scheduler runs, and each wait of a worker then ends
 * within a millisecond or two of its deadline. No native code is needed, and the thread never runs. {@link
 * WaitMode#PRECISE} spins the rest.
 */
final class TimerResolution {
    private static final long END_MS = 1_000;

    private final boolean needed;
    private @Nullable Thread sleeper;

    TimerResolution(String osName) {
        needed = osName.toLowerCase(Locale.ROOT).startsWith("windows");
    }

    /** For the system this runs on. */
    static TimerResolution ofSystem() {
        return new TimerResolution(System.getProperty("os.name", ""));
    }

    synchronized void begin() {
        if (!needed || sleeper != null) {
            return;
        }
        Thread thread = new Thread(null, TimerResolution::sleepOn, "maptick-timer-resolution", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(TickScheduler.class.getClassLoader());
        thread.start();
        sleeper = thread;
    }

    synchronized void end() {
        Thread thread = sleeper;
        if (thread == null) {
            return;
        }
        sleeper = null;
        thread.interrupt();
        try {
            thread.join(END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleepOn() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            // The scheduler has ended.
        }
    }
}
