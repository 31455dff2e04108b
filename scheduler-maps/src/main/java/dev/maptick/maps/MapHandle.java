package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

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
     * to the scheduler's rules only, and leaving there by way of another last task leaves out {@link GameMap#onClose}.
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
     *     it), else with what {@code onClose} threw, or with {@link dev.maptick.core.UnfinishedException} when a shutdown
     *     gave up on the map. Waiting for it inside this map's tick throws
     *     {@link dev.maptick.core.SelfWaitException}
     */
    CompletableFuture<Void> close();

    /**
     * Stops ticking until {@link #resume()} or {@link #wake()}.
     *
     * @return what became of the request
     * @see TickRegistration#suspend()
     */
    default ControlResult suspend() {
        return registration().suspend();
    }

    /**
     * Stops ticking until the first grid point not before the given time, or until resumed or woken.
     *
     * @param timeNanos a reading of the scheduler's clock
     * @return what became of the request
     * @see TickRegistration#suspendUntil(long)
     */
    default ControlResult suspendUntil(long timeNanos) {
        return registration().suspendUntil(timeNanos);
    }

    /**
     * Ends a suspension: the next deadline is the first grid point not before now.
     *
     * @return what became of the request
     * @see TickRegistration#resume()
     */
    default ControlResult resume() {
        return registration().resume();
    }

    /**
     * The same as {@link #resume()}, for a caller that brings work.
     *
     * @return what became of the request
     * @see TickRegistration#wake()
     */
    default ControlResult wake() {
        return registration().wake();
    }

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
