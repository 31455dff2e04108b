package dev.maptick.maps.mailbox;

import dev.maptick.core.Names;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapWork;
import dev.maptick.maps.RefusedPostException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a mailbox decides: who is admitted, who waits, what is taken and what is dropped. {@link #beginDrain} and
 * {@link #take()} are for the map's tick alone, all else is for any thread.
 *
 * <p><b>Why an accepted post has exactly one outcome.</b> Everything is decided on one word, see {@link StateWord}.
 * <ol>
 *   <li>Admission is the compare-and-set that raises the depth, possible only while the phase is OPEN. So the depth at the
 *       moment of GONE counts all that will ever be there.
 *   <li>An item leaves its queue by {@code poll}, once. Polls exclude each other. The tick polls only between setting
 *       TAKING, at a moment when the word was not GONE, and clearing it. A sweep begins only on having read GONE without
 *       TAKING, or on having cleared TAKING under GONE; sweeps take turns by {@code sweeps}. Who sets TAKING after GONE sees
 *       GONE in the word it replaced and does not poll. So after a read of GONE without TAKING no tick polls again.
 *   <li>The tick runs what it polled only if the word was not GONE when it cleared TAKING; else it drops it. So nothing is
 *       taken to be run after GONE.
 *   <li>Nothing is left behind. A producer that was admitted before GONE and publishes later has a full fence between
 *       publishing and reading the word. If it reads GONE without TAKING, it sweeps, its own item at least. If it reads
 *       GONE with TAKING, the one who clears TAKING does so later and then sweeps, and sees the item. If it does not read
 *       GONE, its fence came before the change to GONE, and the sweep that follows every change to GONE sees the item. A
 *       producer that has claimed its place in the queue and not filled it hides what is behind it; it sweeps on having
 *       filled it. A sweep asked for while another runs makes that one go round again.
 * </ol>
 *
 * <p><b>Why nobody waits for space in vain.</b> The number of waiters is in the same word. A post is put in the line, by a
 * compare-and-set under the line's monitor, only while the lane is full or others wait already. Whoever takes an item
 * learns from the word it replaces whether anybody waits, and then admits as many as there is space for. Offers do not
 * overtake: while anybody waits the normal lane is full to them.
 */
final class MailboxCore {
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(MailboxCore.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MailboxHost host;
    private final Runnable waitCheck;
    private final MailboxLimits limits;
    private final MailboxCounters counters;
    private final PostLane highLane;
    private final PostLane normalLane;
    private final Waiters waiters = new Waiters();

    private volatile long word;

    /** Requests to sweep that the sweeping thread has not answered yet. */
    private final AtomicInteger sweeps = new AtomicInteger();

    /** Written once, before the phase is GONE. */
    private volatile @Nullable Throwable goneCause;

    MailboxCore(MailboxHost host, MailboxLimits limits, MailboxCounters counters) {
        this.host = host;
        waitCheck = () -> SelfWait.check(host, "waiting for a post");
        this.limits = limits;
        this.counters = counters;
        highLane = new PostLane(StateWord.HIGH_ONE, limits.highCapacity());
        normalLane = new PostLane(StateWord.NORMAL_ONE, limits.capacity());
    }

    MailboxHost host() {
        return host;
    }

    /** For futures of posts. */
    Runnable waitCheck() {
        return waitCheck;
    }

    /** The word at this moment. */
    long word() {
        return word;
    }

    /** How many were ever put into a queue. */
    long published() {
        return highLane.published() + normalLane.published();
    }

    // ---- posting

    /** Admits work to a lane, or tells why not. Counts no refusal. */
    Admission admit(MapWork work, boolean high) {
        return admit(work, high ? highLane : normalLane);
    }

    private Admission admit(MapWork work, PostLane lane) {
        long before;
        MpscVarHandleArrayQueue<MapWork> queue;
        do {
            before = word;
            Admission verdict = verdict(before, lane);
            if (!verdict.isAccepted()) {
                return verdict;
            }
            queue = lane.ensure();
        } while (!WORD.compareAndSet(this, before, before + lane.one));
        PostLane.publish(queue, work);
        counters.raise(MailboxCounters.HIGH_WATER_DEPTH, StateWord.depth(before) + 1);
        afterPublish();
        return Admission.ACCEPTED;
    }

    private Admission verdict(long present, PostLane lane) {
        if (!StateWord.isOpen(present)) {
            return StateWord.isGone(present) ? Admission.GONE : Admission.STOPPING;
        }
        boolean full = lane == highLane
                ? StateWord.high(present) >= highLane.capacity
                : StateWord.normal(present) >= normalLane.capacity || StateWord.waiters(present) > 0;
        return full ? Admission.FULL : Admission.ACCEPTED;
    }

    /** After publishing, outside any lock: see point 4 of the proof, and the host's word about waking. */
    private void afterPublish() {
        VarHandle.fullFence();
        sweepIfGone();
        try {
            host.onAdmitted();
        } catch (Throwable t) {
            counters.count(MailboxCounters.HOOK_FAULTS);
        }
    }

    /**
     * Puts a post that met a full lane in the line.
     *
     * @return null if it waits now; else what became of it, FULL meaning that the line is full
     */
    @Nullable
    Admission waitForSpace(AdmissionFuture future) {
        Admission verdict;
        synchronized (waiters) {
            for (; ; ) {
                long before = word;
                verdict = verdict(before, normalLane);
                if (verdict == Admission.FULL && StateWord.waiters(before) < limits.waiters()) {
                    if (WORD.compareAndSet(this, before, before + StateWord.WAITER_ONE)) {
                        waiters.add(future);
                        return null;
                    }
                } else if (!verdict.isAccepted()) {
                    return verdict;
                } else if (WORD.compareAndSet(this, before, before + StateWord.NORMAL_ONE)) {
                    PostLane.publish(normalLane.ensure(), future.work);
                    counters.raise(MailboxCounters.HIGH_WATER_DEPTH, StateWord.depth(before) + 1);
                    break;
                }
            }
        }
        afterPublish();
        return verdict;
    }

    /** Takes a post out of the line, if it is there. */
    boolean withdraw(AdmissionFuture waiter) {
        synchronized (waiters) {
            if (!waiters.remove(waiter)) {
                return false;
            }
            WORD.getAndAdd(this, -StateWord.WAITER_ONE);
        }
        counters.count(MailboxCounters.WITHDRAWN);
        return true;
    }

    /** Space was made in the normal lane while posts waited for it: admits as many as fit. */
    private void admitWaiters() {
        List<AdmissionFuture> admitted = new ArrayList<>(1);
        synchronized (waiters) {
            for (; ; ) {
                long before = word;
                if (!StateWord.isOpen(before)
                        || StateWord.waiters(before) == 0
                        || StateWord.normal(before) >= normalLane.capacity) {
                    break;
                }
                if (WORD.compareAndSet(this, before, before + StateWord.NORMAL_ONE - StateWord.WAITER_ONE)) {
                    AdmissionFuture first = waiters.takeFirst();
                    PostLane.publish(normalLane.ensure(), first.work);
                    counters.raise(MailboxCounters.HIGH_WATER_DEPTH, StateWord.depth(before) + 1);
                    admitted.add(first);
                }
            }
        }
        if (!admitted.isEmpty()) {
            afterPublish();
            for (AdmissionFuture waiter : admitted) {
                complete(waiter::admitted);
            }
        }
    }

    // ---- taking

    /** The tick begins a drain; see {@link Mailbox#beginDrain}. */
    int beginDrain(long nowNs) {
        long leftOver = Math.max(highLane.begin(nowNs), normalLane.begin(nowNs));
        counters.setOwn(MailboxCounters.LEFT_OVER_NS, Math.max(0, leftOver));
        return highLane.left() + normalLane.left();
    }

    /** The next item of this drain, to be run at once; null at its end. */
    @Nullable
    MapWork take() {
        MapWork next = take(highLane);
        return next == null ? take(normalLane) : next;
    }

    private @Nullable MapWork take(PostLane lane) {
        if (!lane.hasLeft()) {
            return null;
        }
        if (StateWord.isGone((long) WORD.getAndAdd(this, StateWord.TAKING))) {
            WORD.getAndAdd(this, -StateWord.TAKING);
            lane.stop();
            sweepIfGone();
            return null;
        }
        MapWork taken = lane.pollLeft();
        long taking = (long) WORD.getAndAdd(this, taken == null ? -StateWord.TAKING : -StateWord.TAKING - lane.one);
        if (StateWord.isGone(taking)) {
            lane.stop();
            if (taken != null) {
                drop(taken);
            }
            sweep();
            return null;
        }
        if (taken != null && lane == normalLane && StateWord.waiters(taking) > 0) {
            admitWaiters();
        }
        return taken;
    }

    // ---- closing

    /** See {@link Mailbox#beginClose}. */
    void beginClose() {
        List<AdmissionFuture> ended;
        synchronized (waiters) {
            if (!StateWord.isOpen(word)) {
                return;
            }
            long before;
            do {
                before = word;
            } while (!WORD.compareAndSet(this, before, StateWord.closing(before)));
            ended = waiters.takeAll();
        }
        endWaiters(ended, Admission.STOPPING);
    }

    /** See {@link Mailbox#finishClose}. */
    void finishClose(@Nullable Throwable cause) {
        List<AdmissionFuture> ended;
        long before;
        synchronized (waiters) {
            if (StateWord.isGone(word)) {
                return;
            }
            goneCause = cause;
            do {
                before = word;
            } while (!WORD.compareAndSet(this, before, StateWord.gone(before)));
            ended = waiters.takeAll();
        }
        if (!StateWord.isTaking(before)) {
            sweep();
        }
        endWaiters(ended, Admission.GONE);
    }

    private void sweepIfGone() {
        long present = word;
        if (StateWord.isGone(present) && !StateWord.isTaking(present)) {
            sweep();
        }
    }

    /** Drops all that is there. Only by the rules of point 2 of the proof. */
    private void sweep() {
        if (sweeps.getAndIncrement() != 0) {
            return;
        }
        int answered = 1;
        do {
            sweep(highLane);
            sweep(normalLane);
            answered = sweeps.addAndGet(-answered);
        } while (answered != 0);
    }

    private void sweep(PostLane lane) {
        for (MapWork left = lane.poll(); left != null; left = lane.poll()) {
            WORD.getAndAdd(this, -lane.one);
            drop(left);
        }
    }

    private void drop(MapWork work) {
        counters.count(MailboxCounters.FAILED_AT_CLOSE);
        if (work instanceof PostedWork posted) {
            posted.drop(refusal(Admission.GONE, "accepted and not run: map gone"));
        }
    }

    private void endWaiters(List<AdmissionFuture> ended, Admission verdict) {
        for (AdmissionFuture waiter : ended) {
            counted(verdict);
            complete(() -> waiter.refused(refusal(verdict)));
        }
    }

    // ---- telling

    /** Runs the completion of a future where users' code may run; here if there is no thread to be had. */
    void complete(Runnable completion) {
        try {
            host.completions().execute(completion);
        } catch (Throwable t) {
            counters.count(MailboxCounters.HOOK_FAULTS);
            // Twice is harmless should the executor have run it and thrown afterwards: a future completes once.
            completion.run();
        }
    }

    /** Counts a refusal. */
    Admission counted(Admission verdict) {
        switch (verdict) {
            case ACCEPTED -> {}
            case FULL -> counters.count(MailboxCounters.REFUSED_FULL);
            case STOPPING -> counters.count(MailboxCounters.REFUSED_STOPPING);
            case GONE -> counters.count(MailboxCounters.REFUSED_GONE);
        }
        return verdict;
    }

    RefusedPostException refusal(Admission verdict) {
        return refusal(
                verdict,
                switch (verdict) {
                    case FULL ->
                        "refused: full, " + limits.capacity() + " normal and " + limits.highCapacity()
                                + " high posts at most";
                    case STOPPING -> "refused: stopping, the map is closing";
                    case GONE -> "refused: map gone";
                    case ACCEPTED -> throw new AssertionError("not a refusal");
                });
    }

    RefusedPostException refusal(Admission verdict, String why) {
        return new RefusedPostException(
                verdict,
                "post to map " + Names.quote(host.name()) + " " + why,
                verdict == Admission.GONE ? goneCause : null);
    }
}
