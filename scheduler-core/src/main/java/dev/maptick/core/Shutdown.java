package dev.maptick.core;

import dev.maptick.core.ShutdownReport.Unfinished;
import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One scheduler's stop: asked for once, carried out once. {@link #begin} refuses new work and asks every registration to
 * leave; {@link #finish} is called by the keeper, or a stepper, when all have left or the limit has passed. No lock is held
 * while anybody waits.
 */
final class Shutdown {
    /**
     * Longest wait for threads that have nothing left to do but to return. Long, since a machine under load may give them
     * no processor for a while, and a stop that left nothing behind must not be called unclean for that.
     */
    private static final long THREADS_END_MS = 5_000;

    /** Longest wait for completions, which are code of a user that may block. */
    private static final long COMPLETIONS_END_MS = 400;

    private final NanoClock clock;
    private final Registry registry;
    private final Controls controls;
    private final Crew pool;
    private final DedicatedSlots slots;
    private final WorkerTable workers;
    private final Completions completions;
    private final Guard guard;
    private final TimerResolution timerResolution = TimerResolution.ofSystem();

    /** What the views of {@link #future} are made from; nobody waits for this one. */
    private final CompletableFuture<ShutdownReport> done = new CompletableFuture<>();

    /**
     * What callers that block wait for. Nothing is made from it: whoever waits for a future helps to run what is made from
     * it once it is done, and with the completions executor ended that would be a user's dependent, on the waiting thread.
     */
    private final CompletableFuture<ShutdownReport> over = new CompletableFuture<>();

    private final PoolThreads poolThreads;
    private volatile boolean asked;
    private boolean finished;
    private long askedNs;
    private long limitNs;
    private long leftBefore;
    private long lastTaskFaultsBefore;

    Shutdown(
            NanoClock clock,
            Registry registry,
            Controls controls,
            Crew pool,
            PoolThreads poolThreads,
            DedicatedSlots slots,
            WorkerTable workers,
            Completions completions,
            Guard guard) {
        this.clock = clock;
        this.registry = registry;
        this.controls = controls;
        this.pool = pool;
        this.poolThreads = poolThreads;
        this.slots = slots;
        this.workers = workers;
        this.completions = completions;
        this.guard = guard;
    }

    /** Held from start to end, with the threads whose waits need it. */
    TimerResolution timerResolution() {
        return timerResolution;
    }

    boolean isAsked() {
        return asked;
    }

    /**
     * Asks for the stop.
     *
     * @return true for the first to ask, whose limit holds
     */
    boolean begin(long limit) {
        synchronized (this) {
            if (asked) {
                return false;
            }
            askedNs = clock.nanoTime();
            limitNs = limit;
            leftBefore = registry.leftInTime();
            lastTaskFaultsBefore = workers.sum(WorkerCounters.LAST_TASK_FAULTS);
            asked = true;
        }
        // A registration whose name is entered by now is found here. One that enters it later reads the flag after
        // that,
        // and is refused.
        registry.all().forEach(controls::leave);
        return true;
    }

    /** When the limit passes, on the scheduler's clock. */
    synchronized long deadlineNs() {
        return askedNs + limitNs;
    }

    boolean isDue() {
        return registry.isQuiet() || clock.nanoTime() - deadlineNs() >= 0;
    }

    /** A view of the end for callers, which cannot complete ours, and whose dependents hold up nobody here. */
    CompletableFuture<ShutdownReport> future() {
        return done.thenApplyAsync(report -> report, completions::execute);
    }

    CompletableFuture<ShutdownReport> ownFuture() {
        return over;
    }

    /** Gives up on what has not left, ends the workers and reports. */
    void finish() {
        synchronized (this) {
            if (finished) {
                return;
            }
            finished = true;
        }
        try {
            ShutdownReport report = end();
            // First, so that dependents are handed over while the executor still has threads.
            done.complete(report);
            over.complete(report);
        } catch (Throwable t) {
            // Memory ran out in ours: callers must not wait for ever.
            done.completeExceptionally(t);
            over.completeExceptionally(t);
            throw t;
        } finally {
            timerResolution.end();
            completions.end(COMPLETIONS_END_MS);
        }
    }

    private ShutdownReport end() {
        List<Unfinished> unfinished = new ArrayList<>();
        List<String> stuck = new ArrayList<>();
        for (TickEntry entry : registry.all()) {
            Controls.Abandoned abandoned = controls.abandon(entry);
            if (abandoned.unfinished()) {
                unfinished.add(describe(entry, abandoned, stuck));
            }
        }
        long stopped = registry.leftInTime() - leftBefore;
        guard.end();
        List<WorkerLauncher.Launched> threads = new ArrayList<>(poolThreads.close());
        pool.close().forEach(w -> w.waiter.signal());
        threads.addAll(slots.closeAll());
        List<String> alive = awaitEnd(threads, stuck);
        long lastTaskFaults = workers.sum(WorkerCounters.LAST_TASK_FAULTS) - lastTaskFaultsBefore;
        long tookNs = clock.nanoTime() - askedNs;
        return new ShutdownReport(Duration.ofNanos(tookNs), stopped, lastTaskFaults, unfinished, alive);
    }

    private Unfinished describe(TickEntry entry, Controls.Abandoned abandoned, List<String> stuck) {
        Worker worker = abandoned.worker() < 0 ? null : workers.get(abandoned.worker());
        Thread thread = worker == null ? null : worker.thread;
        String threadName = null;
        List<StackTraceElement> stack = List.of();
        if (thread != null) {
            threadName = thread.getName();
            stuck.add(threadName);
            stack = List.of(thread.getStackTrace());
        }
        return new Unfinished(entry.name(), entry.group(), abandoned.state(), threadName, stack);
    }

    /** Waits for the threads that are not stuck in a map, and names those alive. The threads are real on any clock. */
    private static List<String> awaitEnd(List<WorkerLauncher.Launched> threads, List<String> stuck) {
        List<String> alive = new ArrayList<>();
        long startNs = System.nanoTime();
        for (WorkerLauncher.Launched thread : threads) {
            long leftMs = THREADS_END_MS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            if (!thread.awaitEnd(stuck.contains(thread.name()) ? 1 : Math.max(1, leftMs))) {
                alive.add(thread.name());
            }
        }
        return alive;
    }

    /** What a shutdown before the start reports. */
    void finishUnstarted() {
        synchronized (this) {
            asked = true;
            finished = true;
        }
        guard.end();
        ShutdownReport report = new ShutdownReport(Duration.ZERO, 0, 0, List.of(), List.of());
        done.complete(report);
        over.complete(report);
        timerResolution.end();
        completions.end(0);
    }
}
