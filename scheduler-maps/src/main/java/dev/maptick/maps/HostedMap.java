package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.Names;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.TickRegistration;
import dev.maptick.maps.activation.ActivationCounts;
import dev.maptick.maps.save.SaveOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One map of a host: the handle outside, which is the door to its mailbox and its suspension, and the facts that its loop
 * leaves there for other threads to read.
 */
final class HostedMap implements MapHandle {
    /**
     * What listeners have been told of a map.
     *
     * <pre>
     *   UNTOLD ──(opener, after onOpened)──► OPENED ──(whoever finds it gone, then calls onClosed)──► LEFT
     *     └──(left before the opener got there; the opener calls both)──────────────────────────────► LEFT
     * </pre>
     */
    private enum Told {
        UNTOLD,
        OPENED,
        LEFT
    }

    /** Such reports as any one map may make. */
    private static final int MOST_ACTIVATIONS = 16;

    private static final ActivationCounts[] NONE = {};

    private final String name;
    private final String type;

    private final AtomicReference<Told> told = new AtomicReference<>(Told.UNTOLD);
    private final Sleep sleep = new Sleep();
    private final LoopParts parts;

    /** Set by the opener and, since a first tick may come before {@code register} has returned, by the loop too. */
    private volatile @Nullable TickRegistration registration;

    /** Written inside the map's tick when its period has changed. */
    private volatile Pace pace;

    /** The tick period that the map's owner wants; an idle map may tick at a slower one. */
    private volatile Duration ownTick;

    /** The slow period that the map ticks at because nobody is inside; null if it does not. Written inside its tick. */
    private volatile @Nullable Duration slowTick;

    /** Written inside the map's tick. */
    private volatile int occupants = GameMap.OCCUPANTS_UNKNOWN;

    private final HostParts host;
    private final MapLimits limits;
    private final WorkType workType;

    /** What the map reports besides; replaced whenever another comes, inside the map's tick. */
    private volatile ActivationCounts[] activations = NONE;

    /** See {@link WorkTotals}. */
    private volatile boolean retired;

    /** What is in the totals of those that left; guarded by the map's stripe there. Null until it has left. */
    long @Nullable [] credited;

    private final CompletableFuture<SaveOutcome> saved = new CompletableFuture<>();
    private final AtomicBoolean leftTold = new AtomicBoolean();
    private final AtomicBoolean savingEnded = new AtomicBoolean();

    /** Null for a map that is not saved. Written before the map is registered. */
    private @Nullable SavedSlot slot;

    /** Written once, inside the last task or when a shutdown gives the map up. */
    private volatile @Nullable Throwable failure;

    HostedMap(String name, MapOptions options, HostParts host) {
        this.name = name;
        this.type = options.type();
        this.pace = options.pace();
        this.ownTick = options.tick();
        this.host = host;
        limits = options.limits();
        workType = host.totals().type(type);
        parts = new LoopParts(this, options, host);
    }

    LoopParts parts() {
        return parts;
    }

