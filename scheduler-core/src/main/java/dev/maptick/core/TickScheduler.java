package dev.maptick.core;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Ticks registered maps, each to its own deadline: earliest deadline first on a shared pool, or alone on a dedicated
 * thread. Every method may be called from any thread, inside a tick too.
 *
 * <p>A map is never inside two ticks at once, never starts before its deadline, and what one tick wrote the next one
 * sees. Deadlines passed over are skipped and counted, never replayed. A tick that throws costs that one tick.
 */
public interface TickScheduler extends AutoCloseable {
    /** The limit {@link #close()} gives a shutdown. */
    Duration DEFAULT_SHUTDOWN_LIMIT = Duration.ofSeconds(10);

    /**
     * Begins to configure a scheduler.
     *
     * @return a builder with every setting at its default
     */
    static TickSchedulerBuilder builder() {
        return new TickSchedulerBuilder();
    }

    /**
     * Starts the workers. A second call does nothing.
     *
     * @return this scheduler
     * @throws RefusedException ({@link Refusal#STOPPING}) after a shutdown
     */
    TickScheduler start();

    /**
     * Registers a map. Its first deadline is less than one period away.
     *
     * @param name unique among maps that have not left; see {@link Names}
     * @param options how to tick it
     * @param task the body of its ticks
     * @return the registration
     * @throws RefusedException with the reason: bad options or name, name taken, not started, stopping, overloaded
     */
    TickRegistration register(String name, TickOptions options, TickTask task);

    /**
     * Finds a map that has not left.
     *
     * @param name its name
     * @return empty if there is none
     */
    Optional<TickRegistration> find(String name);

    /**
     * The maps that have not left.
     *
     * @return a snapshot in no particular order
     */
    Collection<TickRegistration> registrations();

    /**
     * The scheduler's counts.
     *
     * @return a snapshot; costs a look at each registration
     */
    SchedulerStats stats();

    /**
     * What has been measured of the load and done about it: see {@link TickSchedulerBuilder#heavyMaps}, {@link
     * TickSchedulerBuilder#admission} and {@link TickSchedulerBuilder#overload}.
     *
     * @return as of the latest look, twice a second; all 0 while none of them asks for it
     */
    LoadStats load();

    /**
     * Distributes the phases of the pool's maps over the slots of their periods anew, by what their ticks have cost on
     * average, or by their cost hints as long as they have not ticked. By itself a running map's grid never moves: this is
     * an explicit act, for a world whose heavy maps have come to lie together.
     *
     * <p>Maps of one period are taken together. Those in slots that have more expected work than need be move, as few as
     * will do, into those that have least; a set that is even already, to a tenth, stays as it is, and so does one that was
     * just rebalanced, at the same costs. No millisecond of the period gets more than 1.5 times the mean number of maps, and
     * two. The same maps at the same costs in the same phases move in the same way.
     *
     * <p>A map that moves begins a new grid of the same period, at the first point of the new phase that is not before its
     * next deadline: so its next deadline lies at least one period after the latest, and less than two, nothing is skipped
     * by it, and counts add up over both grids. For a map that has not ticked yet, the first tick comes up to a period later
     * than it would have. A suspended map moves too, and resumes on its new grid. A map inside a tick moves at the end of
     * it. Maps of a phase of their own ({@link TickOptions#phase}), those on dedicated threads and those that are leaving
     * stay as they are; with a {@linkplain dev.maptick.core.spi.Stagger stagger} given from outside all do.
     *
     * <p>Any thread. Calls come one after the other; ticks go on meanwhile, since each map is held up only for the moment in
     * which it moves.
     *
     * @return what moved, what did not and why, and the work of the slots before and after
     */
    RebalanceReport rebalancePhases();

    /**
     * Looks for lost maps: such as would never tick again though nobody suspended them. There are none unless the scheduler
     * itself has a fault, so this is for tests and for the moment when something looks wrong. What is found is told and
     * nothing is repaired. {@link #stats()} looks at some of the maps each time and counts what it finds.
     *
     * <p>Every map let in and not left must be exactly one of: waiting in its queue, once and where it will be come to in
     * time; held or run by one worker that has come to it or will; suspended without end. Each is looked at for itself,
     * while all go on.
     *
     * @return what was found; costs a lock for a moment for each registration
     */
    AuditReport audit();

    /**
     * Its workers at this moment: what each thread is doing and has done.
     *
     * @return by number; a worker of a dedicated thread is there while its map is
     */
    List<WorkerStats> workers();

    /**
     * The ticks and last tasks that the watchdog has reported as stuck and that have not ended, with the stack of each as it is now.
     *
     * @return by number of the worker; empty without a watchdog, see {@link TickSchedulerBuilder#watchdog}
     */
    List<StuckTick> stuck();

    /**
     * Gives the pool another number of threads while it runs. Threads it needs are started before this returns; of those it has too
     * many, each ends once it is in no tick, stuck ones and those in ticks first. Nothing waits longer for it than for a thread: no map and no wake-up
     * is lost. The number of lanes stays what it was for the pool's size at the build: a pool made much larger shares those.
     *
     * <p>Any thread, inside a tick too. Of several calls at once each has its turn, and the last one's size holds.
     *
     * @param threads 1 to 1,024
     * @return what became of it; refused, with nothing changed, before the start and once the scheduler is stopping
     * @throws SettingsException when the number is not allowed
     */
    PoolResize resizePool(int threads);

    /**
     * The latest of what happened that an operator may want to know of.
     *
     * @return always the same one
     */
    EventLog events();

    /**
     * The threads it uses at most, held against the processors.
     *
     * @return the plan for the pool's present size
     */
    ThreadPlan threadPlan();

    /**
     * The scheduler's clock, on which all deadlines are given.
     *
     * @return nanoseconds since an arbitrary origin
     */
    long nanoTime();

    /**
     * Whether the calling thread is inside a tick or last task of this scheduler, and so must not wait for another one.
     *
     * @return false on every other thread
     */
    boolean isInsideTick();

    /**
     * Where the futures of this scheduler complete: off the ticks, so that what users attach to a future costs no tick. A
     * shutdown waits for what was handed over before, as it does for futures. If there is no thread to be had the action
     * runs on the caller.
     *
     * @return always the same one
     */
    Executor completions();

    /**
     * Adds a listener.
     *
     * @param listener hears everything from now on
     */
    void addListener(TickListener listener);

    /**
     * Removes a listener. A call to it that is under way may still end after this returns.
     *
     * @param listener one added before; unknown ones are ignored
     */
    void removeListener(TickListener listener);

    /**
     * Whether a shutdown has been asked for.
     *
     * @return true from the first request on
     */
    boolean isStopping();

    /**
     * Stops: refuses new maps, lets every map that has a last task run it while workers still tick, lets the others leave,
     * and ends the workers. Later calls join the first and its limit.
     *
     * @param limit the longest wait for maps, 0 or more
     * @return how it went
     * @throws SettingsException when the limit is negative
     * @throws SelfWaitException when called inside a tick of this scheduler, after the stop was begun: naming the map
     */
    ShutdownReport shutdown(Duration limit);

    /**
     * The same as {@link #shutdown(Duration)} without waiting; may be called inside a tick.
     *
     * @param limit the longest wait for maps, 0 or more
     * @return done when the shutdown is over; it does not fail
     * @throws SettingsException when the limit is negative
     */
    CompletableFuture<ShutdownReport> shutdownAsync(Duration limit);

    /** Shuts down within {@link #DEFAULT_SHUTDOWN_LIMIT}. */
    @Override
    default void close() {
        shutdown(DEFAULT_SHUTDOWN_LIMIT);
    }
}
