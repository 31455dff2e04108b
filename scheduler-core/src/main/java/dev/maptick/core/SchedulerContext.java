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
    /** Width of a phase slot. */
    private static final long SLOT_NS = Long.getLong("maptick.phaseSlotNanos", 250_000);

    /** Whether the pool's queue is a heap alone: for comparing, since it keeps the same promises in another way. */
    private static final boolean HEAP = "heap".equals(System.getProperty("maptick.queue"));

    final ThreadPlan plan;
    final int faultLogPerSecond;
    final boolean keepJvmAlive;
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

    SchedulerContext(
            ThreadPlan plan,
            WaitMode waitMode,
            int faultLogPerSecond,
            boolean keepJvmAlive,
            long staggerSeed,
            SchedulerSeam seam,
            List<TickListener> listeners) {
        this.plan = plan;
        this.faultLogPerSecond = faultLogPerSecond;
        this.keepJvmAlive = keepJvmAlive;
        NanoClock given = seam.clock();
        this.clock = given == null ? NanoClock.SYSTEM : given;
        DeadlineWaiter.Factory factory = seam.waiters();
        this.waits = factory == null ? WaitControl.ofSystem(waitMode, plan.processors(), clock) : null;
        this.waiters = waits == null ? Objects.requireNonNull(factory) : waits;
        this.keeperWaiters = waits == null ? waiters : () -> new ParkingWaiter(clock);
        this.threads = seam.threads();
        Stagger spread = seam.stagger();
        this.stagger = spread == null ? new SlotStagger(SLOT_NS, staggerSeed) : spread;
        this.completions = seam.completions();
        this.listeners = List.copyOf(listeners);
    }

    /** The queue of the pool. */
    DeadlineQueue<TickEntry> poolQueue() {
        return HEAP ? new IndexedHeap<>() : new PhaseQueue<>(SLOT_NS);
    }
}
