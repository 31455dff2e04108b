package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.maps.save.SaveOutcome;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An open map, as its owner holds it. Every method may be called from any thread, the map's own tick included, and none
 * blocks for a tick. Requests made during a tick take hold at its end.
 */
public interface MapHandle {
    /**
     * The name the map was opened under.
     *
     * @return never null
     */
    String name();

    /**
     * The map's type, by which metrics are summed.
     *
     * @return never null
     */
    String type();

    /**
     * The scheduler's own view of the map. Ask this handle, not the registration, for changes: a period set there is held
     * to the scheduler's rules only, work does not end a suspension asked for there, and leaving there by way of another last
     * task leaves out {@link GameMap#onClose}.
     *
     * @return the registration
     */
    TickRegistration registration();

    /**
     * What the map is doing at this moment.
     *
     * @return a value that may be old by the time it is read
     */
    default TickState state() {
        return registration().state();
    }

    /**
     * The map's counts and times.
     *
     * @return one consistent snapshot
     */
    default TickStats stats() {
        return registration().stats();
    }

    /**
     * Where its ticks really run.
     *
     * @return the placement in force
     */
    default Placement placement() {
        return registration().placement();
    }

    /**
     * The time from one tick to the next, as of the latest tick.
     *
     * @return 25, 50, 125 or 250 ms
     */
    Duration tickPeriod();

    /**
     * How many periods lie between two replications.
     *
     * @return 1 or more
     */
    int replicationEveryTicks();

    /**
     * The time from one replication to the next, as of the latest tick: what clients are told.
     *
     * @return {@code tickPeriod() × replicationEveryTicks()}, 25 to 1,000 ms
     */
    Duration updateInterval();

    /**
     * Closes the map. {@link GameMap#onClose} runs as its last task, after the tick in flight if there is one and without
     * waiting for the next deadline. Idempotent: later calls return the same future.
     *
     * @return the scheduler's future of this map's leaving: done once no code of the map runs or will run again. It fails
     *     with what {@code onOpen} threw if that is why the map leaves (what {@code onClose} threw is then suppressed in
     *     it), else with what made it stop, with what {@code onClose} or the final capture threw, or with
     *     {@link dev.maptick.core.UnfinishedException} when a shutdown gave up on the map. What is written afterwards ends
     *     in {@link #saved()}. Waiting for it inside this map's tick throws
     *     {@link dev.maptick.core.SelfWaitException}
     */
    CompletableFuture<Void> close();

    /**
     * The end of the map's saving, which comes after its leaving.
     *
     * @return done, off the ticks, once the map has left and nothing of it is left to write; fails with what the final
     *     capture, its encoding or the last attempt to write it threw, or with
     *     {@link dev.maptick.maps.save.StoreRefusedException}. Completing or cancelling it changes nothing
     */
    CompletableFuture<SaveOutcome> saved();

    /**
     * Posts work to the map. Never blocks and never runs the work inside the call, the map's own tick included: what a tick
     * posts to itself runs in the next one. Posts of one thread run in their order. A sleeping map is woken.
     *
     * @param work runs inside a tick of the map, or is counted as failed when the map leaves before that; to be sure of an
     *     outcome use {@link #call}
     * @return what became of it; refusals are counted
     */
    Admission post(MapWork work);

    /**
     * Posts work that runs before all normal posts that wait, from a bound of its own. The same otherwise.
     *
     * @param work runs inside a tick of the map
     * @return what became of it; refusals are counted
     */
    Admission postHigh(MapWork work);

    /**
     * Posts work, waiting for room without blocking.
     *
     * @param work runs inside a tick of the map
     * @return done on admission, not on execution; off the map's tick. Fails with {@link RefusedPostException}: full when
     *     too many wait already, else that the map is closing or gone. Cancelling it, or a time-out set on it, takes a post
     *     that still waits out of the line; after admission neither changes anything
     * @throws dev.maptick.core.SelfWaitException inside this map's own tick, which is what would make room
     */
    CompletableFuture<@Nullable Void> postAsync(MapWork work);

