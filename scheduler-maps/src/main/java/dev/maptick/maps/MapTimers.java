package dev.maptick.maps;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one map. Callbacks run inside the map's own tick, before its {@code onTick}, in order of their due times,
 * first started first among equals.
 *
 * <p><b>When.</b> A due time lies its delay after the moment of the start, is rounded up to the wheel step
 * ({@link TimerLimits#step()}) and fires in the map's first tick from then on: never early by the scheduler's clock. A
 * repeating timer keeps the grid of its first due time whatever its callbacks cost; due times that a late tick has passed
 * over become one firing, which {@linkplain TimerFiring#coalesced() counts} them. What the tick's budget leaves over waits
 * for the next tick, in order. Delays beyond some 292 years are kept and never come.
 *
 * <p><b>Who.</b> Starting timers, and cancelling all or by name, belongs to the map's own tick and is refused elsewhere
 * with {@link NotOwnerException}. {@link #cancel}, {@link #pending} and {@link #stats} may be called from any thread.
 *
 * <p><b>Answers.</b> A start returns the timer's id, above zero and not used again, or the code of a
 * {@link TimerRefusal}, below zero. An unknown id, a refusal's code included, may be cancelled: nothing happens.
 */
public interface MapTimers {
    /**
     * Starts a one-shot timer.
     *
     * @param delay above zero
     * @param callback called once
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long after(Duration delay, TimerCallback callback);

    /**
     * Starts a one-shot timer under a name.
     *
     * @param name by which it may be cancelled; other timers may have the same
     * @param delay above zero
     * @param callback called once
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long after(String name, Duration delay, TimerCallback callback);

    /**
     * Starts a repeating timer, due for the first time after one period.
     *
     * @param period above zero
     * @param callback called at every due time, or once for several that were missed
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long every(Duration period, TimerCallback callback);

    /**
     * Starts a repeating timer under a name, due for the first time after one period.
     *
     * @param name by which it may be cancelled; other timers may have the same
     * @param period above zero
     * @param callback called at every due time, or once for several that were missed
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long every(String name, Duration period, TimerCallback callback);

    /**
     * Starts a repeating timer with a first delay of its own.
     *
     * @param first above zero
     * @param period above zero
     * @param callback called at every due time, or once for several that were missed
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long every(Duration first, Duration period, TimerCallback callback);

    /**
     * Starts a repeating timer under a name, with a first delay of its own.
     *
     * @param name by which it may be cancelled; other timers may have the same
     * @param first above zero
     * @param period above zero
     * @param callback called at every due time, or once for several that were missed
     * @return the timer's id, or the code of a {@link TimerRefusal}
     * @throws NotOwnerException outside the map's own tick
     */
    long every(String name, Duration first, Duration period, TimerCallback callback);

    /**
     * A pause that holds up nobody: the stage completes after the delay, inside the map's tick, and so do the stages made
     * from it. Ending the stage from outside, by cancelling it or otherwise, cancels the timer. Waiting for it inside the
     * map's own tick throws {@link dev.maptick.core.SelfWaitException} in place of a deadlock.
     *
     * @param delay above zero
     * @return the stage; it fails with {@link TimerRefusedException} if the timer is refused, and with the reason of the
     *     map's leaving if the map leaves first
     * @throws NotOwnerException outside the map's own tick
     */
    CompletionStage<@Nullable Void> delay(Duration delay);

    /**
     * Cancels a timer. Any thread.
     *
     * @param id as returned by its start
     * @return true only if this call prevents a firing: false for a one-shot whose callback has begun, for one that has
     *     fired, was cancelled before or is unknown, and after the map has left. True for a repeating timer whose callback
     *     runs: that was its last
     */
    boolean cancel(long id);

    /**
     * Cancels all timers of a name.
     *
     * @param name the name
     * @return how many, by the rule of {@link #cancel}
     * @throws NotOwnerException outside the map's own tick
     */
    int cancelNamed(String name);

    /**
     * Cancels all timers, those of {@link #delay} included: their stages end as cancelled.
     *
     * @return how many, by the rule of {@link #cancel}
     * @throws NotOwnerException outside the map's own tick
     */
    int cancelAll();

    /**
     * How many timers are pending. On the map's own tick exact at every moment. Any other thread sees a callback and its
     * timer as one step: a timer that ends in its callback gives up its place when the callback ends, or hands it to the
     * first timer started there.
     *
     * @return 0 or more
     */
    int pending();

    /**
     * What has been counted so far. Any thread.
     *
     * @return the counts
     */
    TimerStats stats();
}