    /** The map's state is kept in the host's store. Before it is registered. */
    void keep(SavedSlot savedSlot, LoopSaving saving) {
        slot = savedSlot;
        parts.saving = saving;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public TickRegistration registration() {
        TickRegistration r = registration;
        if (r == null) {
            throw new IllegalStateException("map " + Names.quote(name) + " is not registered yet");
        }
        return r;
    }

    @Override
    public Duration tickPeriod() {
        return pace.tickPeriod();
    }

    @Override
    public int replicationEveryTicks() {
        return pace.replicationEveryTicks();
    }

    @Override
    public Duration updateInterval() {
        return pace.updateInterval();
    }

    @Override
    public CompletableFuture<Void> close() {
        // First, so that whoever posts after this call is told that the map is closing.
        parts.mailbox.beginClose();
        SavedSlot kept = slot;
        if (kept != null) {
            // So that an opening of this name waits for the last state in place of being refused.
            kept.leaving();
        }
        return registration().unregister();
    }

    @Override
    public CompletableFuture<SaveOutcome> saved() {
        return saved.copy();
    }

    @Override
    public Admission post(MapWork work) {
        return parts.mailbox.offer(work, false);
    }

    @Override
    public Admission postHigh(MapWork work) {
        return parts.mailbox.offer(work, true);
    }

    @Override
    public CompletableFuture<@Nullable Void> postAsync(MapWork work) {
        return parts.mailbox.postAsync(work);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> call(Callable<? extends T> callable) {
        return parts.mailbox.call(callable, false);
    }

    @Override
    public void send(MapWork work) throws InterruptedException, ExecutionException {
        parts.mailbox.send(work);
    }

    @Override
    public Executor executor() {
        return parts.mailbox.executor();
    }

    @Override
    public boolean isOwnerThread() {
        return parts.owner.isCurrent();
    }

    @Override
    public int occupants() {
        return occupants;
    }

    @Override
    public boolean isAsleep() {
        return sleep.isAsleep();
    }

    @Override
    public MapWorkStats workStats() {
        return parts.stats();
    }

    @Override
    public ControlResult suspend() {
        return sleep.suspend(registration(), parts.hasWork);
    }

    @Override
    public ControlResult suspendUntil(long timeNanos) {
        return sleep.suspendUntil(registration(), timeNanos, parts.hasWork);
    }

    @Override
    public ControlResult wake() {
        return sleep.wake(registration());
    }

    @Override
    public ControlResult resume() {
        return sleep.resume(registration());
    }

    // What the totals read.

    WorkType workType() {
        return workType;
    }

    MapLimits limits() {
        return limits;
    }

    /** Inside the map's tick. */
    void reports(ActivationCounts counts) {
        ActivationCounts[] before = activations;
        if (Arrays.asList(before).contains(counts)) {
            return;
        }
        if (before.length == MOST_ACTIVATIONS) {
            throw new IllegalStateException(this + " reports " + MOST_ACTIVATIONS + " activations already");
        }
        ActivationCounts[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = counts;
        activations = after;
    }

    ActivationCounts[] activations() {
        return activations;
    }

    void retired() {
        retired = true;
    }

    /** A count went up that may do so after the map has left. Any thread. */
    void counted() {
        if (retired) {
            host.totals().recount(this);
        }
    }

    /** Somebody has brought work, which is visible by now. Any thread. */
    void wakeForWork() {
        sleep.wakeForWork(registration);
    }

    /** See {@link Sleep}; these two inside the map's tick. */
    void tickBegins(TickRegistration r, long nowNanos, long periodNanos) {
        bind(r);
        sleep.tickBegins(nowNanos);
        paceAt(periodNanos);
    }

    void tickEnds(boolean hasTimer, long nextTimerNanos) {
        sleep.tickEnds(registration(), hasTimer, nextTimerNanos);
    }

    /** The game has said how many are inside, in a tick whose own part came to its end. */
    void occupantsAt(int count) {
        if (occupants != count) {
            occupants = count;
        }
    }

    /** The map has been idle for long: ticks at a slower period. Inside its tick. */
    void slowPace(Duration period) {
        slowTick = period;
        ControlResult unused = registration().setPeriod(period);
    }

    /** The map is busy again: ticks at the period its owner wants. Inside its tick. */
    void ownPace() {
        slowTick = null;
        ControlResult unused = registration().setPeriod(ownTick);
    }

    @Override
    public ControlResult setTick(Duration period) {
        SettingsCheck check = new SettingsCheck();
        Pace.check(check, "", period, pace.replicationEveryTicks());
        check.throwIfAny();
        ownTick = period;
        // Written before this is read, and the other way round where the map speeds up: one of the two sees the other.
        Duration slow = slowTick;
        if (slow != null) {
            return registration().setPeriod(slow) == ControlResult.GONE ? ControlResult.GONE : ControlResult.APPLIED;
        }
        return registration().setPeriod(period);
    }

    /** Tells the handle its registration. Always the same one; any thread. */
    void bind(TickRegistration r) {
        if (registration == null) {
            registration = r;
        }
    }

    /** Takes over the period of the present tick. Inside the map's tick; allocates only when it has changed. */
    private void paceAt(long tickNanos) {
        Pace before = pace;
        if (before.tickNanos() != tickNanos) {
            pace = before.withTickNanos(tickNanos);
        }
    }

    /** Leaves the reason of a failed close for the listeners. Inside the last task, or when the map is given up. */
    void failed(Throwable cause) {
        failure = cause;
    }

    /** A shutdown gave the map up: what waits for it is told so. Any thread. */
    void abandoned(Throwable reason) {
        failed(reason);
        parts.abandon(reason);
        endSaving();
    }

    /** The registration has left, by way of a last task or without one. No tick runs or will run. */
    void left() {
        if (leftTold.compareAndSet(false, true)) {
            parts.releaseAfterLeaving(failure);
            endSaving();
        }
    }

    /** After the final capture, or once the saving is abandoned. */
    private void endSaving() {
        if (!savingEnded.compareAndSet(false, true)) {
            return;
        }
        LoopSaving saving = parts.saving;
        HostSaving keeper = host.saving();
        if (saving == null || slot == null || keeper == null) {
            host.scheduler().completions().execute(() -> saved.complete(SaveOutcome.NOT_KEPT));
        } else {
            keeper.left(name, slot, saving, saved);
        }
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /**
     * The opener has called {@code onOpened}.
     *
     * @return false if the map has left meanwhile, so that the opener has to call {@code onClosed} too
     */
    boolean toldOpened() {
        return told.compareAndSet(Told.UNTOLD, Told.OPENED);
    }

    /**
     * The map was found gone.
     *
     * @return true for the one caller that has to call {@code onClosed}
     */
    boolean toldLeft() {
        return told.getAndSet(Told.LEFT) == Told.OPENED;
    }

    @Override
    public String toString() {
        TickRegistration r = registration;
        return "map " + Names.quote(name) + " of type " + Names.quote(type) + (r == null ? "" : ", " + r.state());
    }
}
