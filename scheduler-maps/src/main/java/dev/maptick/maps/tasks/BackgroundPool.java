package dev.maptick.maps.tasks;

import dev.maptick.core.SelfWaitException;
import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The background workers of a host, shared by its maps: at most so many tasks at once, at most so many waiting. Maps with
 * waiting tasks take turns, so one map's hundred delay another's one by a single task; and of three or more workers one
 * map never has all, so one map's work that does not return holds up nobody else's. Any thread.
 */
public final class BackgroundPool {
    private final BackgroundPoolOptions options;
    private final PoolCore core;

    /** Null when the executor is the user's. */
    private final @Nullable ExecutorService own;

    private final CompletableFuture<TaskPoolReport> ended = new CompletableFuture<>();

    /** Guarded by this: what the stop found, and whether some thread has taken its end upon itself. */
    private PoolCore.Begun begun = new PoolCore.Begun(0, 0);

    private boolean ending;

    /**
     * Makes a pool. Threads of its own start when first needed.
     *
     * @param options its bounds and executor
     * @throws dev.maptick.core.SettingsException naming every option that is bad
     */
    public BackgroundPool(BackgroundPoolOptions options) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "");
        check.throwIfAny();
        this.options = options;
        if (options.executor() == null) {
            own = OwnThreads.create(options.workers());
            core = new PoolCore(own, options.workers(), options.queued());
        } else {
            own = null;
            core = new PoolCore(options.executor(), options.workers(), options.queued());
        }
    }

    /**
     * Gives a map its share.
     *
     * @param owner the map
     * @param limits the size of the share
     * @param hook is told of completions that threw
     * @return the map's end of the pool
     * @throws dev.maptick.core.SettingsException naming every limit that is bad
     */
    public TaskQueue open(TaskOwner owner, TaskLimits limits, TaskFaultHook hook) {
        return open(owner, limits, hook, core.counters());
    }

    /**
     * Gives a map its share, and counts its tasks in a tally too.
     *
     * @param owner the map
     * @param limits the size of the share
     * @param hook is told of completions that threw
     * @param tally one of this pool's, see {@link #tally()}
     * @return the map's end of the pool
     * @throws dev.maptick.core.SettingsException naming every limit that is bad
     * @throws IllegalArgumentException if the tally is of another pool
     */
    public TaskQueue open(TaskOwner owner, TaskLimits limits, TaskFaultHook hook, TaskTally tally) {
        if (!tally.isOf(core)) {
            throw new IllegalArgumentException("a tally of another pool");
        }
        return open(owner, limits, hook, tally.counters());
    }

    private TaskQueue open(TaskOwner owner, TaskLimits limits, TaskFaultHook hook, TaskCounters whole) {
        SettingsCheck check = new SettingsCheck();
        limits.check(check, "");
        check.throwIfAny();
        return new TaskQueue(
                core,
                Objects.requireNonNull(owner, "owner"),
                limits.within(options.workers()),
                Objects.requireNonNull(hook, "hook"),
                whole);
    }

    /**
     * Makes a tally: the sums over the maps that are opened with it, those that have left included.
     *
     * @return a new one, of no maps yet
     */
    public TaskTally tally() {
        return new TaskTally(core);
    }

    /**
     * The counts of all maps, those that have left included.
     *
     * @return one consistent moment
     */
    public TaskStats stats() {
        return core.stats(core.counters());
    }

    /**
     * The options it was made with.
     *
     * @return never null
     */
    public BackgroundPoolOptions options() {
        return options;
    }

    /**
     * Begins the stop: submissions are refused with {@link TaskAdmission#STOPPING}, queued tasks are skipped, running ones
     * get their signal. Maps that live on are told of each on their own ticks. Does not wait; later calls do nothing.
     */
    public synchronized void beginShutdown() {
        PoolCore.Begun found = core.beginStop();
        if (found != null) {
            begun = found;
        }
    }

    /**
     * Whether no thread is inside a task.
     *
     * @return true once all work has ended
     */
    public boolean isQuiet() {
        return core.isQuiet();
    }

    /**
     * Whether the calling thread is inside a task of this pool, and so must not wait for the pool's end.
     *
     * @return true only there
     */
    public boolean isInsideTask() {
        return core.isInsideTask();
    }

    /**
     * Ends the stop without waiting, having begun it if need be: tasks whose work still runs are reported as cancelled, and
     * what they make later is dropped. From here on submissions are refused with {@link TaskAdmission#STOPPED}.
     *
     * @return the report; the same for every call
     */
    public TaskPoolReport endShutdown() {
        beginShutdown();
        boolean first;
        PoolCore.Begun found;
        synchronized (this) {
            first = !ending;
            ending = true;
            found = begun;
        }
        if (first) {
            PoolCore.Ended left = core.endStop();
            ended.complete(report(found, left.stuck()));
            // Last, since a dependent may call this very method.
            PoolCore.orphan(left.gone());
        }
        return ended.join();
    }

    private TaskPoolReport report(PoolCore.Begun found, List<PoolCore.GivenUp> givenUp) {
        List<TaskPoolReport.Stuck> stuck = new ArrayList<>();
        for (PoolCore.GivenUp task : givenUp) {
            Thread thread = task.thread();
            if (thread != null) {
                stuck.add(new TaskPoolReport.Stuck(task.map(), thread.getName(), List.of(thread.getStackTrace())));
            }
        }
        if (own != null) {
            own.shutdown();
        }
        return new TaskPoolReport(found.skipped(), found.running() - stuck.size(), stuck);
    }

    /**
     * Stops the pool: refuses, skips, signals, waits for work that answers its signal, and gives up the rest. Afterwards no
     * code of a task runs on a worker but that of those reported as stuck, and the pool's own threads have ended but those
     * they hold. Completions that wait for a living map still belong to that map's tick. May be called more than once; each
     * call waits for its own limit at most, and an interrupt ends the wait as the limit does.
     *
     * @param limit how long to wait; zero does not wait
     * @return the report; the same for every call
     * @throws SelfWaitException when called from inside a task of this pool, which it would wait for; the stop has begun then
     */
    public TaskPoolReport shutdown(Duration limit) {
        beginShutdown();
        if (core.isInsideTask()) {
            throw new SelfWaitException("a background task would wait for its own end; its pool's shutdown has begun");
        }
        long left = core.awaitQuiet(limit.toNanos());
        TaskPoolReport report = endShutdown();
        awaitOwnThreads(report, left);
        return report;
    }

    /** Threads without work end at once; this only lets them. */
    private void awaitOwnThreads(TaskPoolReport report, long leftNs) {
        if (own == null || !report.isClean()) {
            return;
        }
        try {
            boolean unused = own.awaitTermination(Math.max(leftNs, 0), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "BackgroundPool[workers=" + options.workers() + ", queued=" + options.queued() + ", " + stats() + "]";
    }
}
