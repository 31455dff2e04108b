package dev.maptick.metrics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** A scheduler with one pool worker and two dedicated slots, stepped in virtual time; completions run at once. */
final class World {
    static {
        // Every failure in these tests is planned.
        ((Logger) LoggerFactory.getLogger("dev.maptick")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("io.micrometer")).setLevel(Level.OFF);
    }

    private long now;
    private final TickStepper stepper;
    final TickScheduler scheduler;

    World(TickListener... listeners) {
        var builder = TickScheduler.builder()
                .poolThreads(1)
                .dedicatedThreads(2)
                .faultLogPerSecond(0)
                .seam(SchedulerSeam.SYSTEM
                        .withClock(() -> now)
                        .withProcessors(() -> 8)
                        .withCompletions(Runnable::run));
        for (TickListener listener : listeners) {
            builder.listener(listener);
        }
        stepper = builder.startStepped();
        scheduler = stepper.scheduler();
    }

    /** Work that takes time: called inside a tick. */
    void spend(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Runs every tick whose deadline comes within the next so many milliseconds, in order. */
    void run(long millis) {
        long until = now + TimeUnit.MILLISECONDS.toNanos(millis);
        while (step(until)) {
            // all of it is in step()
        }
        now = Math.max(now, until);
    }

    private boolean step(long until) {
        TickStepper.Worker first = null;
        for (TickStepper.Worker w : stepper.workers()) {
            if (w.hasNext() && (first == null || w.nextDeadlineNanos() < first.nextDeadlineNanos())) {
                first = w;
            }
        }
        if (first == null || first.nextDeadlineNanos() > until) {
            return false;
        }
        now = Math.max(now, first.nextDeadlineNanos());
        first.begin();
        first.end();
        return true;
    }
}
