package dev.maptick.server;

import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A scheduler without threads, whose clock and ticks the test moves. */
public final class VirtualTime {
    private long now;
    private final TickStepper stepper;

    /** Starts awkwardly below zero. */
    public VirtualTime(TickSchedulerBuilder builder) {
        now = -ms(1_234);
        stepper = builder.seam(SchedulerSeam.SYSTEM
                        .withClock(() -> now)
                        .withProcessors(() -> 8)
                        .withCompletions(Runnable::run))
                .startStepped();
    }

    public VirtualTime() {
        this(TickScheduler.builder().poolThreads(1).dedicatedThreads(2));
    }

    public static long ms(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public TickScheduler scheduler() {
        return stepper.scheduler();
    }

    /** Lets time go by inside a tick. */
    public void spend(Duration time) {
        now += time.toNanos();
    }

    /** Runs every tick that is due within the next so much time, in order, and leaves the clock at its end. */
    public void run(Duration time) {
        long until = now + time.toNanos();
        while (step(until)) {
            // all of it is in step
        }
        now = Math.max(now - until, 0) + until;
    }

    /** Runs what is due by now, last tasks mostly. */
    public void settle() {
        run(Duration.ZERO);
    }

    private boolean step(long until) {
        Optional<TickStepper.Worker> first = stepper.workers().stream()
                .filter(TickStepper.Worker::hasNext)
                .min(Comparator.comparingLong(worker -> worker.nextDeadlineNanos() - until));
        if (first.isEmpty() || first.get().nextDeadlineNanos() - until > 0) {
            return false;
        }
        now += Math.max(first.get().nextDeadlineNanos() - now, 0);
        first.get().begin();
        first.get().end();
        return true;
    }

    /** Stops, running every last task. */
    public void shutdown() {
        var future = scheduler().shutdownAsync(Duration.ofSeconds(1));
        settle();
        stepper.stepShutdown();
        if (!future.isDone()) {
            throw new IllegalStateException("the shutdown is not over");
        }
    }
}
