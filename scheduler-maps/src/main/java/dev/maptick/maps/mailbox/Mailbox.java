package dev.maptick.maps.mailbox;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import dev.maptick.core.SettingsException;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapWork;
import dev.maptick.maps.RefusedPostException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of one map: many threads post, the map's tick runs. Bounded; a post never blocks and never runs inside the
 * call. The high lane goes first; within a lane the posts of one thread run in their order, and one that throws costs
 * itself.
 *
 * <p>Posting and reading are for any thread. {@link #beginDrain}, {@link #runOne} and {@link #drainForClose} are for the
 * map's tick alone. {@link #beginClose} and {@link #finishClose} are for any thread: a shutdown may give up on a map whose
 * tick is stuck, and still every post that waits has to end.
 *
 * <p>What is accepted and cannot be run, because the map left, is counted as failed at close, and whoever holds a future of
 * it is told. A plain post holds none: to make sure of an outcome, use {@link #call}.
 *
 * <p>Nothing is allocated for a plain post or its drain. A mailbox never posted to is a few small objects, some 350 bytes;
 * each lane's queue comes with the first post to it, at 4 or 8 bytes a place.
 */
public final class Mailbox {
    /** How often a closing drain gives way to a producer that is between claiming a place and filling it. */
    private static final int CLOSE_YIELDS = 100;

    private final MailboxHost host;
    private final MailboxLimits limits;
    private final Executor executor = this::execute;
    private final MailboxCounters counters;
    private final MailboxCore core;

    /**
     * Makes an open mailbox.
     *
     * @param host the map it belongs to
     * @param limits its bounds
     * @throws SettingsException naming every bound that is bad
     */
    public Mailbox(MailboxHost host, MailboxLimits limits) {
        limits.throwIfBad();
        this.host = Objects.requireNonNull(host, "host");
        this.limits = limits;
        counters = new MailboxCounters(host);
        core = new MailboxCore(host, limits, counters);
    }

    // ---- any thread

    /**
     * Posts work to the map.
     *
     * @param work runs inside a tick, in a drain that begins after this call
     * @param high true for the lane that goes first
     * @return what became of it
     */
    public Admission offer(MapWork work, boolean high) {
        return core.counted(core.admit(Objects.requireNonNull(work, "work"), high));
    }

    /**
     * Posts work to the normal lane, waiting for space without blocking.
     *
     * @param work runs inside a later tick
     * @return done on admission, not on execution. Fails with {@link RefusedPostException}: {@link Admission#FULL} when too
     *     many wait already, else that the map is closing or gone. Cancelling it, or a time-out set on it, takes a post
     *     that still waits out of the line; afterwards neither changes anything
     * @throws SelfWaitException inside this map's own tick, which is what would make space
     */
    public CompletableFuture<@Nullable Void> postAsync(MapWork work) {
        Objects.requireNonNull(work, "work");
        SelfWait.check(host, "postAsync");
        AdmissionFuture future = new AdmissionFuture(core, work);
        Admission verdict = core.admit(work, false);
        if (verdict == Admission.FULL) {
            verdict = core.waitForSpace(future);
            if (verdict == null) {
                return future;
            }
        }
        if (verdict.isAccepted()) {
            future.admitted();
        } else if (verdict == Admission.FULL) {
            counters.count(MailboxCounters.REFUSED_WAITING);
            future.refused(
                    core.refusal(verdict, "refused: full, and " + limits.waiters() + " posts wait for space already"));
        } else {
            future.refused(core.refusal(core.counted(verdict)));
        }
        return future;
    }

    /**
     * Posts work that has a result.
     *
     * @param callable runs inside a later tick
     * @param high true for the lane that goes first
     * @param <T> type of the result
     * @return completes off the tick with the result or what was thrown; fails with {@link RefusedPostException} if the
     *     post was refused, or the map left before it ran. Waiting for it inside this map's own tick throws
     *     {@link SelfWaitException}. Cancelling it ends the caller's interest; the work is not retracted
     */
    public <T extends @Nullable Object> CompletableFuture<T> call(Callable<? extends T> callable, boolean high) {
        CallItem<T> item = new CallItem<>(core, Objects.requireNonNull(callable, "callable"));
        Admission verdict = core.counted(core.admit(item, high));
        if (!verdict.isAccepted()) {
            item.future.completeExceptionally(core.refusal(verdict));
        }
        return item.future;
    }

    /**
     * Runs work on the map and returns when it has run: at once inside this map's own tick, elsewhere by a post for which
     * the caller is blocked.
     *
     * @param work what to run
     * @throws ExecutionException with what the work threw as its cause
     * @throws InterruptedException if the caller was interrupted while it waited; the work is not retracted
     * @throws RefusedPostException if the post was refused, or the map left before it ran
     * @throws SelfWaitException inside the tick of another map, which would hold a thread that this map may need
     */
    public void send(MapWork work) throws InterruptedException, ExecutionException {
        Objects.requireNonNull(work, "work");
        if (host.isOwnerThread()) {
            try {
                work.run();
            } catch (Throwable t) {
                throw new ExecutionException(t);
            }
            return;
        }
        if (host.isInsideSomeTick()) {
            throw new SelfWaitException("send to map " + Names.quote(host.name())
                    + " inside another map's tick would hold a thread that its tick may need; use call");
        }
        SendItem item = new SendItem(work);
        Admission verdict = core.counted(core.admit(item, false));
        if (!verdict.isAccepted()) {
            throw core.refusal(verdict);
        }
        item.await();
    }

    /**
     * The mailbox as an executor: each command is a normal post. Refused ones are answered with
     * {@link RefusedPostException}, so a stage of a {@link CompletableFuture} that was to run here fails with it. What was
     * accepted runs in the last tick at the latest if that drains all.
     *
     * @return always the same one
     */
    public Executor executor() {
        return executor;
    }

    /**
     * How many posts are queued, of both lanes. The one being run does not count.
     *
     * @return 0 to the sum of both capacities
     */
    public int pending() {
        return StateWord.depth(core.word());
    }

    /**
     * The counts.
     *
     * @return a new snapshot
     */
    public MailboxStats stats() {
        long present = core.word();
        return new MailboxStats(
                core.published(),
                counters.get(MailboxCounters.EXECUTED),
                counters.get(MailboxCounters.FAULTS),
                counters.get(MailboxCounters.FAILED_AT_CLOSE),
                StateWord.depth(present),
                StateWord.high(present),
                (int) counters.get(MailboxCounters.HIGH_WATER_DEPTH),
                StateWord.waiters(present),
                counters.get(MailboxCounters.WITHDRAWN),
                counters.get(MailboxCounters.REFUSED_FULL),
                counters.get(MailboxCounters.REFUSED_WAITING),
                counters.get(MailboxCounters.REFUSED_STOPPING),
                counters.get(MailboxCounters.REFUSED_GONE),
                counters.get(MailboxCounters.HOOK_FAULTS),
                counters.get(MailboxCounters.LEFT_OVER_NS),
                limits);
    }

    // ---- the map's tick

    /**
     * Begins the drain of a tick: {@link #runOne} will take what is there now and nothing that comes later, so a post that
     * posts itself again runs once a tick.
     *
     * @param nowNs a reading of the scheduler's clock
     * @return how many posts are there
     */
    public int beginDrain(long nowNs) {
        return core.beginDrain(nowNs);
    }

    /**
     * Runs the next post of this drain. What it throws is counted and told to the host, not thrown on. An interrupt flag
     * that it leaves is cleared.
     *
     * @return false, with nothing run, once the drain has come to its end
     */
    public boolean runOne() {
        MapWork next = core.take();
        if (next == null) {
            return false;
        }
        counters.countOwn(MailboxCounters.EXECUTED);
        try {
            next.run();
        } catch (Throwable t) {
            counters.countOwn(MailboxCounters.FAULTS);
            tellFault(t);
        }
        if (next instanceof PostedWork posted) {
            posted.settle();
        }
        var unused = Thread.interrupted();
        return true;
    }

    /**
     * Runs, in the last tick, all that is there. Nothing can be added any more, so this ends. Gives way a few times to a
     * producer that is in the middle of a post; what still cannot be taken then is left to {@link #finishClose}.
     *
     * @param nowNs a reading of the scheduler's clock
     * @param goOn asked before each; false leaves the rest to {@link #finishClose}
     * @return how many were run
     */
    @SuppressWarnings("ThreadPriorityCheck") // a courtesy to the producer; nothing relies on it
    public int drainForClose(long nowNs, BooleanSupplier goOn) {
        beginClose();
        int ran = 0;
        int yields = 0;
        while (pending() > 0 && yields < CLOSE_YIELDS && goOn.getAsBoolean()) {
            beginDrain(nowNs);
            int before = ran;
            while (goOn.getAsBoolean() && runOne()) {
                ran++;
            }
            if (before == ran) {
                yields++;
                Thread.yield();
            }
        }
        return ran;
    }

    // ---- closing, any thread

    /** Refuses every later post with {@link Admission#STOPPING} and ends those that wait for space with it. Idempotent. */
    public void beginClose() {
        core.beginClose();
    }

    /**
     * The map has left: nothing that is queued runs any more, and whoever waits for it is told so. Later posts are refused
     * with {@link Admission#GONE}. Idempotent; the first call gives the cause. An item that runs, or is about to, at this
     * moment on another thread runs to its end.
     *
     * @param cause why the map left, if there is more to tell; handed on in the futures
     */
    public void finishClose(@Nullable Throwable cause) {
        core.finishClose(cause);
    }

    // ---- inside

    private void execute(Runnable command) {
        ExecutorItem item = new ExecutorItem(Objects.requireNonNull(command, "command"));
        Admission verdict = core.counted(core.admit(item, false));
        if (!verdict.isAccepted()) {
            throw core.refusal(verdict);
        }
        // The map may have left between the two halves of this post, and the giver is the only one who can be told.
        item.throwIfDropped();
    }

    private void tellFault(Throwable thrown) {
        try {
            host.onFault(thrown);
        } catch (Throwable t) {
            counters.count(MailboxCounters.HOOK_FAULTS);
        }
    }
}
