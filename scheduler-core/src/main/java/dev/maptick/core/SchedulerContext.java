package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.Stagger;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** One scheduler's settings and seam, checked and with every default filled in, once. Immutable. */
final class SchedulerContext {
    /** For measuring other widths than those of the modes; nanoseconds. */
    private static final String SLOT_PROPERTY = "maptick.phaseSlotNanos";

    /** "false" has all maps of a slot due at the same time: for comparing. */
    private static final String PLACES_PROPERTY = "maptick.phasePlaces";

    /** "heap" has the pool queue its maps in a heap alone: for comparing, since it keeps the same promises in another way. */
    private static final String QUEUE_PROPERTY = "maptick.queue";

    final ThreadPlan plan;
    final int faultLogPerSecond;
    final boolean keepJvmAlive;
    final EventSettings events;
    final InsightSettings insight;
    final WatchdogSettings watchdog;
    final LoadSettings load;
    final NanoClock clock;
    final DeadlineWaiter.Factory waiters;

    /** Of our own waiters; null when the seam gives others. */
    final @Nullable WaitControl waits;

    /** For the keeper, which need not be punctual. */
    final DeadlineWaiter.Factory keeperWaiters;

    final @Nullable ThreadFactory threads;
    final Stagger stagger;
    final @Nullable Executor completions;
    final List<TickListener> listeners;

    /** Width of a phase slot: how often a worker wakes at most, for all maps of a period together. */
    private final long slotNs;

    /** Whether a slot has several places, between which a worker spins for a moment. */
    private final boolean places;

    private final boolean heapOnly;

    SchedulerContext(
            ThreadPlan plan,
            WaitMode waitMode,
            int faultLogPerSecond,
            boolean keepJvmAlive,
            long staggerSeed,
            EventSettings events,
            InsightSettings insight,
            WatchdogSettings watchdog,
            LoadSettings load,
            SchedulerSeam seam,
            List<TickListener> listeners) {
        this.plan = plan;
        this.faultLogPerSecond = faultLogPerSecond;
        this.keepJvmAlive = keepJvmAlive;
        this.events = events;
        this.insight = insight;
        this.watchdog = watchdog;
        this.load = load;
        NanoClock given = seam.clock();
        this.clock = given == null ? NanoClock.SYSTEM : given;
        DeadlineWaiter.Factory factory = seam.waiters();
        this.waits = factory == null ? WaitControl.ofSystem(waitMode, plan.processors(), clock) : null;
        this.waiters = waits == null ? Objects.requireNonNull(factory) : waits;
        this.keeperWaiters = waits == null ? waiters : () -> new ParkingWaiter(clock);
        this.threads = seam.threads();
        // A quarter of the wake-ups where they are to be saved: a slot that is wider holds more maps, the later of
        // which wait for the earlier ones.
        long widthNs = waitMode == WaitMode.EFFICIENT ? 1_000_000 : 250_000;
        this.slotNs = Math.max(1_000, Math.min(1_000_000, Long.getLong(SLOT_PROPERTY, widthNs)));
        this.places = !"false".equals(System.getProperty(PLACES_PROPERTY));
        this.heapOnly = "heap".equals(System.getProperty(QUEUE_PROPERTY));
        Stagger spread = seam.stagger();
        this.stagger = spread == null ? new SlotStagger(slotNs, places, staggerSeed) : spread;
        this.completions = seam.completions();
        this.listeners = List.copyOf(listeners);
    }

    /** The pool, without its workers. */
    Crew pool() {
        return Crew.ofPool(clock, Crew.lanesFor(plan.poolThreads()), slotNs, this::poolQueue);
    }

    private DeadlineQueue<TickEntry> poolQueue() {
        return heapOnly ? new IndexedHeap<>() : new PhaseQueue<>(slotNs, places);
    }
}
