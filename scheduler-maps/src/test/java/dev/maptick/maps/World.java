package dev.maptick.maps;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import dev.maptick.maps.tasks.BackgroundPool;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** A scheduler with one pool worker that is stepped in virtual time by the test; completions run at once. */
final class World {
    static {
        // Every failure in these tests is planned.
        ((Logger) LoggerFactory.getLogger("dev.maptick")).setLevel(Level.OFF);
    }

    /** Written by the test, read by saving threads too. */
    private final AtomicLong now = new AtomicLong();

    final TickStepper stepper;
    final TickScheduler scheduler;

    World(long startNanos) {
        this(startNanos, TickScheduler.builder());
    }

    World(long startNanos, TickSchedulerBuilder builder) {
        now.set(startNanos);
        stepper = builder.poolThreads(1)
                .faultLogPerSecond(0)
                .seam(SchedulerSeam.SYSTEM
                        .withClock(now::get)
                        .withProcessors(() -> 8)
                        .withCompletions(Runnable::run))
                .startStepped();
        scheduler = stepper.scheduler();
    }

    /** What a host's maps share, with background tasks that nobody runs. */
    HostParts parts() {
        BackgroundPool tasks = new BackgroundPool(new BackgroundPoolOptions(1, 1, task -> {}));
        return new HostParts(scheduler, tasks, null, new WorkTotals(tasks, List.of()));
    }

    static long ms(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    long now() {
        return now.get();
    }

    /** Work that takes time: called by a map inside its tick. */
    void spend(long millis) {
        long unused = now.addAndGet(ms(millis));
    }

    /** Runs every tick whose deadline comes within the next so many milliseconds, in order. */
    void run(long millis) {
        long until = now.get() + ms(millis);
        while (step(until)) {
            // all of it is in step()
        }
        now.set(Math.max(now.get() - until, 0) + until);
    }

    /** Runs what is due already: last tasks. */
    void settle() {
        while (step(now.get())) {
            // all of it is in step()
        }
    }

    private boolean step(long until) {
        TickStepper.Worker first = null;
        for (TickStepper.Worker w : stepper.workers()) {
            if (w.hasNext() && (first == null || w.nextDeadlineNanos() - first.nextDeadlineNanos() < 0)) {
                first = w;
            }
        }
        if (first == null || first.nextDeadlineNanos() - until > 0) {
            return false;
        }
        long unused = now.addAndGet(Math.max(first.nextDeadlineNanos() - now.get(), 0));
        first.begin();
        first.end();
        return true;
    }
}