    /**
     * Posts work that has a result.
     *
     * @param callable runs inside a tick of the map
     * @param <T> type of the result
     * @return completes off the tick, with the result or with what was thrown; fails with {@link RefusedPostException} if
     *     the post was refused or the map left before it ran. Waiting for it inside this map's own tick throws
     *     {@link dev.maptick.core.SelfWaitException}. Cancelling it ends the caller's interest; the work is not retracted
     */
    <T extends @Nullable Object> CompletableFuture<T> call(Callable<? extends T> callable);

    /**
     * Runs work on the map and returns when it has run: at once inside the map's own tick, elsewhere by a post for which
     * the caller is blocked.
     *
     * @param work what to run
     * @throws ExecutionException with what the work threw as its cause
     * @throws InterruptedException if the caller was interrupted while it waited; the work is not retracted
     * @throws RefusedPostException if the post was refused, or the map left before it ran
     * @throws dev.maptick.core.SelfWaitException inside the tick of another map, whose thread this one may need
     */
    void send(MapWork work) throws InterruptedException, ExecutionException;

    /**
     * The map as an executor, so that stages of a {@link CompletableFuture} come back to its tick. Each command is a normal
     * post; refused ones are answered with {@link RefusedPostException}.
     *
     * @return always the same one
     */
    Executor executor();

    /**
     * Whether the calling thread is inside this map's tick or last task, and so may touch the map's state.
     *
     * @return true only there
     */
    boolean isOwnerThread();

    /**
     * How many are inside, as the map said in its latest tick.
     *
     * @return 0 or more, or {@link GameMap#OCCUPANTS_UNKNOWN}
     */
    int occupants();

    /**
     * Whether the map is suspended, or will be at the end of its tick: because its owner asked for it, or by itself since
     * nobody is inside and it has nothing to do. Work wakes it, and so do its next timer and {@link #wake()}.
     *
     * @return false while it ticks
     */
    boolean isAsleep();

    /**
     * What has gone through the map besides its ticks.
     *
     * @return a snapshot
     */
    MapWorkStats workStats();

    /**
     * Stops ticking until resumed or woken: by {@link #resume()}, {@link #wake()}, a post or another piece of work, or the
     * map's next timer.
     *
     * @return what became of the request
     * @see TickRegistration#suspend()
     */
    ControlResult suspend();

    /**
     * Stops ticking until the first grid point not before the given time, or until resumed or woken as by
     * {@link #suspend()}.
     *
     * @param timeNanos a reading of the scheduler's clock
     * @return what became of the request
     * @see TickRegistration#suspendUntil(long)
     */
    ControlResult suspendUntil(long timeNanos);

    /**
     * Ends a suspension, the map's own sleep included: the next deadline is the first grid point not before now. Ends a back-off
     * or quarantine for faults too ({@link MapOptions#faultPolicy}); nothing else that wakes a map does.
     *
     * @return what became of the request
     * @see TickRegistration#resume()
     */
    ControlResult resume();

    /**
     * The same as {@link #resume()}, for a caller that brings work of its own kind; but it ends no back-off and no quarantine.
     *
     * @return what became of the request
     * @see TickRegistration#wake()
     */
    ControlResult wake();

    /**
     * Moves the map's ticks. The grid does not change.
     *
     * @param placement where to
     * @return what became of the request
     * @see TickRegistration#moveTo(Placement)
     */
    default MoveResult moveTo(Placement placement) {
        return registration().moveTo(placement);
    }

    /**
     * Changes the tick period, and the update interval with it, by the rules of {@link MapOptions}. The new period shows
     * in {@link #tickPeriod()} from the first tick on that runs at it.
     *
     * @param period 25, 50, 125 or 250 ms, such that the update interval stays within 25 to 1,000 ms
     * @return what became of the request
     * @throws SettingsException naming what is out of range; nothing has changed then
     * @see TickRegistration#setPeriod(Duration)
     */
    ControlResult setTick(Duration period);
}
