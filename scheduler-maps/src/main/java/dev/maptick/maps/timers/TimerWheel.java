package dev.maptick.maps.timers;

import dev.maptick.core.Names;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.maps.MapTimers;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerRefusedException;
import dev.maptick.maps.TimerStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one map. Of its own methods, {@link #advance}, {@link #nextDueNanos}, {@link #stop} and {@link #close}
 * belong to the map's loop, inside the map's tick; who may call the others {@link MapTimers} tells.
 *
 * <p>What it costs. Without timers: this object and its counters; the wheel and the nodes come with the first timer and go
 * at the second tick in a row without one. Starting a timer takes a node kept from an earlier one where there is one; firing
 * and a tick with nothing due allocate nothing. A start or cancel within a turn of the wheel is constant work, beyond it
 * logarithmic.
 *
 * <p>No lock. Cancelling from another thread is decided by the timer's own word ({@link TimerNode}) and leaves the node to
 * the owner, who frees it at its next start or tick; the pending count and the callback are let go at once.
 */
public final class TimerWheel implements MapTimers {
    private static final int OPEN = 0;
    private static final int STOPPING = 1;
    private static final int GONE = 2;

    private final NanoClock clock;
    private final TimerOwner owner;
    private final TimerFaultHook faults;
    private final int pendingLimit;
    private final int callbackLimit;
    private final long budgetNs;

    private final Steps steps;
    private final Agenda agenda;
    private final TimerTable table = new TimerTable();
    private final CancelledStack cancelled = new CancelledStack();
    private final PendingCount pending = new PendingCount();
    private final TimerCounters counters;
    private final NameIndex names = new NameIndex();
    private final Firing firing = new Firing();

    /** Written by the owner, read by any. */
    private volatile int state = OPEN;

    // Owner only from here.
    private long time;
    private int ticksWithout;

    /**
     * Makes the timers of a map, none yet. The clock's present reading becomes the origin of the wheel's steps.
     *
     * @param limits the bounds
     * @param clock the scheduler's clock
     * @param owner tells who is inside the map's tick
     * @param faults told of callbacks that throw
     * @throws dev.maptick.core.SettingsException naming every bad bound
     */
    public TimerWheel(TimerLimits limits, NanoClock clock, TimerOwner owner, TimerFaultHook faults) {
        SettingsCheck check = new SettingsCheck();
        limits.check(check, "");
        check.throwIfAny();
        this.clock = Objects.requireNonNull(clock, "clock");
        this.owner = Objects.requireNonNull(owner, "owner");
        counters = new TimerCounters(owner);
        this.faults = Objects.requireNonNull(faults, "faults");
        pendingLimit = limits.pending();
        callbackLimit = limits.callbacksPerTick();
        budgetNs = limits.budget().toNanos();
        steps = new Steps(clock.nanoTime(), limits.step().toNanos());
        agenda = new Agenda(steps, limits.step().toMillis(), limits.slots());
    }

    @Override
    public long after(Duration delay, TimerCallback callback) {
        return start(null, delay, null, callback);
    }

    @Override
    public long after(String name, Duration delay, TimerCallback callback) {
        return start(Objects.requireNonNull(name, "name"), delay, null, callback);
    }

    @Override
    public long every(Duration period, TimerCallback callback) {
        return start(null, period, period, callback);
    }

    @Override
    public long every(String name, Duration period, TimerCallback callback) {
        return start(Objects.requireNonNull(name, "name"), period, period, callback);
    }

    @Override
    public long every(Duration first, Duration period, TimerCallback callback) {
        return start(null, first, Objects.requireNonNull(period, "period"), callback);
    }

    @Override
    public long every(String name, Duration first, Duration period, TimerCallback callback) {
        return start(Objects.requireNonNull(name, "name"), first, Objects.requireNonNull(period, "period"), callback);
    }

    @Override
    public CompletionStage<@Nullable Void> delay(Duration delay) {
        DelayFuture stage = new DelayFuture(owner, this::cancel);
        long id = start(null, delay, null, stage);
        TimerRefusal refusal = TimerRefusal.of(id);
        if (refusal != null) {
            stage.fail(new TimerRefusedException(refusal, "a delay of " + delay + " was refused: " + refusal));
        }
        stage.timer(id);
        return stage;
    }

    @Override
    public boolean cancel(long id) {
        TimerNode node = table.find(id);
        if (node == null) {
            return false;
        }
        if (owner.isCurrent()) {
            return cancelOwn(node, id);
        }
        int was = node.cancel(id);
        if (was == TimerNode.FREE) {
            return false;
        }
        if (was == TimerNode.ARMED) {
            node.callback = null;
        }
        pending.give();
        counters.addShared(TimerCounters.CANCELLED, 1);
        cancelled.push(node);
        return true;
    }

    @Override
    public int cancelNamed(String name) {
        Objects.requireNonNull(name, "name");
        owner.check("cancelling timers by name");
        int count = 0;
        NamedTimer link = names.first(name);
        while (link != null) {
            NamedTimer after = link.next;
            if (cancelOwn(link.node, link.node.id())) {
                count++;
            }
            link = after;
        }
        return count;
    }

    @Override
    public int cancelAll() {
        owner.check("cancelling all timers");
        freeCancelled();
        agenda.clear();
        int count = 0;
        List<DelayFuture> stages = new ArrayList<>();
        for (int slot = table.nextUsed(0); slot >= 0; slot = table.nextUsed(slot + 1)) {
            TimerNode node = table.node(slot);
            TimerCallback callback = node.callback;
            // In no list any more, so this is all there is to do for each.
            if (cancelOwn(node, node.id())) {
                count++;
                if (callback instanceof DelayFuture stage) {
                    stages.add(stage);
                }
            }
        }
        stages.forEach(DelayFuture::cancelled);
        return count;
    }

    @Override
    public int pending() {
        return owner.isCurrent() ? pending.exact() : pending.seen();
    }

    @Override
    public TimerStats stats() {
        return counters.snapshot(pending());
    }

    /**
     * Fires what is due, in order, within the tick's budgets. At least one due timer fires, whatever the time budget.
     *
     * @param nowNanos the present reading of the clock; timers due by then fire
     * @return how many callbacks were called
     */
    public int advance(long nowNanos) {
        owner.check("advancing timers");
        if (!table.holdsNodes()) {
            return 0;
        }
        freeCancelled();
        long nowStep = steps.floor(reach(nowNanos));
        int fired = 0;
        long startNs = 0;
        while (agenda.isDue(nowStep)) {
            if (fired == 0) {
                startNs = clock.nanoTime();
            } else if (fired >= callbackLimit || clock.nanoTime() - startNs >= budgetNs) {
                counters.add(TimerCounters.BUDGET_HITS, 1);
                break;
            }
            if (fire(agenda.poll(), nowStep)) {
                fired++;
            }
        }
        keepHouse();
        return fired;
    }

    /**
     * Whether any timer is pending that may come due: what {@link #nextDueNanos} is worth.
     *
     * @return false if there is nothing to wait for
     */
    public boolean hasNextDue() {
        owner.check("asking for the next timer");
        freeCancelled();
        return steps.begin(agenda.firstStep()) != Steps.NEVER;
    }

    /**
     * When the earliest pending timer will fire, rounded up to the wheel step: a map suspended until then misses none.
     * Exact inside the map's tick; what other threads cancel later can only make it too early.
     *
     * @return a reading of the clock, which may lie in the past if a budget left timers over; without a timer
     *     ({@link #hasNextDue}) the end of the clock's range, some 292 years after the map began
     */
    public long nextDueNanos() {
        owner.check("asking for the next timer");
        freeCancelled();
        return steps.clockAt(steps.begin(agenda.firstStep()));
    }

    /** Refuses new timers from now on, since the map is closing. Those pending stay until {@link #close}. */
    public void stop() {
        owner.check("stopping timers");
        if (state == OPEN) {
            state = STOPPING;
        }
    }

    /**
     * Drops all timers: nothing fires afterwards, and stages of {@link #delay} fail. Idempotent.
     *
     * @param reason what those stages fail with
     */
    public void close(Throwable reason) {
        owner.check("closing timers");
        if (state == GONE) {
            return;
        }
        state = GONE;
        freeCancelled();
        agenda.clear();
        List<DelayFuture> stages = new ArrayList<>();
        for (int slot = table.nextUsed(0); slot >= 0; slot = table.nextUsed(slot + 1)) {
            TimerNode node = table.node(slot);
            if (node.cancel(node.id()) == TimerNode.FREE) {
                continue;
            }
            if (node.callback instanceof DelayFuture stage) {
                stages.add(stage);
            }
            node.callback = null;
            pending.give();
            counters.add(TimerCounters.DROPPED, 1);
        }
        release();
        stages.forEach(stage -> stage.fail(reason));
    }

    private long start(@Nullable String name, Duration first, @Nullable Duration period, TimerCallback callback) {
        Objects.requireNonNull(first, "delay");
        Objects.requireNonNull(callback, "callback");
        TimerRefusal closed = closed();
        if (closed != null) {
            return refuse(closed);
        }
        owner.check("starting a timer");
        if (!isPositive(first) || (period != null && !isPositive(period))) {
            return refuse(TimerRefusal.BAD_DELAY);
        }
        if (name != null && !Names.isValid(name)) {
            return refuse(TimerRefusal.BAD_NAME);
        }
        freeCancelled();
        if (pending.exact() >= pendingLimit) {
            return refuse(TimerRefusal.FULL);
        }
        return begin(name, Steps.nanos(first), period == null ? 0 : Steps.nanos(period), callback);
    }

    private long begin(@Nullable String name, long delayNs, long periodNs, TimerCallback callback) {
        long now = reach(clock.nanoTime());
        int slot = table.take();
        TimerNode node = table.node(slot);
        node.due = Steps.plus(now, delayNs);
        node.period = periodNs;
        node.callback = callback;
        if (name != null) {
            names.add(name, node);
        }
        long id = table.nextId(slot);
        node.prepare(id);
        agenda.add(node, steps.floor(now));
        pending.take();
        counters.add(TimerCounters.SCHEDULED, 1);
        node.arm(id);
        return id;
    }

    private @Nullable TimerRefusal closed() {
        return switch (state) {
            case STOPPING -> TimerRefusal.STOPPING;
            case GONE -> TimerRefusal.GONE;
            default -> null;
        };
    }

    private long refuse(TimerRefusal refusal) {
        counters.refused(refusal);
        return refusal.code();
    }

    private static boolean isPositive(Duration d) {
        return !d.isZero() && !d.isNegative();
    }

    private boolean fire(TimerNode node, long nowStep) {
        long id = node.id();
        boolean repeating = node.isRepeating();
        if (!node.change(id, TimerNode.ARMED, repeating ? TimerNode.RUNNING : TimerNode.FREE)) {
            // Cancelled from outside, which has pushed it to be freed, or is about to.
            return false;
        }
        TimerCallback callback = Objects.requireNonNull(node.callback);
        long due = node.due;
        long missed = 0;
        if (repeating) {
            missed = (steps.begin(nowStep) - due) / node.period;
            node.due = Steps.plus(due + missed * node.period, node.period);
        }
        firing.set(id, node.name(), steps.clockAt(due), missed);
        pending.begin();
        if (!repeating) {
            pending.hold();
            free(node);
            counters.add(TimerCounters.FINISHED, 1);
        }
        counters.add(TimerCounters.FIRED, 1);
        counters.add(TimerCounters.COALESCED, missed);
        call(callback);
        // Another id, or cancelled, if the callback or another thread has ended this timer meanwhile.
        if (repeating && node.change(id, TimerNode.RUNNING, TimerNode.ARMED)) {
            agenda.add(node, nowStep);
        }
        pending.end();
        return true;
    }

    private void call(TimerCallback callback) {
        long id = firing.id();
        String name = firing.name();
        try {
            callback.onTimer(firing);
        } catch (Throwable t) {
            counters.add(TimerCounters.FAULTS, 1);
            tell(id, name, t);
        }
        // An interrupt is the callback's own; the next callback and the map's tick are not to stumble over it.
        boolean unused = Thread.interrupted();
    }

    private void tell(long id, @Nullable String name, Throwable fault) {
        try {
            faults.onTimerFault(id, name, fault);
        } catch (Throwable t) {
            counters.add(TimerCounters.HOOK_FAILURES, 1);
        }
    }

    private boolean cancelOwn(TimerNode node, long id) {
        int was = node.cancel(id);
        if (was == TimerNode.FREE) {
            return false;
        }
        counters.addShared(TimerCounters.CANCELLED, 1);
        if (was == TimerNode.ARMED) {
            agenda.remove(node);
            free(node);
            pending.give();
        } else {
            // Its callback is running, on this thread: the node is freed afterwards.
            cancelled.push(node);
            pending.hold();
        }
        return true;
    }

    /** Frees what was cancelled where it could not be freed at once. */
    private void freeCancelled() {
        TimerNode node = cancelled.takeAll();
        while (node != null) {
            TimerNode after = node.nextCancelled;
            node.nextCancelled = null;
            if (state != GONE) {
                agenda.remove(node);
                free(node);
            }
            node = after;
        }
    }

    private void free(TimerNode node) {
        names.remove(node);
        node.callback = null;
        table.free(node);
    }

    /** Lets memory go that is not needed. Two ticks in a row, so that a map with a timer now and then keeps it. */
    private void keepHouse() {
        if (table.inUse() > 0) {
            ticksWithout = 0;
            table.trim();
        } else if (++ticksWithout >= 2) {
            release();
        }
    }

    private void release() {
        ticksWithout = 0;
        agenda.release();
        names.clear();
        table.clear();
    }

    /** The time of a reading, never before one that was reached already. */
    private long reach(long clockNs) {
        time = Math.max(time, steps.timeOf(clockNs));
        return time;
    }

    @Override
    public String toString() {
        return stats().toString();
    }
}
