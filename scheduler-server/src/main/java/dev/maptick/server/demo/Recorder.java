package dev.maptick.server.demo;

import dev.maptick.server.report.Interval;
import dev.maptick.server.report.LiveLine;
import dev.maptick.server.report.Mark;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches a run: shows the live line each second and keeps the marks that the report is made from. One thread, in the order
 * begin, watch, end.
 *
 * <pre>
 *   begin          all maps open                      + 5 s                        end
 *     ├─────────────────┴───────────── warmUp ──────────┼────────── after ───────────┤
 * </pre>
 */
final class Recorder {
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final DemoServer server;
    private final Console console;
    private final int poolThreads;

    private @Nullable Mark first;
    private @Nullable Mark warm;
    private @Nullable Mark last;

    Recorder(DemoServer server, Console console) {
        this.server = server;
        this.console = console;
        poolThreads = server.scheduler().threadPlan().poolThreads();
    }

    /** The maps are about to be opened. */
    void begin() {
        first = server.mark();
    }

    /** All maps are open: watches for so long, or until the stop is asked for if no time is given. */
    void watch(@Nullable Duration runFor, StopSignal signal) {
        long openedAt = server.scheduler().nanoTime();
        long runNanos = runFor == null ? Long.MAX_VALUE : runFor.toNanos();
        Mark shown = server.mark();
        for (long second = 1; !signal.awaitAsked(until(openedAt, Math.min(second * SECOND, runNanos))); second++) {
            Mark now = server.mark();
            long elapsed = now.nanos() - openedAt;
            if (warm == null && elapsed >= WARM_UP.toNanos()) {
                warm = now;
            }
            if (elapsed >= second * SECOND) {
                console.progress(LiveLine.of((double) elapsed / SECOND, Interval.between(shown, now, poolThreads)));
                shown = now;
                second = Math.max(second, elapsed / SECOND);
            }
            if (elapsed >= runNanos) {
                return;
            }
        }
    }

    /** The maps are about to be stopped. */
    void end() {
        last = server.mark();
    }

    /** From the first map's opening until 5 s after the last one's, or until the end if nothing much follows. */
    Interval warmUp() {
        Mark end = warmEnd();
        return Interval.between(marked(first), end == null ? marked(last) : end, poolThreads);
    }

    /** From there to the end; null if that is too short to tell anything. */
    @Nullable
    Interval after() {
        Mark from = warmEnd();
        return from == null ? null : Interval.between(from, marked(last), poolThreads);
    }

    private @Nullable Mark warmEnd() {
        return warm == null || marked(last).nanos() - warm.nanos() < SECOND ? null : warm;
    }

    private long until(long openedAt, long elapsed) {
        return openedAt + elapsed - server.scheduler().nanoTime();
    }

    private static Mark marked(@Nullable Mark mark) {
        if (mark == null) {
            throw new IllegalStateException("begin and end come first");
        }
        return mark;
    }
}
