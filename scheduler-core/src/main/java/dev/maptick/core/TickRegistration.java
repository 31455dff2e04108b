package dev.maptick.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A registered map, as its owner holds it. Every method may be called from any thread, the map's own tick included, and
 * none blocks for a tick. Requests made during a tick take hold at its end.
 */
public interface TickRegistration {
    /**
     * The name it was registered under.
     *
     * @return never null
     */
    String name();

    /**
     * The group it was registered with, by which metrics are summed.
     *
     * @return never null
     */
    String group();

    /**
     * What it is doing at this moment.
     *
     * @return a value that may be old by the time it is read
     */
    TickState state();

    /**
     * Its counts and times, without stopping a tick or taking a lock.
     *
     * @return one consistent snapshot
     */
    TickStats stats();

    /**
     * How long its ticks took and how late they were, by share, without stopping a tick or taking a lock.
     *
     * @return of one moment; {@link TickPercentiles#NONE} before its first tick has ended, and if the scheduler was not asked for
     *     them ({@link TickSchedulerBuilder#percentilesPerMap(boolean)})
     */
    default TickPercentiles percentiles() {
        return TickPercentiles.NONE;
    }

    /**
     * Where its ticks really run: a map that asked for a dedicated thread when none was free runs in the pool.
     *
     * @return the placement in force
     */
    Placement placement();

    /**
     * What its owner asked for last, at registration or by {@link #moveTo(Placement)}.
     *
     * @return the placement asked for, granted or not
     */
    Placement requestedPlacement();

    /**
     * Moves it. The grid does not change. A tick in flight ends where it is.
     *
     * @param placement where to
     * @return what became of the request
     */
    MoveResult moveTo(Placement placement);

    /**
     * Changes the period. The new grid starts at the first point of the old one that is not before now, or before the end
     * of the tick in flight; points passed over until there count on the old grid.
     *
     * @param period 1 ms to 1 h
     * @return what became of the request
     * @throws SettingsException when the period is out of range
     */
    ControlResult setPeriod(Duration period);

    /**
     * Stops ticking until {@link #resume()} or {@link #wake()}. Grid points that pass meanwhile count as suspended. Costs
     * no processor time.
     *
     * @return what became of the request; {@code UNCHANGED} when it was suspended without a limit already
     */
    ControlResult suspend();

    /**
     * Stops ticking until the first grid point that is not before the given time, or until resumed or woken earlier. A
     * time more than 146 years ahead counts as no limit.
     *
     * @param timeNanos a reading of the scheduler's clock ({@link TickScheduler#nanoTime()}); one that has passed means
     *     the next grid point
     * @return what became of the request
     */
    ControlResult suspendUntil(long timeNanos);

    /**
     * Ends a suspension: the next deadline is the first grid point not before now. Ends a back-off or quarantine for faults too
     * ({@link FaultPolicy}), and its policy forgets the faults so far; a trial tick under way goes on.
     *
     * @return what became of the request; {@code UNCHANGED} when it was not suspended
     */
    ControlResult resume();

    /**
     * The same as {@link #resume()}, for a caller that brings work and does not care whether the map was suspended. But it ends
     * no back-off and no quarantine: what is suspended for its faults stays so until that ends by itself or by {@code
     * resume()}.
     *
     * @return what became of the request; {@code UNCHANGED} when it was not suspended
     */
    default ControlResult wake() {
        return resume();
    }

    /**
     * Where it stands with its fault policy. While it is in back-off or quarantine its state is {@link TickState#SUSPENDED}, but
     * for the tick that may end that.
     *
     * @return a value that may be old by the time it is read; what it was when it left once it has left
     */
    default FaultStanding faultStanding() {
        return FaultStanding.FREE;
    }

    /**
     * Whether the calling thread is inside a tick, or the last task, of this registration.
     *
     * @return true only there
     */
    boolean isOwnerThread();

    /**
     * Leaves the scheduler, by way of the last task given in {@link TickOptions#lastTask(TickTask)} if there is one. Waits
     * for the tick in flight and for nothing else; without a last task a map that waits its turn is gone at once.
     * Idempotent: later calls return the same future and their last task is ignored.
     *
     * <p>The future is done once no code of the map runs or will run again. It completes exceptionally with what the last
     * task threw, or with {@link UnfinishedException} when the scheduler was shut down and its limit passed first. Waiting
     * for it ({@code get}, {@code join}) inside a tick of the same map throws {@link SelfWaitException}, and so does
     * waiting in a circle of maps; dependents made from it keep that guard. Completing or cancelling it from outside is
     * refused and changes nothing.
     *
     * @return the one future of this registration
     */
    CompletableFuture<Void> unregister();

    /**
     * Leaves the scheduler by way of the given last task, in place of the one in the options.
     *
     * @param lastTask due at once, runs on the map's own placement
     * @return the one future of this registration
     * @see #unregister()
     */
    CompletableFuture<Void> unregister(TickTask lastTask);
}
