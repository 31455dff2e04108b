package dev.maptick.maps.tasks;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What running work may ask and tell. Belongs to one task; any thread that works for it may call it. */
public interface TaskContext {
    /**
     * The name of the map that submitted the task.
     *
     * @return never null
     */
    String mapName();

    /**
     * Whether the work should end early.
     *
     * @return true from the moment the map, the caller or the pool gave it up
     */
    boolean isCancelled();

    /**
     * Why the work should end early.
     *
     * @return the first reason given, or null while there is none
     */
    @Nullable
    CancelReason cancelReason();

    /**
     * Ends the work early when it should.
     *
     * @throws TaskCancelledException with the reason, if there is one; let it pass
     */
    void throwIfCancelled();

    /**
     * Runs a part of the work that blocks and answers to an interrupt. Cancellation interrupts the thread inside this call
     * and nowhere else, and the interrupt never outlives the call: code outside of it is never interrupted.
     *
     * @param <R> what the part makes
     * @param part the blocking part; run by the calling thread
     * @return what the part returned
     * @throws TaskCancelledException when the task was cancelled before the part began, or the part ended with an
     *     {@link InterruptedException} after it was
     * @throws Exception what the part threw
     */
    <R extends @Nullable Object> R interruptibly(Callable<R> part) throws Exception;

    /**
     * Tells how far the work is. Only the latest is kept, for {@link BackgroundTask#progress()}; telling costs one small
     * object and wakes nobody.
     *
     * @param done what is done, 0 or more, in any unit
     * @param total what there is to do in all, or 0 if unknown
     * @param note a word on the present step; may be empty
     */
    void progress(long done, long total, String note);
}
